package sluice.ingest.row;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ColumnFacts;
import sluice.ingest.fact.LinkTypes;
import sluice.ingest.fact.ReservedTypes;
import sluice.model.RowKind;
import sluice.model.RowSink;

/**
 * Parses rows of delimited text and appends them to a {@link RowSink}. Belongs to one thread.
 *
 * <p>The bytes come in windows; where they are cut makes no difference to rows, rejects or counts.
 *
 * <p><b>Lines.</b> A row ends at a line feed, with or without carriage returns before it. Empty
 * lines, comment lines and, where blanks separate fields, blank lines are no rows. A carriage
 * return elsewhere is data inside quotes; outside it is a fault, and the row (or comment) is
 * rejected up to the next line feed.
 *
 * <p><b>Quotes</b> (RFC 4180). A field that begins with the quote may hold delimiters and line
 * ends, and the quote doubled; only a delimiter or line end may follow the closing quote. A quote
 * that is not closed, before the end of the input or within the bytes that a row may have, rejects
 * its row up to the first line end after that quote, so that one stray quote does not swallow the
 * rest of the file. Every other rejected row ends at a line feed outside quotes ({@link
 * RowExtent}).
 *
 * <p><b>Text.</b> Numbers, flags and ISO times may have blanks around them. Strings must be UTF-8;
 * names and data taken as bytes may be anything.
 *
 * <p><b>Faults.</b> One fault a row is reported: an overlong row, else a misplaced quote or
 * carriage return, else the first field that cannot be read, else a wrong number of fields. Column
 * 0 stands for the whole row. Names are asked for only when all else is well, in the order id1,
 * id2, type.
 *
 * <p>Hot: no object per row. About 16 ns a row of two ids, 36 ns a row of five short fields, 90 ns
 * when these are quoted ({@code RowParserSpeed} measures it).
 */
public final class RowParser implements RowReader {
    /** The longest row in bytes: the longest data and room for keys and quotes. */
    public static final int ROW_BYTES_MAX = RowSink.DATA_BYTES_MAX + (1 << 16);

    private final RowPlan plan;
    private final NameResolver names;
    private final RowSink sink;
    private final Rejects rejects;
    private final int dataBytesMax;
    private final int rowBytesMax;
    private final RowExtent extent;
    private final FieldCutter cutter;
    private final RowFault fault;
    private final FieldValue value = new FieldValue();

    /** The end of a window that has no readable bytes after it. */
    private final GrowingBuffer tail = new GrowingBuffer();

    /** Null where every link is taken. */
    private final @Nullable LinkCheck check;

    /** Null when no column is part of the data. */
    private final @Nullable JsonData json;

    /** Null when no column is a property of the node. */
    private final @Nullable ColumnFacts facts;

    private final int[] actions;
    private final int[] slots;
    private final int[] fastDigits;
    private final boolean whitespace;
    private final boolean plainData;
    private final int comment;

    private final long[] values = new long[RowPlan.VALUES];
    private final boolean[] nameUnquoted = new boolean[3];
    private final int[] nameFrom = new int[3];
    private final int[] nameLength = new int[3];
    private int flags;
    private boolean dataUnquoted;
    private int dataFrom;
    private int dataLength;

    /** Where the row at hand begins. */
    private int rowStart;

    /** Whether bytes are passed over up to the next line end, after an overlong row. */
    private boolean skipping;

    private long bytes;
    private long lines;
    private long rows;
    private long rejected;

    /** Throws {@link sluice.model.SluiceException} when the relation makes no sense. */
    public RowParser(Relation relation, NameResolver names, RowSink sink, Rejects rejects) {
        this(relation, names, sink, rejects, RowSink.DATA_BYTES_MAX, ROW_BYTES_MAX);
    }

