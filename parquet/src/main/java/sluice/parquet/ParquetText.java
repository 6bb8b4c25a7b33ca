package sluice.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A Parquet file as delimited text: a header with the names of its columns, then each row, in the
 * order of the file. Fields are parted by commas; a text that needs it stands in double quotes, and
 * a missing value is nothing, which an empty text in quotes is not.
 *
 * <p>The same file always gives the same text. One thread reads it; the caller closes it. A file
 * that is damaged, or holds what is not read, is a {@link SluiceException} with its name, row group
 * and column. At most one page and one dictionary of each column are in memory, within a limit.
 */
public final class ParquetText extends InputStream {
    /** The first and the last bytes of a Parquet file. */
    private static final String MAGIC = "PAR1";

    private static final String MAGIC_OF_ENCRYPTED = "PARE";
    private static final int TAIL_BYTES = 8;
    private static final int FOOTER_BYTES_MAX = 32 << 20;
    private static final int TEXT_BYTES = 32 << 10;

    private final String name;
    private final FileBytes file;
    private final Footer footer;
    private final List<ColumnReader> readers = new ArrayList<>();
    private final RowLines text = new RowLines();
    private int from;
    private int group = -1;
    private long rowsLeft;
    private long rowsRead;

    private ParquetText(String name, FileBytes file, long memoryBytes, Predicate<String> isTyped)
            throws IOException {
        this.name = name;
        this.file = file;
        PageMemory memory = new PageMemory(memoryBytes);
        this.footer = readFooter(file, memory);
        for (ParquetColumn column : footer.columns()) {
            readers.add(new ColumnReader(column, file, memory));
        }
        for (ParquetColumn column : footer.columns()) {
            String type = isTyped.test(column.name()) ? column.headerType() : "";
            byte[] bytes = (column.name() + type).getBytes(StandardCharsets.UTF_8);
            text.text(bytes, 0, bytes.length);
        }
        text.endRow();
    }

    /**
     * Opens the file {@code input}, which messages call {@code name}, and takes it over. Cost:
     * reads its footer.
     *
     * @param memoryBytes how much its columns and pages may take at once
     * @param isTyped for which columns the header says their type: {@code name:long}
     * @param counter takes how many bytes of the file each read brings
     */
    public static ParquetText open(
            String name,
            ParquetInput input,
            long memoryBytes,
            Predicate<String> isTyped,
            LongConsumer counter)
            throws IOException {
        FileBytes file = FileBytes.of(input, counter);
        try {
            return new ParquetText(name, file, memoryBytes, isTyped);
        } catch (ParquetFault fault) {
            file.close();
            throw refusal(name, fault);
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
    }

    private static SluiceException refusal(String name, ParquetFault fault) {
        return new SluiceException(ErrorCode.INPUT, name + ": " + fault.getMessage(), fault);
    }

    /** How many rows the file has. */
    public long rowCount() {
        return footer.rowCount();
    }

    /** How many bytes of the file its rows stand for that were read, by their share of all rows. */
    public long bytesPassed() {
        long done = rowsRead;
        return done == footer.rowCount()
                ? file.length()
                : (long) ((double) file.length() * done / footer.rowCount());
    }

    private static Footer readFooter(FileBytes file, PageMemory memory) throws IOException {
        if (file.length() < MAGIC.length() + TAIL_BYTES) {
            throw ParquetFault.damaged(
                    "it has %d bytes, too few for a footer".formatted(file.length()));
        }
        byte[] tail = new byte[TAIL_BYTES];
        file.read(file.length() - TAIL_BYTES, tail, TAIL_BYTES);
        String magic = new String(tail, 4, 4, StandardCharsets.ISO_8859_1);
        if (magic.equals(MAGIC_OF_ENCRYPTED)) {
            throw Footer.encrypted();
        }
        if (!magic.equals(MAGIC)) {
            throw ParquetFault.damaged(
                    "it does not end with " + MAGIC + ", so that its end is missing");
        }
        long length = Bits.intAt(tail, 0) & 0xffff_ffffL;
        long dataEnd = file.length() - TAIL_BYTES - length;
        if (dataEnd < MAGIC.length()) {
            throw ParquetFault.damaged(
                    "it says that its footer has %d bytes, and it has %d in all"
                            .formatted(length, file.length()));
        }
        if (length > FOOTER_BYTES_MAX) {
            throw ParquetFault.unread(
                    "the footer of the Parquet file has %d bytes, expected %d at most"
                            .formatted(length, FOOTER_BYTES_MAX),
                    "write it with fewer row groups or columns");
        }
        memory.take(length);
        byte[] bytes = new byte[(int) length];
        file.read(dataEnd, bytes, bytes.length);
        Footer footer = Footer.read(bytes, dataEnd, memory);
        memory.take(-length);
        return footer;
    }

    @Override
    public int read() throws IOException {
        return fill() ? text.bytes()[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, text.length() - from);
        System.arraycopy(text.bytes(), from, bytes, offset, count);
        from += count;
        return count;
    }

    /** False at the end of the file. */
    private boolean fill() throws IOException {
        if (from < text.length()) {
            return true;
        }
        from = 0;
        text.clear();
        @Nullable ColumnReader reading = null;
        try {
            while (text.length() < TEXT_BYTES && hasRow()) {
                for (ColumnReader reader : readers) {
                    reading = reader;
                    Values value = reader.next();
                    if (value == null) {
                        text.missing(readers.size() == 1);
                    } else {
                        CellText.append(text, reader.column(), reader.number, value);
                    }
                }
                reading = null;
                text.endRow();
                rowsLeft--;
                rowsRead++;
            }
        } catch (ParquetFault fault) {
            throw refusal(name, reading == null ? fault : fault.in(place(reading)));
        } catch (IndexOutOfBoundsException | ArithmeticException | DateTimeException odd) {
            // A page that ends inside of what it says is in it, or a number that is no time.
            ParquetFault fault = ParquetFault.damaged("a value cannot be read");
            fault.addSuppressed(odd);
            throw refusal(name, reading == null ? fault : fault.in(place(reading)));
        }
        return text.length() > 0;
    }

    private String place(ColumnReader reader) {
        return "row group %d, column \"%s\", row %d of the group"
                .formatted(
                        group + 1,
                        reader.column().name(),
                        footer.groups().get(group).rowCount() - rowsLeft + 1);
    }

    /** Whether there is a row; goes to the next row group where the last one ends. */
    private boolean hasRow() throws ParquetFault {
        while (rowsLeft == 0 && group + 1 < footer.groups().size()) {
            for (ColumnReader reader : readers) {
                if (!reader.isAtEnd()) {
                    throw ParquetFault.damaged(
                            "column \"%s\" of row group %d has more values than rows"
                                    .formatted(reader.column().name(), group + 1));
                }
            }
            group++;
            Footer.RowGroup next = footer.groups().get(group);
            rowsLeft = next.rowCount();
            for (int index = 0; index < readers.size(); index++) {
                readers.get(index).begin(next.columns().get(index));
            }
        }
        return rowsLeft > 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
