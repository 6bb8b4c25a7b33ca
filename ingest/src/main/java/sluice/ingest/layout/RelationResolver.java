package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.file.Input;
import sluice.ingest.file.SourceFile;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.NamePattern;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.Column;
import sluice.ingest.row.Fields;
import sluice.ingest.row.Relation;
import sluice.ingest.row.RowMembers;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/** Finds the relation of every file of a source. */
public final class RelationResolver {
    private final @Nullable Mapping mapping;
    private final FactFinder facts;
    private final List<Part> parts = new ArrayList<>();

    /** Takes the files that nothing explains; null where all must be known. */
    private final @Nullable List<UnknownFile> unknown;

    /** One file on its way to a relation. */
    private static final class Part {
        final Input input;
        final FileHead head;
        final Mapping.@Nullable Entry entry;
        final Map<String, String> placeholders;
        final LayoutFinder finder;

        /** How the file states facts, or null where its rows have fields. */
        @Nullable FactFormat facts;

        @Nullable Layout layout;

        Part(
                Input input,
                FileHead head,
                @Nullable Mapping mapping,
                Mapping.@Nullable Entry entry,
                Map<String, String> placeholders,
                @Nullable FactFormat facts) {
            this.input = input;
            this.head = head;
            this.entry = entry;
            this.placeholders = placeholders;
            this.facts = facts;
            this.finder = new LayoutFinder(head, mapping, entry);
        }

        /** What parts of one relation have in common. */
        String family() {
            if (input.set() != null) {
                return "set " + input.set();
            }
            String folder = head.name().substring(0, head.name().lastIndexOf('/') + 1);
            return "name " + folder + PartName.of(head.baseName());
        }
    }

    private RelationResolver(
            @Nullable Mapping mapping, FactOptions facts, @Nullable List<UnknownFile> unknown) {
        this.mapping = mapping;
        this.facts = new FactFinder(facts, mapping);
        this.unknown = unknown;
    }

    /**
     * The files of a source.
     *
     * @param kinds what ids and types in columns were taken for and why, as lines for people
     */
    public record Resolution(List<TakenFile> files, List<String> kinds) {}

    /**
     * Resolves {@code inputs}, whose beginnings are {@code heads}.
     *
     * @param unknown takes the files that nothing explains, which the answer lacks then; null where
     *     such a file is an error
     */
    public static Resolution resolve(
            List<Input> inputs,
            List<FileHead> heads,
            @Nullable Mapping mapping,
            FactOptions facts,
            @Nullable List<UnknownFile> unknown) {
        RelationResolver resolver = new RelationResolver(mapping, facts, unknown);
        resolver.match(inputs, heads);
        NodesOfHeads nodes = new NodesOfHeads();
        resolver.parts.forEach(part -> nodes.look(part.head, part.facts));
        resolver.parts.forEach(part -> part.facts = nodes.chosen(part.facts));
        resolver.findLayouts();
        return resolver.build();
    }

    private void match(List<Input> inputs, List<FileHead> heads) {
        Set<Mapping.Entry> used = new HashSet<>();
        for (int index = 0; index < inputs.size(); index++) {
            Input input = inputs.get(index);
            FileHead head = heads.get(index);
            Mapping.Entry found = null;
            Map<String, String> placeholders = Map.of();
            for (Mapping.Entry entry :
                    mapping == null ? List.<Mapping.Entry>of() : mapping.relations()) {
                for (NamePattern pattern : entry.files()) {
                    Map<String, String> values = pattern.match(input.name());
                    if (values != null && found == null) {
                        found = entry;
                        placeholders = values;
                    }
                }
            }
            if (found != null) {
                used.add(found);
            }
            parts.add(
                    new Part(input, head, mapping, found, placeholders, facts.format(head, found)));
        }
        if (mapping == null) {
            return;
        }
        for (Mapping.Entry entry : mapping.relations()) {
            if (!used.contains(entry)) {
                List<String> patterns = entry.files().stream().map(NamePattern::text).toList();
                throw mapping.error(
                        entry.line(),
                        "found no file for %s, or only files that entries before it took;"
                                        .formatted(String.join(", ", patterns))
                                + " expected one at least, remove the entry or fix files:");
            }
        }
    }

