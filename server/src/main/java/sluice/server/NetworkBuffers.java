package sluice.server;

import io.grpc.netty.shaded.io.netty.buffer.AbstractByteBufAllocator;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.buffer.PooledByteBufAllocator;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledDirectByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.UnpooledUnsafeDirectByteBuf;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;

/**
 * The network's buffers, which lie outside of the heap. Their memory is close to the bytes that
 * they hold, so that the {@link Budget}, which counts bytes, bounds the memory too. Small buffers
 * share a pool. A larger one has memory of its own, that grows to the bytes asked for and goes back
 * when it is released. Pooled, and doubled to grow, they took four times their bytes under a flood
 * of large messages: half of a doubled buffer is empty, and pieces of a pool stay as long as one
 * buffer of theirs is in use.
 */
final class NetworkBuffers extends AbstractByteBufAllocator {
    /** Buffers that begin larger than this have memory of their own. */
    private static final int POOLED_BYTES_MAX = 4 << 10;

    /** By how much a buffer grows at least, so that many small pieces are not copied each time. */
    private static final int GROWTH_BYTES_MIN = 4 << 10;

    private static final int ARENAS = 2;
    private static final int PAGE_BYTES = 8 << 10;

    /** Pieces of memory of 256 KiB: pages, doubled five times. */
    private static final int CHUNK_ORDER = 5;

    /** How many buffers of a size a thread keeps for itself. */
    private static final int SMALL_CACHED = 64;

    private static final int NORMAL_CACHED = 4;

    private final ByteBufAllocator pool =
            new PooledByteBufAllocator(
                    true, 1, ARENAS, PAGE_BYTES, CHUNK_ORDER, SMALL_CACHED, NORMAL_CACHED, false);

    NetworkBuffers() {
        super(true);
    }

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
        return pool.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
        if (initialCapacity <= POOLED_BYTES_MAX) {
            return pool.directBuffer(initialCapacity, maxCapacity);
        }
        return PlatformDependent.hasUnsafe()
                ? new UnpooledUnsafeDirectByteBuf(this, initialCapacity, maxCapacity)
                : new UnpooledDirectByteBuf(this, initialCapacity, maxCapacity);
    }

    @Override
    public int calculateNewCapacity(int minNewCapacity, int maxCapacity) {
        long grown = minNewCapacity + (long) Math.max(GROWTH_BYTES_MIN, minNewCapacity >> 3);
        return (int) Math.min(grown, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
        return true;
    }
}
