package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.file.SourceFile;
import sluice.ingest.mapping.Dialect;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowMembers;

/**
 * A file of a source together with what its relation was worked out from.
 *
 * @param layout what its fields are, or null where it holds no rows or is a reject ledger
 * @param dialect what a mapping says of its text
 * @param isMapped whether an entry of a mapping says what it is
 * @param firstRow its first row where no header stands above it, else empty
 */
public record TakenFile(
        SourceFile file,
        @Nullable Layout layout,
        Dialect dialect,
        boolean isMapped,
        List<String> firstRow) {
    public TakenFile {
        firstRow = List.copyOf(firstRow);
    }

    public Relation relation() {
        return file.relation();
    }

    /** The same file, its rows taken for those of {@code other}. */
    public TakenFile withRelation(Relation other) {
        return new TakenFile(file.withRelation(other), layout, dialect, isMapped, firstRow);
    }

    /** Whether {@code other} was taken for the same in every way. */
    public boolean isLike(TakenFile other) {
        return relation().equals(other.relation())
                && dialect.equals(other.dialect)
                && isMapped == other.isMapped
                && (layout == null
                        ? other.layout == null
                        : other.layout != null && layout.origin() == other.layout.origin());
    }

    /** Whether the file's first row is one that names columns. */
    public boolean hasHeader() {
        return layout != null && layout.dataLines() > 0;
    }

    String baseName() {
        return file.name().substring(file.name().lastIndexOf('/') + 1);
    }

    /** The column {@code index} as the file names it, or its number. */
    String columnName(int index) {
        RowMembers members = relation().members();
        if (members != null) {
            return members.names().get(index);
        }
        return hasHeader() && layout != null && layout.fromHeader()
                ? layout.columns().get(index).name()
                : relation().columns().get(index).name();
    }

    /** The type that a header gives the column {@code index}, or empty. */
    String type(int index) {
        return layout == null ? "" : layout.columns().get(index).type();
    }

    /** What said so, for people. */
    String origin() {
        FactFormat facts = relation().facts();
        if (facts != null && relation().ledger() == null) {
            return facts.syntax() == FactFormat.Syntax.JSON ? "objects" : "statements";
        }
        if (layout == null || facts != null) {
            return file.relation().ledger() == null ? "no rows" : "reject ledger";
        }
        if (relation().members() != null) {
            return "an object of JSON each line";
        }
        return switch (layout.origin()) {
            case TYPED_HEADER -> "typed header";
            case OWN_HEADER -> "own header";
            case PAIR_HEADER -> "header of link ends";
            case NAMED_HEADER -> "header by mapping";
            case LIST -> "columns by mapping";
            case POSITIONS -> "columns by number";
            case SHAPE -> "two numbers a line";
        };
    }

    /** The files by what they were taken for; {@code byHeader} also by whether they have one. */
    public static List<List<TakenFile>> alike(List<TakenFile> taken, boolean byHeader) {
        List<List<TakenFile>> groups = new ArrayList<>();
        Map<Relation, List<List<TakenFile>>> byRelation = new HashMap<>();
        for (TakenFile file : taken) {
            List<List<TakenFile>> same =
                    byRelation.computeIfAbsent(file.relation(), _ -> new ArrayList<>());
            List<TakenFile> group = null;
            for (List<TakenFile> each : same) {
                TakenFile first = each.getFirst();
                if (first.isLike(file) && !(byHeader && first.hasHeader() != file.hasHeader())) {
                    group = each;
                }
            }
            if (group == null) {
                group = new ArrayList<>();
                same.add(group);
                groups.add(group);
            }
            group.add(file);
        }
        return groups;
    }
}
