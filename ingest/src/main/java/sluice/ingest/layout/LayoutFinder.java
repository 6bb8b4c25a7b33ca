package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.ingest.mapping.Dialect;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.Fields;
import sluice.ingest.row.TextFormat;
import sluice.model.ErrorCode;
import sluice.model.Plural;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/** Finds the layout of one file from its first lines and what a mapping says of it. */
final class LayoutFinder {
    /** Bytes that begin a comment where no mapping says so. */
    private static final String COMMENT_BYTES = "#%";

    private final FileHead head;
    private final Mapping.@Nullable Entry entry;
    private final @Nullable Mapping mapping;
    private final @Nullable Integer delimiter;

    /** The comment byte that the mapping gives or that the first lines show, -1 for none. */
    private final int comment;

    /** What the mapping or the first lines show of the format. */
    private final ToldFormat told;

    /** The lines that are neither blank nor comment. */
    private final List<FileHead.Line> lines;

    private final DelimiterGuess guess;

    LayoutFinder(FileHead head, @Nullable Mapping mapping, Mapping.@Nullable Entry entry) {
        this.head = head;
        this.mapping = mapping;
        this.entry = entry;
        ToldFormat given = head.told(ToldFormat.of(mapping, entry));
        List<FileHead.Line> all = head.lines();
        this.delimiter = given.delimiter();
        this.comment = given.comment() != null ? given.comment() : shownComment(all);
        this.told = given.withComment(comment);
        this.lines =
                all.stream().filter(line -> !line.isBlank() && !isComment(line.text())).toList();
        int pairComment = comment < 0 && given.comment() == null ? '#' : comment;
        this.guess = new DelimiterGuess(head, lines, told, takesShortRows(), pairComment);
    }

    private static <T> @Nullable T first(@Nullable T given, @Nullable T fallback) {
        return given == null ? fallback : given;
    }

    private static int shownComment(List<FileHead.Line> lines) {
        for (FileHead.Line line : lines) {
            if (!line.isBlank()) {
                char first = line.text().charAt(0);
                return COMMENT_BYTES.indexOf(first) >= 0 ? first : -1;
            }
        }
        return -1;
    }

    /** Whether the mapping, or the file itself, says which lines are comments. */
    boolean hasComments() {
        return comment >= 0;
    }

    private boolean isComment(String line) {
        return !line.isEmpty() && line.charAt(0) == comment;
    }

    /** What the mapping says of the file's text. */
    Dialect dialect() {
        return told.dialect();
    }

    /** The format of a file that holds nothing but blank lines and comments. */
    TextFormat emptyFormat() {
        return told.dialect().format(Fields.WHITESPACE, -1, comment < 0 ? '#' : comment);
    }

    /** The lines of the head that are neither blank nor comment. */
    List<FileHead.Line> lines() {
        return lines;
    }