    private void findLayouts() {
        Map<String, List<Part>> families = new LinkedHashMap<>();
        for (Part part : List.copyOf(parts)) {
            if (part.facts != null) {
                continue;
            }
            try {
                if (!part.finder.isEmpty()) {
                    part.layout = part.finder.declared();
                }
                families.computeIfAbsent(part.family(), _ -> new ArrayList<>()).add(part);
            } catch (SluiceException e) {
                leaveOut(part, e);
            }
        }
        for (List<Part> family : families.values()) {
            shareHeader(family);
        }
    }

    /** Gives parts without a header that of their siblings. */
    private void shareHeader(List<Part> family) {
        Set<List<Object>> headers = new HashSet<>();
        Part teacher = null;
        for (Part part : family) {
            if (part.layout != null && part.layout.fromHeader()) {
                headers.add(List.of(part.layout.columns(), part.layout.delimiter()));
                teacher = teacher == null ? part : teacher;
            }
        }
        for (Part part : family) {
            if (part.layout != null || part.finder.isEmpty()) {
                continue;
            }
            try {
                part.layout =
                        teacher == null || teacher.layout == null
                                ? shaped(part)
                                : taught(part, teacher.head, teacher.layout, headers.size());
            } catch (SluiceException e) {
                leaveOut(part, e);
            }
        }
        shareComments(family);
    }

    private void leaveOut(Part part, SluiceException why) {
        UnknownFile.add(unknown, part.head.name(), part.entry, why);
        parts.remove(part);
    }

    private static Layout shaped(Part part) {
        Layout shaped = part.finder.shaped();
        if (shaped == null) {
            throw part.finder.unknown();
        }
        return shaped;
    }

