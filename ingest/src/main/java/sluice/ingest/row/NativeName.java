package sluice.ingest.row;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import sluice.dictionary.NameCollector;

/** A name in native memory, which is where a dictionary reads names. Belongs to one thread. */
final class NativeName implements AutoCloseable {
    private static final int SLACK_BYTES = 8;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment memory =
            arena.allocate(NameCollector.NAME_BYTES_MAX + SLACK_BYTES, SLACK_BYTES);

    /** A copy of the name, from 0 on, until the next call. */
    MemorySegment of(byte[] bytes, int offset, int length) {
        MemorySegment.copy(bytes, offset, memory, ValueLayout.JAVA_BYTE, 0, length);
        return memory;
    }

    @Override
    public void close() {
        arena.close();
    }
}