    /** For tests, which cannot wait for rows of 16 MiB. */
    public RowParser(
            Relation relation,
            NameResolver names,
            RowSink sink,
            Rejects rejects,
            int dataBytesMax,
            int rowBytesMax) {
        plan = new RowPlan(relation, names);
        this.names = names;
        this.sink = sink;
        this.rejects = rejects;
        this.dataBytesMax = dataBytesMax;
        this.rowBytesMax = rowBytesMax;
        TextFormat format = relation.format();
        extent = new RowExtent(format);
        cutter = new FieldCutter(format);
        json = plan.properties.isEmpty() ? null : new JsonData(plan, dataBytesMax);
        facts =
                plan.values.isEmpty()
                        ? null
                        : new ColumnFacts(plan.values, relation.arrayDelimiter(), names);
        fault = new RowFault(plan, json, dataBytesMax);
        check = relation.kind() == RowKind.LINK ? rejects.linkCheck() : null;
        actions = plan.actions;
        slots = plan.slots;
        fastDigits = plan.fastDigits;
        whitespace = format.whitespace();
        plainData = cutter.takesFieldsWhole();
        comment = format.comment();
        values[RowPlan.TYPE] = plan.type;
    }

    /**
     * Parses the rows of {@code window} from {@code from} to {@code to} and returns where the first
     * row begins that is not whole; with {@code last} the end of the bytes ends the last row. The
     * next window begins with the byte at the returned place; when that is {@code from}, it must be
     * longer than this one.
     *
     * <p>A window with 8 readable bytes after {@code to} spares a copy of its last row.
     */
    @Override
    public int parse(byte[] window, int from, int to, boolean last) {
        Objects.checkFromToIndex(from, to, window.length);
        int inPlaceTo = Math.max(from, Math.min(to, window.length - Swar.SLACK_BYTES));
        boolean endsWell = !last || to > from && window[to - 1] == '\n';
        boolean allInPlace = inPlaceTo == to && endsWell;
        int next = parseRows(window, from, inPlaceTo, last && allInPlace);
        if (next < to && !allInPlace) {
            next += parseTail(window, next, to, last && !endsWell, last);
        }
        if (last) {
            skipping = false;
        }
        return next;
    }

    /** The line ends in the bytes that were parsed so far. */
    @Override
    public long lines() {
        return lines;
    }

    /** The rows that were taken so far, inverse links not counted. */
    @Override
    public long rows() {
        return rows;
    }

    /** The rows that were rejected so far. */
    @Override
    public long rejected() {
        return rejected;
    }

    /** The bytes that were parsed so far. */
    public long bytes() {
        return bytes;
    }

    /**
     * Parses the bytes from a copy with readable bytes after it and, for {@code open}, the line end
     * that is missing.
     */
    private int parseTail(byte[] window, int from, int to, boolean open, boolean last) {
        tail.truncate(0);
        tail.put(window, from, to - from);
        if (open) {
            tail.put((byte) '\n');
        }
        int parsed = parseRows(tail.bytes(), 0, tail.lengthBytes(), last);
        if (open) {
            bytes--;
            lines--;
            parsed--;
        }
        return parsed;
    }

    /**
     * Parses rows of a window that has readable bytes after {@code to} and, {@code atEnd}, ends
     * with a line feed.
     */
    private int parseRows(byte[] window, int from, int to, boolean atEnd) {
        long windowOffset = bytes - from;
        int fence = to;
        while (fence > from && window[fence - 1] != '\n') {
            fence--;
        }
        int next = from;
        while (next < to) {
            if (skipping) {
                next = skipLine(window, next, to);
                continue;
            }
            next = takeRows(window, next, fence);
            if (next < to) {
                int after = settle(window, next, to, atEnd, windowOffset);
                if (after == next) {
                    break;
                }
                next = after;
            }
        }
        bytes += next - from;
        return next;
    }

    /**
     * Takes rows until one cannot be taken or the fence is reached, behind which no row ends;
     * returns where it is.
     */
    private int takeRows(byte[] window, int from, int fence) {
        int next = from;
        while (next < fence) {
            int first = window[next] & 0xff;
            if (first <= ' ' || first == comment) {
                int after = pastEmptyLine(window, next);
                if (after < 0) {
                    return next;
                }
                if (after != next) {
                    lines++;
                    next = after;
                    continue;
                }
            }
            int content = whitespace && first <= ' ' ? FieldCutter.pastBlanks(window, next) : next;
            beginRow(next);
            int end = takeRow(window, content, fence);
            if (end < 0) {
                return next;
            }
            lines += 1 + cutter.lineEnds;
            rows++;
            next = end + 1;
        }
        return next;
    }

