package sluice.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.LinkTypes;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.layout.TakenFile;
import sluice.ingest.layout.TakenWords;
import sluice.ingest.row.Column;
import sluice.ingest.row.Relation;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.Schema;

/** Declares the properties of a source by the types that a mapping or headers give columns. */
final class ColumnSchema {
    private ColumnSchema() {}

    /** A declaration, and the column that was first to make it. */
    private record Declared(Predicate predicate, String place) {}

    /**
     * The declarations of schema files with those of the mapping; fails where two of one predicate
     * do not say the same.
     */
    static Schema ofMapping(List<TakenFile> files, Schema ofFiles) {
        Map<String, Declared> declared = new LinkedHashMap<>();
        for (TakenFile file : files) {
            for (Column column : file.relation().columns()) {
                Predicate said = said(column, true);
                if (said != null) {
                    String place = place(file, column);
                    ofFiles.predicate(0, said.name())
                            .ifPresent(
                                    known ->
                                            requireSame(
                                                    new Declared(known, "the schema"),
                                                    said,
                                                    place));
                    add(declared, said, place);
                }
            }
        }
        return merged(ofFiles, declared);
    }

    /** The declarations of headers alone; fails where two of one predicate do not say the same. */
    static Schema ofHeaders(List<TakenFile> files, Schema others) {
        Map<String, Declared> declared = new LinkedHashMap<>();
        for (TakenFile file : files) {
            for (Column column : file.relation().columns()) {
                Predicate said = said(column, false);
                if (said != null && others.predicate(0, said.name()).isEmpty()) {
                    add(declared, said, place(file, column));
                }
            }
        }
        return merged(Schema.EMPTY, declared);
    }

    private static void add(Map<String, Declared> declared, Predicate said, String place) {
        Declared before = declared.get(said.name());
        if (before == null) {
            declared.put(said.name(), new Declared(said, place));
            return;
        }
        requireSame(before, said, place);
        // Two columns of one predicate may differ in their languages.
        Schema both =
                new Schema(List.of(before.predicate()), List.of())
                        .with(new Schema(List.of(said), List.of()), _ -> true);
        declared.put(said.name(), new Declared(both.predicates().getFirst(), before.place()));
    }

    private static Schema merged(Schema first, Map<String, Declared> declared) {
        List<Predicate> predicates =
                new ArrayList<>(declared.values().stream().map(Declared::predicate).toList());
        return first.with(new Schema(predicates, List.of()), _ -> true);
    }

    private static void requireSame(Declared before, Predicate said, String place) {
        Predicate known = before.predicate();
        if (known.type() != said.type() || known.isList() != said.isList()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "<%s> is %s by %s, and %s by %s; expected one type for all values of a predicate"
                            .formatted(
                                    said.name(),
                                    known.typeWritten(),
                                    before.place(),
                                    said.typeWritten(),
                                    place));
        }
    }

    private static String place(TakenFile file, Column column) {
        return "column \"%s\" of %s".formatted(column.name(), file.file().name());
    }

    private static @Nullable Predicate said(Column column, boolean isFirm) {
        ValueColumn value = column.value();
        return value == null || value.isFirm() != isFirm ? null : value.said();
    }

    /**
     * The relation under the declarations of a store: its properties, and links back where its type
     * is one of links with {@code @reverse}; where a column gives the type, row by row. Fails where
     * no field of a column could become a value of its predicate, and where the type of links is a
     * predicate with values.
     */
    static Relation bound(Relation relation, Map<String, Predicate> declared) {
        Relation bound = withLinkTypes(withDeclared(relation, declared), declared);
        for (Column column : bound.columns()) {
            Optional.ofNullable(column.value())
                    .map(ValueColumn::problem)
                    .ifPresent(
                            problem -> {
                                throw new SluiceException(
                                        ErrorCode.CONFIG,
                                        "column \"%s\" of %s becomes properties, and %s"
                                                .formatted(
                                                        column.name(), relation.name(), problem));
                            });
        }
        return withInverse(bound, declared);
    }

    /** Says in one line what {@code alike} were taken for, with the types of their properties. */
    static String line(List<TakenFile> alike, Map<String, Predicate> declared) {
        return TakenWords.line(
                alike.stream()
                        .map(file -> file.withRelation(withDeclared(file.relation(), declared)))
                        .toList());
    }

    /** The relation with what {@code declared} says of its properties. */
    private static Relation withDeclared(Relation relation, Map<String, Predicate> declared) {
        List<Column> columns = new ArrayList<>();
        for (Column column : relation.columns()) {
            ValueColumn value = column.value();
            columns.add(
                    value == null
                            ? column
                            : column.withValue(value.bound(declared.get(value.predicate()))));
        }
        return relation.withColumns(columns);
    }

    private static Relation withLinkTypes(Relation relation, Map<String, Predicate> declared) {
        if (relation.kind() != RowKind.LINK) {
            return relation;
        }
        requireLinks(relation, relation.type(), declared);
        requireLinks(relation, relation.inverse(), declared);
        Map<String, Predicate> types = new HashMap<>(declared);
        types.values().removeIf(each -> each.isLink() && !each.has(Directive.REVERSE));
        return relation.withColumns(
                relation.columns().stream()
                        .map(
                                column ->
                                        column.role() == Column.Role.TYPE_NAME
                                                ? column.withTypes(types)
                                                : column)
                        .toList());
    }

    private static void requireLinks(
            Relation relation, Relation.@Nullable TypeRef type, Map<String, Predicate> declared) {
        String problem =
                type instanceof Relation.TypeRef.Named(String name)
                        ? LinkTypes.problem(declared.get(name), "type of these links")
                        : null;
        if (problem != null) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s has links: %s".formatted(relation.name(), problem));
        }
    }

    private static Relation withInverse(Relation relation, Map<String, Predicate> declared) {
        if (relation.kind() != RowKind.LINK
                || !(relation.type() instanceof Relation.TypeRef.Named(String name))) {
            return relation;
        }
        Predicate predicate = declared.get(name);
        if (predicate == null || !predicate.has(Directive.REVERSE)) {
            return relation;
        }
        Relation.TypeRef back = new Relation.TypeRef.Named("~" + name);
        if (relation.inverse() != null && !relation.inverse().equals(back)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s has links of type \"%s\", for which @reverse makes links back of type \"~%s\", and an inverse of another type; leave the inverse out"
                            .formatted(relation.name(), name, name));
        }
        return relation.withInverse(back);
    }
}
