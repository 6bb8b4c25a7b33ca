package sluice.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a Parquet file of flat columns without missing values: plain values in pages, packed by
 * zstd, with checksums, and the least and the greatest number of each column of a row group. Fields
 * are given one after the other, in the order of the columns. The same rows give the same bytes.
 * Belongs to one thread. Memory: one row group, packed, of {@value #GROUP_BYTES} bytes or so, and a
 * page of each column.
 */
public final class ParquetWriter {
    /** The values of a column. */
    public enum Kind {
        /** Numbers of 64 bits without a sign. */
        UNSIGNED,
        /** Numbers of 64 bits. */
        SIGNED,
        /** Texts in UTF-8. */
        TEXT,
        /** Any bytes. */
        BYTES;

        boolean isNumber() {
            return this == UNSIGNED || this == SIGNED;
        }

        /** The format's number of how values are stored. */
        int physical() {
            ParquetColumn.Physical type =
                    isNumber() ? ParquetColumn.Physical.INT64 : ParquetColumn.Physical.BYTES;
            return type.ordinal();
        }
    }

    /** A column by its name. */
    public record Field(String name, Kind kind) {}

    /** Takes the bytes of the file, one piece after the other. */
    public interface Output {
        void write(ByteBuffer bytes) throws IOException;
    }

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int GROUP_BYTES = 4 << 20;
    private static final int GROUP_ROWS = 1 << 20;
    private static final int ZSTD = 6;
    private static final int UTF8 = 0;
    private static final int UINT_64 = 14;

    private record Place(long byteOffset, WrittenColumn.Totals totals) {}

    private record Group(long rows, List<Place> places) {}

    private final List<Field> fields;
    private final Output output;
    private final long groupBytes;
    private final List<WrittenColumn> columns = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private long written;
    private int next;
    private long rows;
    private long groupRows;

    /** Begins a file. */
    public ParquetWriter(List<Field> fields, Output output) throws IOException {
        this(fields, output, GROUP_BYTES);
    }

    /** As above, with row groups of {@code groupBytes}, about, packed. */
    ParquetWriter(List<Field> fields, Output output, long groupBytes) throws IOException {
        this.groupBytes = groupBytes;
        this.fields = List.copyOf(fields);
        this.output = output;
        for (Field field : fields) {
            columns.add(new WrittenColumn(field.kind() == Kind.UNSIGNED));
        }
        write(MAGIC);
    }

    /** The next field of the row, a number. */
    public void number(long value) {
        columns.get(next++).number(value);
    }

    /** The next field of the row, a text or bytes; they are copied. */
    public void bytes(byte[] value) {
        columns.get(next++).bytes(value);
    }

    /** Ends a row, all of whose fields were given. */
    public void endRow() throws IOException {
        if (next != columns.size()) {
            throw new IllegalStateException(
                    "a row of %d fields, expected %d".formatted(next, columns.size()));
        }
        next = 0;
        rows++;
        groupRows++;
        if (groupRows % WrittenColumn.CHECKED_ROWS == 0) {
            long packed = 0;
            for (WrittenColumn column : columns) {
                packed += column.packedBytes();
            }
            if (packed >= groupBytes || groupRows >= GROUP_ROWS) {
                endGroup();
            }
        }
    }

    /** Writes what is left, and the footer. The file is whole then. */
    public void finish() throws IOException {
        if (groupRows > 0) {
            endGroup();
        }
        byte[] footer = footer();
        write(footer);
        write(
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(footer.length)
                        .array());
        write(MAGIC);
    }

    private void endGroup() throws IOException {
        List<Place> places = new ArrayList<>();
        for (WrittenColumn column : columns) {
            long offset = written;
            column.endPage();
            places.add(new Place(offset, column.totals()));
            for (byte[] page : column.takePages()) {
                write(page);
            }
        }
        groups.add(new Group(groupRows, places));
        groupRows = 0;
    }

    private void write(byte[] bytes) throws IOException {
        output.write(ByteBuffer.wrap(bytes));
        written += bytes.length;
    }

    private byte[] footer() {
        CompactWriter out = new CompactWriter();
        out.number(1, 2);
        out.structs(2, fields.size() + 1);
        out.begin();
        out.text(4, "rows");
        out.number(5, fields.size());
        out.end();
        for (Field field : fields) {
            element(out, field);
        }
        out.large(3, rows);
        out.structs(4, groups.size());
        for (Group group : groups) {
            group(out, group);
        }
        out.text(6, "sluice");
        // The order of values, without which readers pass the least and greatest ones over.
        out.structs(7, fields.size());
        for (int i = 0; i < fields.size(); i++) {
            out.begin();
            out.struct(1);
            out.end();
            out.end();
        }
        return out.toBytes();
    }

    private static void element(CompactWriter out, Field field) {
        out.begin();
        out.number(1, field.kind().physical());
        out.number(3, 0);
        out.text(4, field.name());
        switch (field.kind()) {
            case UNSIGNED -> {
                out.number(6, UINT_64);
                out.struct(10);
                out.struct(10);
                out.tiny(1, Long.SIZE);
                out.flag(2, false);
                out.end();
                out.end();
            }
            case TEXT -> {
                out.number(6, UTF8);
                out.struct(10);
                out.struct(1);
                out.end();
                out.end();
            }
            case SIGNED, BYTES -> {}
        }
        out.end();
    }

    private void group(CompactWriter out, Group group) {
        out.begin();
        out.structs(1, fields.size());
        long bytes = 0;
        for (int i = 0; i < fields.size(); i++) {
            Place place = group.places().get(i);
            bytes += place.totals().bytes();
            out.begin();
            out.large(2, place.byteOffset());
            out.struct(3);
            chunk(out, fields.get(i), place, group.rows());
            out.end();
            out.end();
        }
        out.large(2, bytes);
        out.large(3, group.rows());
        out.end();
    }

    private static void chunk(CompactWriter out, Field field, Place place, long rows) {
        out.number(1, field.kind().physical());
        out.numbers(2, 0);
        out.texts(3, field.name());
        out.number(4, ZSTD);
        out.large(5, rows);
        out.large(6, place.totals().bytes());
        out.large(7, place.totals().packedBytes());
        out.large(9, place.byteOffset());
        if (field.kind().isNumber()) {
            out.struct(12);
            out.large(3, 0);
            out.binary(5, littleEndian(place.totals().greatest()));
            out.binary(6, littleEndian(place.totals().least()));
            out.end();
        }
    }

    private static byte[] littleEndian(long number) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .array();
    }
}