    /**
     * Where the line after the one at {@code start} begins if that holds no row, else {@code
     * start}; {@link FieldCutter#FAULT} for a comment with a carriage return inside.
     */
    private int pastEmptyLine(byte[] window, int start) {
        int position = whitespace ? FieldCutter.pastBlanks(window, start) : start;
        if (position - start > rowBytesMax) {
            return start;
        }
        int first = window[position] & 0xff;
        if (first == comment) {
            int textEnd = Swar.fieldEnd(window, position, Swar.ONES * '\n', Swar.ONES * '\n');
            int lineFeed = FieldCutter.lineFeed(window, textEnd);
            return lineFeed < 0 ? lineFeed : lineFeed + 1;
        }
        int lineFeed = FieldCutter.lineFeed(window, position);
        return lineFeed < 0 ? start : lineFeed + 1;
    }

    /**
     * Takes the row whose first field is at {@code content} and returns where its line feed is; or
     * {@link FieldCutter#INCOMPLETE} or {@link FieldCutter#FAULT}.
     */
    private int takeRow(byte[] window, int content, int fence) {
        int next = content;
        for (int column = 0; column < actions.length; column++) {
            int end;
            int action = actions[column];
            if (action <= RowPlan.SCALED) {
                end = takeNumber(window, column, action, next);
                if (end < 0) {
                    end = takeField(window, column, action, next, fence);
                }
            } else if (action == RowPlan.DATA && plainData && !cutter.isQuoted(window, next)) {
                end = takeData(window, column, next);
            } else {
                end = takeField(window, column, action, next, fence);
            }
            if (end < 0) {
                return end;
            }
            if (window[end] == '\n') {
                return endRow(window, end, column + 1);
            }
            next = end + 1;
            if (whitespace && window[next] <= ' ') {
                next = FieldCutter.pastBlanks(window, next);
                int lineFeed = FieldCutter.lineFeed(window, next);
                if (lineFeed >= 0) {
                    return endRow(window, lineFeed, column + 1);
                }
            }
        }
        return passExtraFields(window, next, fence);
    }

    private void beginRow(int start) {
        rowStart = start;
        cutter.beginRow(start + rowBytesMax + 1);
        flags = 0;
        dataUnquoted = false;
        dataFrom = start;
        dataLength = 0;
        values[RowPlan.VERSION] = 0;
        if (json != null) {
            json.begin();
        }
        if (facts != null) {
            facts.begin();
        }
    }

    /**
     * Takes a number of digits alone and returns where its field ends, or -1 when it is anything
     * else.
     */
    private int takeNumber(byte[] window, int column, int action, int from) {
        long word = Swar.word(window, from);
        int bits = Swar.digitBits(word);
        if (bits == Long.SIZE) {
            return takeLongNumber(window, column, action, from, Swar.number(word, Long.SIZE));
        }
        byte stop = (byte) (word >>> bits);
        int end = from + (bits >>> 3);
        if (bits == 0 || !cutter.isStop(stop)) {
            if (bits == 0 || !FieldCutter.isLineEnd(window, end)) {
                return -1;
            }
            end++;
        }
        return putNumber(column, action, Swar.number(word, bits), end);
    }

    /** Takes a number whose first eight digits are {@code high}. */
    private int takeLongNumber(byte[] window, int column, int action, int from, long high) {
        long number = high;
        int position = from + 8;
        long word = Swar.word(window, position);
        int bits = Swar.digitBits(word);
        if (bits == Long.SIZE) {
            number = number * 100_000_000L + Swar.number(word, bits);
            position += 8;
            word = Swar.word(window, position);
            bits = Swar.digitBits(word);
        }
        int end = position + (bits >>> 3);
        if (end - from > fastDigits[column]) {
            return -1;
        }
        if (bits > 0) {
            number = number * Swar.powerOfTen(bits >>> 3) + Swar.number(word, bits);
        }
        if (!cutter.isStop((byte) (word >>> bits))) {
            if (!FieldCutter.isLineEnd(window, end)) {
                return -1;
            }
            end++;
        }
        return putNumber(column, action, number, end);
    }

