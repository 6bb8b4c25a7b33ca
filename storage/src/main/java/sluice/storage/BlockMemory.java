package sluice.storage;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of files that are not mapped, as they were read and checked: at most a number of bytes of
 * Java's heap, of which the blocks that were asked for least recently go first.
 *
 * <p>Safe for any number of threads. A block that has gone stays readable for a caller that has it.
 * Threads that miss the same block at the same time each load it.
 */
public final class BlockMemory {
    /** Threads that ask for different blocks seldom wait for each other. */
    private static final int SHARDS = 16;

    /** Bytes of an entry beside those of its block. */
    private static final int ENTRY_BYTES = 120;

    private final Shard[] shards = new Shard[SHARDS];
    private final AtomicLong files = new AtomicLong();

    /** A block of the file that has the number {@code file} here. */
    private record Key(long file, long offset) {}

    /** Reads a block and checks it. */
    @FunctionalInterface
    public interface Loading {
        /** The block, followed by 8 more bytes. */
        byte[] load() throws IOException;
    }

    /** {@code bytesMax} is the budget in bytes. */
    public BlockMemory(long bytesMax) {
        for (int i = 0; i < SHARDS; i++) {
            shards[i] = new Shard(bytesMax / SHARDS);
        }
    }

    /** A number for one more open file, by which its blocks differ from those of others. */
    public long newFile() {
        return files.incrementAndGet();
    }

    /** The block at {@code offset} of the file {@code file}, loaded if it is not here. */
    public MemorySegment get(long file, long offset, Loading loading) throws IOException {
        Key key = new Key(file, offset);
        Shard shard = shards[key.hashCode() * 0x9E3779B9 >>> 28];
        MemorySegment found = shard.find(key);
        if (found != null) {
            return found;
        }
        MemorySegment loaded = MemorySegment.ofArray(loading.load());
        shard.keep(key, loaded);
        return loaded;
    }

    /** How many bytes are kept at this moment. */
    public long bytes() {
        long bytes = 0;
        for (Shard shard : shards) {
            bytes += shard.bytes();
        }
        return bytes;
    }

    /** A part of the blocks; {@code this} guards all fields. */
    private static final class Shard {
        private final long bytesMax;
        private final Map<Key, MemorySegment> blocks = new LinkedHashMap<>(16, 0.75f, true);
        private long bytes;

        Shard(long bytesMax) {
            this.bytesMax = bytesMax;
        }

        synchronized @Nullable MemorySegment find(Key key) {
            return blocks.get(key);
        }

        synchronized void keep(Key key, MemorySegment block) {
            MemorySegment before = blocks.put(key, block);
            bytes += block.byteSize() + ENTRY_BYTES;
            if (before != null) {
                bytes -= before.byteSize() + ENTRY_BYTES;
            }
            var oldest = blocks.entrySet().iterator();
            while (bytes > bytesMax && oldest.hasNext()) {
                bytes -= oldest.next().getValue().byteSize() + ENTRY_BYTES;
                oldest.remove();
            }
        }

        synchronized long bytes() {
            return bytes;
        }
    }
}
