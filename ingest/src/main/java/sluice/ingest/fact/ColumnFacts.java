package sluice.ingest.fact;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.schema.ValueType;

/**
 * The properties of one row of delimited text: each is checked as its field comes, and held until
 * the row is known to be good. Belongs to one thread.
 *
 * <p>For each row {@link #begin}, then {@link #take} for each field, then {@link #append}, unless
 * the row is rejected. An empty field, and an empty part of an array, is no property. The numbers
 * of the predicates are asked for once. Hot: no object for a row; holds as much as its longest row.
 */
public final class ColumnFacts {
    private static final int FIRST_BYTES = 1 << 10;
    private static final int FIRST_ROWS = 16;

    private final ValueColumn[] columns;
    private final byte[][] languages;
    private final long[] types;
    private final byte arrayDelimiter;
    private final FactValue value = new FactValue();

    private byte[] held = new byte[FIRST_BYTES];
    private int heldLength;

    /** For each property its column; then its slot, and where its data ends. */
    private int[] heldColumns = new int[FIRST_ROWS];

    private long[] heldSlots = new long[FIRST_ROWS];
    private int[] heldEnds = new int[FIRST_ROWS];
    private int count;

    /** How many of these all rows have, and how long their data are; they are held first. */
    private final int constants;

    private final int constantBytes;

    /** Asks {@code names} for the number of each predicate. */
    public ColumnFacts(List<ValueColumn> all, byte arrayDelimiter, FactNames names) {
        columns = all.toArray(ValueColumn[]::new);
        this.arrayDelimiter = arrayDelimiter;
        languages = new byte[columns.length][];
        types = new long[columns.length];
        for (int index = 0; index < columns.length; index++) {
            languages[index] = columns[index].language().getBytes(StandardCharsets.US_ASCII);
            byte[] name = columns[index].predicate().getBytes(StandardCharsets.UTF_8);
            types[index] = PropertyTypes.ofPredicate(names.type(name, 0, name.length));
            for (String constant : columns[index].constants()) {
                byte[] text = constant.getBytes(StandardCharsets.UTF_8);
                String fault = takeValue(index, text, 0, text.length);
                if (fault != null) {
                    throw new IllegalStateException(constant + ": " + fault);
                }
            }
        }
        constants = count;
        constantBytes = heldLength;
    }

    /** Begins a row. */
    public void begin() {
        count = constants;
        heldLength = constantBytes;
    }

    /**
     * Takes the field of column {@code index}; returns why it is no property, what was expected and
     * what to do, or null.
     */
    public @Nullable String take(int index, byte[] text, int offset, int length) {
        int end = offset + length;
        if (!columns[index].isArray()) {
            return takeValue(index, text, offset, end);
        }
        int part = offset;
        while (part < end) {
            int partEnd = part;
            while (partEnd < end && text[partEnd] != arrayDelimiter) {
                partEnd++;
            }
            String fault = takeValue(index, text, part, partEnd);
            if (fault != null) {
                return fault;
            }
            part = partEnd + 1;
        }
        return null;
    }

    private @Nullable String takeValue(int index, byte[] text, int offset, int end) {
        ValueColumn column = columns[index];
        int from = offset;
        int to = end;
        if (!column.keepsBlanks()) {
            while (from < to && isBlank(text[from])) {
                from++;
            }
            while (from < to && isBlank(text[to - 1])) {
                to--;
            }
        }
        if (from == to) {
            return null;
        }
        value.begin();
        value.value().setBytes(ValueType.DEFAULT, text, from, to - from);
        if (languages[index].length > 0) {
            value.language(languages[index], 0, languages[index].length);
        }
        String fault = value.check(column.declared());
        if (fault != null) {
            return fault;
        }
        int dataLength = value.finish();
        fault = value.lengthFault();
        if (fault == null) {
            hold(index, dataLength);
        }
        return fault;
    }

    private static boolean isBlank(byte value) {
        return value == ' ' || value == '\t';
    }

    private void hold(int index, int dataLength) {
        if (count == heldEnds.length) {
            heldColumns = Arrays.copyOf(heldColumns, 2 * count);
            heldSlots = Arrays.copyOf(heldSlots, 2 * count);
            heldEnds = Arrays.copyOf(heldEnds, 2 * count);
        }
        int end = Math.addExact(heldLength, dataLength);
        if (end > held.length) {
            held = Arrays.copyOf(held, (int) Math.min(Integer.MAX_VALUE - 8, 2L * end));
        }
        System.arraycopy(value.bytes(), 0, held, heldLength, dataLength);
        heldColumns[count] = index;
        heldSlots[count] = value.slot();
        heldEnds[count++] = end;
        heldLength = end;
    }

    /**
     * Appends the properties of the row as those of {@code id1}; with {@link RowSink#TOMBSTONE} in
     * {@code flags} they delete what their keys hold.
     */
    public void append(long id1, long time, long version, int flags, RowSink sink) {
        int from = 0;
        boolean deletes = (flags & RowSink.TOMBSTONE) != 0;
        for (int row = 0; row < count; row++) {
            int length = deletes ? 0 : heldEnds[row] - from;
            long type = types[heldColumns[row]];
            sink.append(id1, type, heldSlots[row], time, version, flags, held, from, length);
            from = heldEnds[row];
        }
    }
}
