package sluice.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.CorruptFileException;
import sluice.storage.StorageFiles;

/**
 * Reads blocks one after the other through a buffer, checks each, and hands their rows to a sink:
 * what a build does with the slices of its bucket. Belongs to one thread and is reused.
 */
public final class RowScanner {
    private static final int BUFFER_BYTES = 512 << 10;
    private static final String ADVICE = "run: sluice verify";

    private final BlockRows view = new BlockRows();
    private final CRC32C crc = new CRC32C();
    private byte[] buffer = new byte[BUFFER_BYTES + 8];

    /** Where the data of the next row begins. */
    private int dataOffset;

    /**
     * Hands the rows of the blocks {@code from} up to {@code to} to {@code sink}, in file order, as
     * far as their keys are in {@code range}. Returns how many those were.
     */
    public long scan(BlockFile file, RowKind kind, long from, long to, KeyRange range, RowSink sink)
            throws IOException {
        file.checkTables();
        file.checkFences(kind, from, to);
        long rows = 0;
        long block = from;
        while (block < to) {
            long begin = file.blockOffset(kind, block);
            long end = begin + file.blockLength(kind, block);
            long last = block + 1;
            // Pieces of point indexes may lie between blocks; they are read over.
            while (last < to
                    && file.blockOffset(kind, last) + file.blockLength(kind, last) - begin
                            <= BUFFER_BYTES) {
                end = file.blockOffset(kind, last) + file.blockLength(kind, last);
                last++;
            }
            fill(file, begin, end);
            for (; block < last; block++) {
                int length = file.blockLength(kind, block);
                int at = (int) (file.blockOffset(kind, block) - begin);
                read(file, begin + at, at, length, file.blockChecksum(kind, block));
                rows += handOver(range, sink);
            }
        }
        return rows;
    }

    private long handOver(KeyRange range, RowSink sink) {
        long rows = 0;
        int lists = view.lists();
        dataOffset = view.dataOffset();
        for (int list = 0; list < lists; list++) {
            long id1 = view.id1(list);
            // Most lists are wholly inside; of the others each row is looked at.
            boolean all = range.holdsAll(id1);
            rows += handOverList(list, id1, all ? null : range, sink);
        }
        return rows;
    }

    /** Hands over the rows of a list that {@code range} holds, or all if there is none. */
    private int handOverList(int list, long id1, @Nullable KeyRange range, RowSink sink) {
        long type = view.type(list);
        int end = view.endRow(list);
        int handed = 0;
        for (int row = view.firstRow(list); row < end; row++) {
            int length = view.dataLength(row);
            long id2 = view.id2(row);
            if (range == null || range.holds(id1, id2)) {
                sink.append(
                        id1,
                        type,
                        id2,
                        view.time(row),
                        view.version(row),
                        view.flags(row),
                        buffer,
                        dataOffset,
                        length);
                handed++;
            }
            dataOffset += length;
        }
        return handed;
    }

    /** Checks a block that is in the buffer and decodes it. */
    private void read(BlockFile file, long offset, int at, int length, int checksum)
            throws IOException {
        crc.reset();
        crc.update(buffer, at, length);
        if ((int) crc.getValue() != checksum) {
            throw new CorruptFileException(
                    file.name(), offset, "a block does not match its checksum", ADVICE);
        }
        String fault = view.read(buffer, at, length);
        if (!fault.isEmpty()) {
            throw new CorruptFileException(file.name(), offset, fault, ADVICE);
        }
    }

    private void fill(BlockFile file, long begin, long end) throws IOException {
        long length = end - begin;
        if (begin < FileLayout.HEADER_BYTES
                || length < Block.HEADER_BYTES
                || end > file.tablesOffset()) {
            throw new CorruptFileException(
                    file.name(), begin, "a block of %d bytes".formatted(length), ADVICE);
        }
        if (length + 8 > buffer.length) {
            buffer = new byte[Math.toIntExact(length + 8)];
        }
        StorageFiles.readFully(file.source(), ByteBuffer.wrap(buffer, 0, (int) length), begin);
    }
}
