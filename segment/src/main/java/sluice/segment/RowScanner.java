package sluice.segment;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import sluice.storage.CorruptFileException;
import sluice.storage.StorageFiles;

/**
 * Reads blocks one after the other through a buffer, checks each, and hands their rows to a sink:
 * what a build does with the slices of its bucket. Belongs to one thread and is reused.
 */
public final class RowScanner implements AutoCloseable {
    private static final long BUFFER_BYTES = 512 << 10;
    private static final String ADVICE = "run: sluice verify";

    private final Block view = new Block();
    private final CRC32C crc = new CRC32C();
    private Arena arena = Arena.ofConfined();
    private MemorySegment buffer = arena.allocate(BUFFER_BYTES + 8, 64);
    private ByteBuffer bytes = buffer.asByteBuffer();

    /**
     * Hands the rows of the blocks {@code from} up to {@code to} to {@code sink}, in file order, as
     * far as their keys are in {@code range}. Returns how many those were.
     */
    public long scan(BlockFile file, RowKind kind, long from, long to, KeyRange range, RowSink sink)
            throws IOException {
        file.checkTables();
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
                long at = file.blockOffset(kind, block) - begin;
                check(file, begin + at, at, length, file.blockChecksum(kind, block));
                view.move(buffer, at);
                rows += handOver(range, sink);
            }
        }
        return rows;
    }

    private long handOver(KeyRange range, RowSink sink) {
        long rows = 0;
        int lists = view.lists();
        for (int list = 0; list < lists; list++) {
            long id1 = view.id1(list);
            if (range.holdsAll(id1)) {
                rows += handOverList(list, id1, sink);
            } else if (range.holdsSome(id1)) {
                rows += handOverPart(list, id1, range, sink);
            }
        }
        return rows;
    }

    private int handOverList(int list, long id1, RowSink sink) {
        long type = view.type(list);
        int first = view.firstRow(list);
        int end = view.endRow(list);
        long dataOffset = view.dataOffset(first);
        for (int row = first; row < end; row++) {
            int length = view.dataLength(row);
            sink.append(
                    id1,
                    type,
                    view.id2(row),
                    view.time(row),
                    view.version(row),
                    view.flags(row),
                    buffer,
                    dataOffset,
                    length);
            dataOffset += length;
        }
        return end - first;
    }

    private int handOverPart(int list, long id1, KeyRange range, RowSink sink) {
        long type = view.type(list);
        int rows = 0;
        long dataOffset = view.dataOffset(view.firstRow(list));
        for (int row = view.firstRow(list); row < view.endRow(list); row++) {
            int length = view.dataLength(row);
            if (range.holds(id1, view.id2(row))) {
                sink.append(
                        id1,
                        type,
                        view.id2(row),
                        view.time(row),
                        view.version(row),
                        view.flags(row),
                        buffer,
                        dataOffset,
                        length);
                rows++;
            }
            dataOffset += length;
        }
        return rows;
    }

    private void check(BlockFile file, long offset, long at, int length, int checksum)
            throws IOException {
        bytes.limit((int) at + length).position((int) at);
        crc.reset();
        crc.update(bytes);
        if ((int) crc.getValue() != checksum) {
            throw new CorruptFileException(
                    file.name(), offset, "a block does not match its checksum", ADVICE);
        }
        String fault = Block.checkSizes(buffer, at, length);
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
        if (length + 8 > buffer.byteSize()) {
            arena.close();
            arena = Arena.ofConfined();
            buffer = arena.allocate(Bytes.align8(length + 8), 64);
            bytes = buffer.asByteBuffer();
        }
        bytes.limit((int) length).position(0);
        StorageFiles.readFully(file.source(), bytes, begin);
    }

    @Override
    public void close() {
        arena.close();
    }
}