    /** Keeps a number and returns {@code end}, or -1 when it cannot be scaled. */
    private int putNumber(int column, int action, long number, int end) {
        long scaled = number;
        if (action == RowPlan.SCALED) {
            value.number = number;
            if (!value.scale(plan.multiplier, plan.divisor)) {
                return -1;
            }
            scaled = value.number;
        }
        values[slots[column]] = scaled;
        return end;
    }

    /** Takes data without quotes and returns where its field ends. */
    private int takeData(byte[] window, int column, int from) {
        int end = cutter.plainEnd(window, from);
        dataFrom = from;
        dataLength = end - from;
        if (dataLength > dataBytesMax) {
            return fault.ofDataLength(column);
        }
        return window[end] == '\r' ? FieldCutter.lineFeed(window, end) : end;
    }

    /**
     * Takes a field of any kind and returns where it ends; or {@link FieldCutter#INCOMPLETE} or
     * {@link FieldCutter#FAULT}.
     */
    private int takeField(byte[] window, int column, int action, int from, int fence) {
        int end = cutter.cut(window, from, fence);
        if (end < 0 || action == RowPlan.IGNORE) {
            return end;
        }
        byte[] text = cutter.unquoted ? cutter.unquotedBytes() : window;
        if (!plainData && cutter.isNull(window)) {
            cutter.length = 0;
            if (action >= RowPlan.PROPERTY) {
                return end;
            }
        }
        if (action == RowPlan.VALUE) {
            return takeValue(text, column) ? end : FieldCutter.FAULT;
        }
        if (action <= RowPlan.SCALED || action == RowPlan.VISIBILITY || action == RowPlan.DELETE) {
            cutter.strip(text);
        }
        boolean good =
                switch (action) {
                    case RowPlan.UNSIGNED ->
                            value.readUnsigned(text, cutter.from, cutter.length)
                                    && !isTypeForNames(column)
                                    && setNumber(column);
                    case RowPlan.SIGNED -> takeSigned(text, column);
                    case RowPlan.SCALED ->
                            value.readScaled(
                                            text,
                                            cutter.from,
                                            cutter.length,
                                            plan.multiplier,
                                            plan.divisor)
                                    && setNumber(column);
                    case RowPlan.NAME -> takeName(text, column);
                    case RowPlan.TIME_TEXT -> takeTime(text, column);
                    case RowPlan.VISIBILITY -> takeFlag(text, RowSink.HIDDEN, 0);
                    case RowPlan.DELETE ->
                            cutter.length == 0 || takeFlag(text, RowSink.TOMBSTONE, 1);
                    case RowPlan.DATA -> takeDataField();
                    case RowPlan.PROPERTY -> takeProperty(text, column);
                    default ->
                            throw new IllegalStateException(
                                    "column without action: action=" + action);
                };
        return good ? end : fault.ofField(text, cutter.from, cutter.length, column);
    }

    private boolean isTypeForNames(int column) {
        return slots[column] == RowPlan.TYPE && ReservedTypes.has(value.number);
    }

    private boolean setNumber(int column) {
        values[slots[column]] = value.number;
        return true;
    }

    private boolean takeSigned(byte[] text, int column) {
        if (cutter.length == 0 && slots[column] == RowPlan.VERSION) {
            return true;
        }
        return value.readSigned(text, cutter.from, cutter.length) && setNumber(column);
    }

    private boolean takeName(byte[] text, int column) {
        int slot = slots[column];
        nameUnquoted[slot] = cutter.unquoted;
        nameFrom[slot] = cutter.from;
        nameLength[slot] = cutter.length;
        boolean fits = cutter.length >= 1 && cutter.length <= RowFault.nameBytesMax(slot);
        LinkTypes types = slot == RowPlan.TYPE ? plan.linkTypes : null;
        return fits && (types == null || types.allow(text, cutter.from, cutter.length));
    }

