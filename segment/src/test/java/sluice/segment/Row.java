package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import sluice.model.RowSink;

/** One row as an object, for tests. */
public record Row(long id1, long type, long id2, long time, long version, int flags, byte[] data) {
    /** The order of rows in a file. Rows that are equal in it keep the order in which they came. */
    public static final Comparator<Row> FILE_ORDER =
            Comparator.comparing(Row::id1, Long::compareUnsigned)
                    .thenComparing(Row::type, Long::compareUnsigned)
                    .thenComparing(Row::time, Comparator.reverseOrder())
                    .thenComparing(Row::id2, Long::compareUnsigned);

    /** A visible row of version 0 without data. */
    public static Row of(long id1, long type, long id2, long time) {
        return new Row(id1, type, id2, time, 0, 0, new byte[0]);
    }

    public void appendTo(RowSink sink) {
        sink.append(id1, type, id2, time, version, flags, data, 0, data.length);
    }

    /** Fails with the first difference; whole lists would be too long to print. */
    public static void assertSame(List<Row> expected, List<Row> actual) {
        int common = Math.min(expected.size(), actual.size());
        for (int i = 0; i < common; i++) {
            assertEquals(expected.get(i), actual.get(i), "row " + i);
        }
        assertEquals(expected.size(), actual.size(), "count of rows");
    }

    public boolean isTombstone() {
        return (flags & RowSink.TOMBSTONE) != 0;
    }

    /** Whether this row beats {@code other}, which came before it. */
    public boolean beatsEarlier(Row other) {
        return version != other.version ? version > other.version : time >= other.time;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Row row
                && id1 == row.id1
                && type == row.type
                && id2 == row.id2
                && time == row.time
                && version == row.version
                && flags == row.flags
                && Arrays.equals(data, row.data);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id1 * 31 + id2);
    }

    @Override
    public String toString() {
        return "(%s %s %s time=%d version=%d flags=%d data=%d bytes)"
                .formatted(
                        Long.toUnsignedString(id1),
                        Long.toUnsignedString(type),
                        Long.toUnsignedString(id2),
                        time,
                        version,
                        flags,
                        data.length);
    }
}