    /** The layout of a part without a header by {@code teacher}, one of {@code headers} ones. */
    private static Layout taught(Part part, FileHead teacher, Layout layout, int headers) {
        FileHead.Line first = part.finder.lines().getFirst();
        if (headers > 1) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s:%d: found no header, and the other parts of %s have different ones; give this part its header"
                            .formatted(
                                    part.head.name(),
                                    first.number(),
                                    PartName.of(part.head.baseName())));
        }
        Layout shared = part.finder.sharing(layout);
        // Other than the first line, the first row may hold line ends in quotes.
        List<FileHead.Row> rows = part.head.rows(shared.format(), 0);
        String row = rows.isEmpty() ? first.text() : rows.getFirst().text();
        int fields = Fields.split(row, shared.format()).size();
        if (fields != shared.columns().size()) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s:%d: found no header and %s, but the header of %s has %s; the line is\n    %s"
                            .formatted(
                                    part.head.name(),
                                    first.number(),
                                    Plural.counted(fields, "field"),
                                    teacher.name(),
                                    Plural.counted(shared.columns().size(), "column"),
                                    first.shown()));
        }
        return part.finder.part(shared);
    }

    /** Parts without a header have the comments of the first part that has it, if no others. */
    private static void shareComments(List<Part> family) {
        Layout first = null;
        for (Part part : family) {
            Layout layout = part.layout;
            if (first == null && layout != null && layout.fromHeader() && layout.dataLines() > 0) {
                first = layout;
            }
        }
        for (Part part : family) {
            Layout layout = part.layout;
            boolean lacksHeader = layout != null && layout.fromHeader() && layout.dataLines() == 0;
            if (first != null && layout != null && lacksHeader && !part.finder.hasComments()) {
                part.layout = layout.withComment(first.format().comment());
            }
        }
    }

    private Resolution build() {
        List<Relation> relations = new ArrayList<>();
        for (Part part : List.copyOf(parts)) {
            try {
                relations.add(relation(part));
            } catch (SluiceException e) {
                leaveOut(part, e);
            }
        }
        NamesOrNumbers ids = ids(relations);
        List<String> kinds = new ArrayList<>(List.of(ids.say("ids")));
        Map<RowKind, Boolean> typesAreNames = new EnumMap<>(RowKind.class);
        for (RowKind kind : RowKind.values()) {
            NamesOrNumbers types = types(relations, kind);
            typesAreNames.put(kind, types != null && types.names());
            if (types != null) {
                kinds.add(types.say(kind == RowKind.LINK ? "link types" : "node types"));
            }
        }
        List<TakenFile> files = new ArrayList<>();
        for (int index = 0; index < parts.size(); index++) {
            Part part = parts.get(index);
            Relation relation = relations.get(index);
            List<Column> columns =
                    relation.columns().stream()
                            .map(
                                    column ->
                                            named(
                                                    column,
                                                    ids.names(),
                                                    typesAreNames.getOrDefault(
                                                            relation.kind(), false)))
                            .toList();
            SourceFile file = file(index, part, relation.withColumns(columns));
            files.add(
                    new TakenFile(
                            file,
                            part.layout,
                            part.finder.dialect(),
                            part.entry != null,
                            firstRow(part)));
        }
        return new Resolution(files, kinds);
    }

    private static SourceFile file(int index, Part part, Relation relation) {
        // The header of objects is not a line of the file.
        Layout inFile = part.head.hasMembers() ? null : part.layout;
        int startLines = part.head.startLines() + (part.head.hasMembers() ? 1 : 0);
        return new SourceFile(
                index,
                part.head.name(),
                part.input.place(),
                part.head.codec(),
                part.head.coding(),
                part.head.lengthBytes(),
                part.head.modifiedNanos(),
                part.head.startByte() + (inFile == null ? 0 : inFile.dataFrom()),
                Math.max(startLines, inFile == null ? 0 : inFile.dataLines()),
                relation);
    }

    private Relation relation(Part part) {
        if (part.facts != null) {
            return Relation.ofFacts(PartName.of(part.head.baseName()), part.facts);
        }
        Relation relation =
                part.layout == null ? emptyRelation(part) : builder(part, part.layout).build();
        List<String> members = part.head.members();
        if (members == null) {
            return relation;
        }
        String nullText = ToldFormat.of(mapping, part.entry).dialect().nullText();
        return relation.ofMembers(new RowMembers(members, nullText));
    }

    /** The first row of a file without a header. */
    private static List<String> firstRow(Part part) {
        Layout layout = part.layout;
        if (layout == null
                || layout.fromHeader()
                || layout.dataLines() > 0
                || part.head.hasMembers()) {
            return List.of();
        }
        List<FileHead.Row> rows = part.head.rows(layout.format(), layout.dataFrom());
        return rows.isEmpty() ? List.of() : List.of(rows.getFirst().text());
    }

    private RelationBuilder builder(Part part, Layout layout) {
        return new RelationBuilder(
                part.head.name(), layout, mapping, part.entry, part.placeholders);
    }

    /** The relation of a file that holds no rows: blank lines and comments at most. */
    private static Relation emptyRelation(Part part) {
        return new Relation(
                PartName.of(part.head.baseName()),
                RowKind.LINK,
                part.finder.emptyFormat(),
                List.of(
                        new Column("id1", Column.Role.ID1, null, null, null),
                        new Column("id2", Column.Role.ID2, null, null, null)),
                new Relation.TypeRef.Number(0),
                null,
                (byte) ';');
    }

    /**
     * Ids are names everywhere as soon as those of one column are: a name must never meet a number
     * that looks like its id.
     */
    private NamesOrNumbers ids(List<Relation> relations) {
        Mapping.IdKind given = mapping == null ? null : mapping.defaults().ids();
        NamesOrNumbers numbers = NamesOrNumbers.UNSEEN;
        for (int index = 0; index < relations.size(); index++) {
            if (relations.get(index).hasFactNames()) {
                return ofFacts(parts.get(index), given);
            }
        }
        for (int index = 0; index < relations.size(); index++) {
            List<Column> columns = relations.get(index).columns();
            for (int position = 0; position < columns.size(); position++) {
                Column column = columns.get(position);
                if (column.role() != Column.Role.ID1 && column.role() != Column.Role.ID2) {
                    continue;
                }
                if (column.group() != null && given == Mapping.IdKind.NUMBERS) {
                    throw numbersInGroup(parts.get(index), column);
                }
                if (given != null) {
                    continue;
                }
                NamesOrNumbers found =
                        column.group() == null
                                ? values(parts.get(index), relations.get(index), position)
                                : inGroup(parts.get(index), column);
                if (found.names()) {
                    return found;
                }
                numbers = numbers.orMoreOf(found);
            }
        }
        return given == null
                ? numbers
                : new NamesOrNumbers(given == Mapping.IdKind.NAMES, "as the mapping says");
    }

    private NamesOrNumbers ofFacts(Part part, Mapping.@Nullable IdKind given) {
        FactFormat facts = part.facts;
        String form =
                facts != null && facts.syntax() == FactFormat.Syntax.JSON ? "Dgraph's JSON" : "RDF";
        if (given == Mapping.IdKind.NUMBERS && mapping != null) {
            throw mapping.error(
                    mapping.defaults().line("ids"),
                    "found ids: numbers in defaults, but the nodes of %s have names, as it is %s; leave it out"
                            .formatted(part.head.name(), form));
        }
        return new NamesOrNumbers(true, "%s is %s".formatted(part.head.name(), form));
    }

    private static NamesOrNumbers inGroup(Part part, Column column) {
        return new NamesOrNumbers(
                true, "column \"%s\" of %s is of names".formatted(column.name(), part.head.name()));
    }

    private SluiceException numbersInGroup(Part part, Column column) {
        String found =
                "found ids: numbers in defaults, but column \"%s\" of %s has ids in a group, which are names; leave out one of them"
                        .formatted(column.name(), part.head.name());
        return mapping == null
                ? new SluiceException(ErrorCode.CONFIG, found)
                : mapping.error(mapping.defaults().line(), found);
    }

    /** What types in columns are; null where no relation of {@code kind} has such a column. */
    private @Nullable NamesOrNumbers types(List<Relation> relations, RowKind kind) {
        NamesOrNumbers numbers = null;
        for (int index = 0; index < relations.size(); index++) {
            List<Column> columns = relations.get(index).columns();
            for (int position = 0; position < columns.size(); position++) {
                if (relations.get(index).kind() == kind
                        && columns.get(position).role() == Column.Role.TYPE_NUMBER) {
                    NamesOrNumbers found = values(parts.get(index), relations.get(index), position);
                    if (found.names()) {
                        return found;
                    }
                    numbers = numbers == null ? found : numbers.orMoreOf(found);
                }
            }
        }
        return numbers;
    }

    private static NamesOrNumbers values(Part part, Relation relation, int position) {
        Layout layout = part.layout;
        if (layout == null) {
            return NamesOrNumbers.UNSEEN;
        }
        List<Column> columns = relation.columns();
        int needed = relation.shortRows() ? neededFields(columns) : columns.size();
        return NamesOrNumbers.of(
                part.head.name(),
                part.head.rows(layout.format(), layout.dataFrom()),
                layout.format(),
                position,
                fields ->
                        fields.size() >= needed
                                && (relation.shortRows() || fields.size() <= columns.size())
                                && fields.stream().skip(columns.size()).allMatch(String::isEmpty));
    }

    /** How many fields a row has at least where data may be missing at its end. */
    private static int neededFields(List<Column> columns) {
        int needed = 0;
        for (int index = 0; index < columns.size(); index++) {
            switch (columns.get(index).role()) {
                case ID1, ID2, TYPE_NUMBER, TYPE_NAME, TIME -> needed = index + 1;
                case IGNORE, VERSION, VISIBILITY, DELETE, DATA, PROPERTY, VALUE -> {}
            }
        }
        return needed;
    }

    private static Column named(Column column, boolean idsAreNames, boolean typesAreNames) {
        return switch (column.role()) {
            case ID1, ID2 ->
                    idsAreNames && column.group() == null
                            ? new Column(
                                    column.name(), column.role(), "", null, null, column.value())
                            : column;
            case TYPE_NUMBER ->
                    typesAreNames
                            ? new Column(column.name(), Column.Role.TYPE_NAME, null, null, null)
                            : column;
            default -> column;
        };
    }
}