    private boolean takeTime(byte[] text, int column) {
        TimeReader reader = Objects.requireNonNull(plan.times[column]);
        boolean good = reader.read(text, cutter.from, cutter.length);
        values[RowPlan.TIME] = reader.millis;
        return good;
    }

    private boolean takeFlag(byte[] text, int flag, int whenSet) {
        int truth = FieldValue.truth(text, cutter.from, cutter.length);
        flags |= truth == whenSet ? flag : 0;
        return truth >= 0;
    }

    private boolean takeDataField() {
        dataUnquoted = cutter.unquoted;
        dataFrom = cutter.from;
        dataLength = cutter.length;
        return cutter.length <= dataBytesMax;
    }

    private boolean takeProperty(byte[] text, int column) {
        JsonData json = Objects.requireNonNull(this.json);
        return cutter.length <= dataBytesMax
                && json.put(plan.members[column], text, cutter.from, cutter.length)
                && json.lengthBytes() < dataBytesMax;
    }

    private boolean takeValue(byte[] text, int column) {
        ColumnFacts facts = Objects.requireNonNull(this.facts);
        int index = plan.members[column];
        boolean isText =
                !plan.values.get(index).isText() || Utf8.isValid(text, cutter.from, cutter.length);
        String cause = isText ? facts.take(index, text, cutter.from, cutter.length) : "";
        if (cause != null) {
            fault.ofValue(text, cutter.from, cutter.length, column, cause);
        }
        return cause == null;
    }

    /** Passes over the fields after the last column and ends the row. */
    private int passExtraFields(byte[] window, int from, int fence) {
        int next = from;
        int fields = actions.length;
        boolean allEmpty = true;
        while (true) {
            int end = cutter.cut(window, next, fence);
            if (end < 0) {
                return end;
            }
            fields++;
            allEmpty &= cutter.length == 0;
            next = end + 1;
            boolean ends = window[end] == '\n';
            if (!ends && whitespace) {
                next = FieldCutter.pastBlanks(window, next);
                int lineFeed = FieldCutter.lineFeed(window, next);
                ends = lineFeed >= 0;
                end = ends ? lineFeed : end;
            }
            if (ends) {
                boolean good = allEmpty && plan.relation.shortRows() || plan.relation.extraFields();
                return good ? endRow(window, end, actions.length) : fault.ofCount(fields, allEmpty);
            }
        }
    }

    /**
     * Appends the row whose line feed is at {@code end}, which it returns; or {@link
     * FieldCutter#FAULT}.
     */
    private int endRow(byte[] window, int end, int fields) {
        if (fields < plan.neededFields || end - rowStart > rowBytesMax) {
            return fault.ofCount(fields, fields >= plan.leastFields);
        }
        if (plan.hasNames) {
            resolveNames(window);
        }
        if (check != null && !passes(check, window)) {
            return FieldCutter.FAULT;
        }
        byte[] data = dataUnquoted ? cutter.unquotedBytes() : window;
        if (json != null) {
            json.end();
            data = json.bytes();
            dataFrom = 0;
            dataLength = json.lengthBytes();
        }
        long id1 = values[RowPlan.ID1];
        long id2 = values[RowPlan.ID2];
        long time = values[RowPlan.TIME];
        long version = values[RowPlan.VERSION];
        sink.append(
                id1, values[RowPlan.TYPE], id2, time, version, flags, data, dataFrom, dataLength);
        LinkTypes types = plan.linkTypes;
        if (types != null && types.leadsBack()) {
            sink.append(
                    id2, types.typeBack(), id1, time, version, flags, data, dataFrom, dataLength);
        } else if (plan.hasInverse) {
            sink.append(
                    id2, plan.inverseType, id1, time, version, flags, data, dataFrom, dataLength);
        }
        if (facts != null) {
            facts.append(id1, time, version, flags, sink);
        }
        return end;
    }