    /** Whether the file holds nothing but blank lines and comments. */
    boolean isEmpty() {
        if (lines.isEmpty() && !head.whole()) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: no row in the first %d bytes; is this text with line ends?"
                            .formatted(head.name(), head.text().length));
        }
        return lines.isEmpty();
    }

    /** The layout that the mapping or a header in the file gives, or null where neither does. */
    @Nullable Layout declared() {
        FileHead.Line first = lines.getFirst();
        if (entry != null && entry.columns() != null && !head.hasMembers()) {
            return listed(entry.columns(), first);
        }
        if (headerLine() == Mapping.HeaderLine.ABSENT) {
            return null;
        }
        Header found = header(first, told);
        Layout joined =
                found == null || Fields.endsQuoted(first.text(), found.format())
                        ? declaredInLines(first)
                        : null;
        return joined != null || found == null ? joined : layout(found, first);
    }

    /** The layout that a header of several lines gives, in the cut into most columns. */
    private @Nullable Layout declaredInLines(FileHead.Line first) {
        Header best = null;
        FileHead.Line row = first;
        for (int candidate :
                delimiter == null ? DelimiterGuess.rowDelimiters() : List.of(delimiter)) {
            FileHead.Line joined = joined(first, told.with(candidate));
            Header other = joined == null ? null : header(joined, told.withDelimiter(candidate));
            boolean more =
                    other != null
                            && (best == null || other.columns().size() > best.columns().size());
            if (joined != null && more) {
                best = other;
                row = joined;
            }
        }
        return best == null ? null : layout(best, row);
    }

    private Layout layout(Header found, FileHead.Line row) {
        checkComments(row);
        checkText(row);
        return new Layout(
                row.text(),
                found.format(),
                found.columns(),
                found.origin(),
                row.next(),
                row.number());
    }

    /** What {@code row} is as a header, or null where it is none. */
    private @Nullable Header header(FileHead.Line row, ToldFormat told) {
        String text = row.text();
        Header found = Header.recognise(text, told);
        Set<String> names = namedColumns();
        if (found == null && !names.isEmpty()) {
            found = Header.holding(names, text, told);
        }
        if (found == null && headerLine() == Mapping.HeaderLine.PRESENT) {
            found = Header.forced(text, told);
        }
        if (found != null) {
            boolean searches = found.origin() == Layout.Origin.NAMED_HEADER && lacksIds();
            Header pair = searches ? found.withPair() : null;
            return pair == null ? found : pair;
        }
        Header pair = lacksIds() ? Header.ofPair(text, told) : null;
        return pair != null && isAboveIds(pair, row) ? pair : null;
    }

    /** The layout of {@code teacher} with the comments that this part of its relation shows. */
    Layout sharing(Layout teacher) {
        return comment < 0 ? teacher : teacher.withComment(comment);
    }

    /**
     * The layout that {@code shared} gives a part of its relation: behind its header where the part
     * has that too, else from its first byte.
     */
    Layout part(Layout shared) {
        List<String> names = Fields.split(shared.headerLine(), shared.format());
        FileHead.Line first = lines.getFirst();
        for (TextFormat format : List.of(shared.format(), told.with(shared.delimiter(), '"'))) {
            FileHead.Line joined = joined(first, format);
            FileHead.Line row = joined == null ? first : joined;
            if (headerLine() != Mapping.HeaderLine.ABSENT
                    && Fields.split(row.text(), format).equals(names)) {
                return shared.behind(row).withComment(comment);
            }
        }
        return shared.withoutHeader();
    }

    /** Whether the mapping leaves it to the header which columns the ends of links are in. */
    private boolean lacksIds() {
        if (entry == null) {
            return true;
        }
        boolean given = false;
        for (Mapping.Id id : Arrays.asList(entry.id(), entry.id1(), entry.id2())) {
            given |= id != null && id.column() != null;
        }
        return !given && entry.columnChanges().isEmpty() && entry.kind() != RowKind.NODE;
    }

    /** Whether the ids of {@code pair} stand above numbers, or names that the mapping expects. */
    private boolean isAboveIds(Header pair, FileHead.Line row) {
        boolean expected = entry != null && (entry.id1() != null || entry.id2() != null);
        for (FileHead.Row each : head.rows(pair.format(), row.next())) {
            List<String> fields = Fields.split(each.text(), pair.format());
            for (int index = 0; index < Math.min(fields.size(), pair.columns().size()); index++) {
                boolean number = Fields.isUnsignedNumber(fields.get(index).strip());
                if (pair.columns().get(index).isId() && !number && !expected) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The first line together with those that a quoted field of it goes on in; null where it has no
     * such field, or none that is closed in the head.
     */
    private FileHead.@Nullable Line joined(FileHead.Line first, TextFormat format) {
        StringBuilder text = new StringBuilder(first.text());
        List<FileHead.Line> all = head.lines();
        for (int index = first.number() - head.startLines(); index < all.size(); index++) {
            if (!Fields.endsQuoted(text.toString(), format)) {
                return null;
            }
            FileHead.Line next = all.get(index);
            text.append('\n').append(next.text());
            if (!Fields.endsQuoted(text.toString(), format)) {
                return new FileHead.Line(next.number(), first.from(), next.next(), text.toString());
            }
        }
        return null;
    }

    /**
     * The layout of rows without any header: two numbers, or columns that a mapping names by
     * position.
     */
    @Nullable Layout shaped() {
        TextFormat pairs = guess.pairFormat();
        if (pairs != null) {
            List<ColumnDraft> pair =
                    List.of(
                            ColumnDraft.of("id1", ColumnDraft.Job.ID1),
                            ColumnDraft.of("id2", ColumnDraft.Job.ID2));
            return new Layout("", pairs, pair, Layout.Origin.SHAPE, 0, 0);
        }
        int found = delimiter == null ? guess.rowDelimiter() : delimiter;
        int columnCount = takesShortRows() ? guess.longestRow(found) : guess.columnCount(found);
        if (columnCount > 0
                && entry != null
                && (namesPositions() || headerLine() == Mapping.HeaderLine.ABSENT)) {
            List<ColumnDraft> columns = new ArrayList<>();
            for (int position = 1; position <= columnCount; position++) {
                columns.add(ColumnDraft.of("column" + position, ColumnDraft.Job.PROPERTY));
            }
            TextFormat format = told.with(found);
            refuseHeaderAsRow(format, "the numbers of columns");
            return new Layout("", format, columns, Layout.Origin.POSITIONS, 0, 0);
        }
        return null;
    }

    private Mapping.HeaderLine headerLine() {
        if (head.isRows()) {
            return Mapping.HeaderLine.PRESENT;
        }
        Mapping.HeaderLine given =
                first(
                        entry == null ? null : entry.header(),
                        mapping == null ? null : mapping.defaults().header());
        return given == null ? Mapping.HeaderLine.FOUND_OUT : given;
    }

    private Layout listed(List<String> columns, FileHead.Line first) {
        List<ColumnDraft> drafts = ColumnDraft.parseAll(columns);
        int found = delimiter == null ? delimiterFor(drafts.size(), first) : delimiter;
        TextFormat format = told.with(found);
        FileHead.Line joined = joined(first, format);
        FileHead.Line row = joined == null ? first : joined;
        List<String> fields = Fields.split(row.text(), format);
        boolean header =
                switch (headerLine()) {
                    case PRESENT -> true;
                    case ABSENT -> false;
                    case FOUND_OUT ->
                            fields.stream().map(String::strip).toList().equals(columns)
                                    || ColumnDraft.parseAll(fields).stream()
                                            .map(ColumnDraft::name)
                                            .toList()
                                            .equals(drafts.stream().map(ColumnDraft::name).toList())
                                    || Header.recognise(row.text(), told) != null;
                };
        if (header) {
            checkComments(row);
            checkText(row);
            return new Layout(
                    row.text(), format, drafts, Layout.Origin.LIST, row.next(), row.number());
        }
        refuseHeaderAsRow(format, "a list of columns");
        return new Layout("", format, drafts, Layout.Origin.LIST, 0, 0);
    }

    /** A header that nothing says to be one would become a row, and make names of all ids. */
    private void refuseHeaderAsRow(TextFormat format, String given) {
        List<List<String>> rows = guess.rows(format);
        if (headerLine() != Mapping.HeaderLine.FOUND_OUT
                || rows.isEmpty()
                || mapping == null
                || entry == null
                || !HeaderGuess.isHeader(rows.getFirst(), rows.subList(1, rows.size()))) {
            return;
        }
        throw mapping.error(
                entry.line(entry.columns() == null ? "files" : "columns"),
                "found %s for %s, whose first row looks like a header; say header: true to leave that row out, or header: false to load it\n    %s"
                        .formatted(given, head.name(), lines.getFirst().shown()));
    }

    private int delimiterFor(int columnCount, FileHead.Line first) {
        for (int candidate : DelimiterGuess.rowDelimiters()) {
            TextFormat format = told.with(candidate);
            FileHead.Line joined = joined(first, format);
            String row = joined == null ? first.text() : joined.text();
            if (Fields.split(row, format).size() == columnCount) {
                return candidate;
            }
        }
        int line = entry == null ? 1 : entry.line("columns");
        throw new SluiceException(
                ErrorCode.CONFIG,
                "%s:%d: found %s, but the first line of %s has not so many with any common delimiter: %s; fix columns or say delimiter:"
                        .formatted(
                                mapping == null ? "" : mapping.fileName(),
                                line,
                                Plural.counted(columnCount, "column"),
                                head.name(),
                                first.shown()));
    }

    private boolean takesShortRows() {
        return entry != null && entry.takesShortRows(mapping);
    }

    private Set<String> namedColumns() {
        return entry == null ? Set.of() : ColumnJobs.namedInFile(entry);
    }

    private boolean namesPositions() {
        return columnNames().anyMatch(column -> column.position() > 0);
    }

    private Stream<Mapping.ColumnName> columnNames() {
        return entry == null ? Stream.of() : entry.columnNames().stream();
    }

    /** A comment above the header with a carriage return might hide rows, or the header. */
    private void checkComments(FileHead.Line header) {
        for (FileHead.Line line : head.lines()) {
            if (line.next() <= header.from() && line.text().indexOf('\r') >= 0) {
                throw carriageReturn(line);
            }
        }
    }

    /** A header with a carriage return hides rows, and one that is not UTF-8 changes names. */
    private void checkText(FileHead.Line line) {
        if (!head.isPlainText(line)) {
            throw line.text().indexOf('\r') >= 0
                    ? carriageReturn(line)
                    : new SluiceException(
                            ErrorCode.INPUT,
                            "%s:%d: the header is not UTF-8; say encoding: in a mapping, such as windows-1252"
                                    .formatted(head.name(), line.number()));
        }
    }

    private SluiceException carriageReturn(FileHead.Line line) {
        int control = new HeadBytes(head.name(), head.text(), head.whole()).controlByte();
        return control >= 0
                ? noText(control)
                : new SluiceException(
                        ErrorCode.INPUT,
                        "%s:%d: found a carriage return inside the line; expected line feeds at line ends, run: tr '\\r' '\\n'"
                                .formatted(head.name(), line.number()));
    }

    private SluiceException noText(int control) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s: found the byte 0x%02x at byte %d; is this text with line ends? expected rows of delimited text"
                        .formatted(
                                head.name(),
                                head.text()[control] & 0xff,
                                head.startByte() + control));
    }

    /** The error of a file whose rows nothing explains. */
    SluiceException unknown() {
        FileHead.Line first = lines.getFirst();
        int found = delimiter == null ? guess.rowDelimiter() : delimiter;
        int count = guess.columnCount(found);
        for (FileHead.Line line : lines) {
            if (line.text().indexOf('\r') >= 0) {
                return carriageReturn(line);
            }
        }
        int control = new HeadBytes(head.name(), head.text(), head.whole()).controlByte();
        if (control >= 0) {
            return noText(control);
        }
        if (mapping != null && entry != null && !namedColumns().isEmpty()) {
            return missingColumn(mapping, entry, first);
        }
        Header header = Header.forced(first.text(), told);
        List<String> names = header.columns().stream().map(ColumnDraft::name).toList();
        List<List<String>> rows = guess.rows(header.format());
        if (rows.size() > 1 && HeaderGuess.isHeader(names, rows.subList(1, rows.size()))) {
            return new SluiceException(
                    ErrorCode.INPUT,
                    """
                    %s:%d: the first line looks like a header, but its names do not tell what its columns are; it is
                        %s
                    %s\
                    """
                            .formatted(
                                    head.name(),
                                    first.number(),
                                    first.shown(),
                                    MappingAdvice.ofHeader(head.baseName(), header, rows)));
        }
        TextFormat pairs = told.allWith(found).getLast();
        FileHead.Line odd =
                lines.stream()
                        .filter(line -> !DelimiterGuess.isPair(line.text(), pairs))
                        .findFirst()
                        .orElse(first);
        return new SluiceException(
                ErrorCode.INPUT,
                """
                %s:%d: found no header that is known, and the %s not speak for themselves; the first line%s is
                    %s
                %s\
                """
                        .formatted(
                                head.name(),
                                odd.number(),
                                count > 1 ? count + " columns do" : "rows do",
                                odd == first ? "" : " that is not two numbers",
                                odd.shown(),
                                MappingAdvice.ofRows(
                                        head.baseName(),
                                        Math.max(count, 2),
                                        names.stream().noneMatch(HeaderGuess::isNumber))));
    }

    /** The error of an entry that names a column which the first line does not hold. */
    private SluiceException missingColumn(Mapping from, Mapping.Entry of, FileHead.Line first) {
        List<String> found =
                Header.forced(first.text(), told).columns().stream()
                        .map(ColumnDraft::name)
                        .toList();
        String name =
                namedColumns().stream()
                        .filter(each -> !found.contains(each))
                        .findFirst()
                        .orElse(namedColumns().iterator().next());
        int line =
                of.columnNames().stream()
                        .filter(column -> column.name().equals(name))
                        .mapToInt(Mapping.ColumnName::line)
                        .findFirst()
                        .orElse(of.line());
        String nearest = Fields.nearest(name, found);
        return from.error(
                line,
                "found column \"%s\", but the first line of %s does not name it%s\n    %s"
                        .formatted(
                                name,
                                head.name(),
                                nearest == null ? "" : "; did you mean \"" + nearest + "\"?",
                                first.shown()));
    }
}