    /** Whether the link at hand is taken, though its ends may not be declared. */
    private boolean passes(LinkCheck check, byte[] window) {
        boolean first = check.isDeclared(values[RowPlan.ID1]);
        boolean second = check.isDeclared(values[RowPlan.ID2]);
        if ((first && second) || (flags & RowSink.TOMBSTONE) != 0) {
            return true;
        }
        String id1 = first ? "" : idText(RowPlan.ID1, window);
        String id2 = second ? "" : idText(RowPlan.ID2, window);
        fault.ofEnds(id1, id2);
        if (!check.rejects()) {
            check.tell(lines + 1, fault.column, fault.cause);
        }
        return !check.rejects();
    }

    private String idText(int slot, byte[] window) {
        if (!plan.named[slot]) {
            return Long.toUnsignedString(values[slot]);
        }
        byte[] text = nameUnquoted[slot] ? cutter.unquotedBytes() : window;
        return FoundText.of(text, nameFrom[slot], nameLength[slot]);
    }

    private void resolveNames(byte[] window) {
        for (int slot = RowPlan.ID1; slot <= RowPlan.TYPE; slot++) {
            if (plan.named[slot]) {
                byte[] text = nameUnquoted[slot] ? cutter.unquotedBytes() : window;
                values[slot] =
                        slot == RowPlan.TYPE
                                ? names.type(text, nameFrom[slot], nameLength[slot])
                                : names.id(
                                        plan.groups[slot], text, nameFrom[slot], nameLength[slot]);
            }
        }
    }

    private int skipLine(byte[] window, int from, int to) {
        int end = Swar.lineEnd(window, from, to);
        if (end < 0) {
            return to;
        }
        skipping = false;
        lines++;
        return end + 1;
    }

    // What follows is cold: it runs for rows that are not taken.

    /**
     * Rejects the row at {@code start} and returns where the next one begins, or returns {@code
     * start} when the window may not hold all of it.
     */
    private int settle(byte[] window, int start, int to, boolean atEnd, long windowOffset) {
        boolean overlong = to - start > rowBytesMax;
        int limit = overlong ? start + rowBytesMax + 1 : to;
        extent.scan(window, start, limit);
        if (extent.end < 0 && !overlong && !atEnd) {
            return start;
        }
        int end = extent.endWithin(window, limit);
        if (end < 0 && extent.comment && extent.fault == RowExtent.Fault.NONE) {
            return skipFrom(window, start, limit);
        }
        int column = extent.column;
        String cause;
        if (extent.fault == RowExtent.Fault.UNCLOSED) {
            String where = overlong ? "within " + rowBytesMax + " bytes" : "before the input ends";
            cause = "quote is not closed " + where;
        } else if (end < 0) {
            column = 0;
            cause = RowFault.overlong(rowBytesMax);
        } else if (extent.fault == RowExtent.Fault.RETURN) {
            cause = RowFault.CARRIAGE_RETURN;
        } else if (extent.fault == RowExtent.Fault.AFTER_QUOTE) {
            int lineEnd = Swar.lineEnd(window, extent.at, limit);
            cause = fault.afterQuote(window, extent.at, lineEnd);
        } else {
            column = fault.column;
            cause = fault.cause;
        }
        if (end < 0) {
            reject(window, start, limit - start, windowOffset, column, cause);
            return skipFrom(window, start, limit);
        }
        int length = FieldCutter.lengthWithoutReturns(window, start, end);
        reject(window, start, length, windowOffset, column, cause);
        lines += Swar.lineEndCount(window, start, end + 1);
        return end + 1;
    }

    private int skipFrom(byte[] window, int start, int limit) {
        lines += Swar.lineEndCount(window, start, limit);
        skipping = true;
        return limit;
    }

    private void reject(
            byte[] window, int start, int length, long windowOffset, int column, String cause) {
        byte[] row =
                Arrays.copyOfRange(window, start, start + Math.min(Rejects.ROW_BYTES_MAX, length));
        rejected++;
        rejects.reject(lines + 1, windowOffset + start, column, cause, row);
    }
}
