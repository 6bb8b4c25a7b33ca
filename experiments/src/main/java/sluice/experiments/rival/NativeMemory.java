package sluice.experiments.rival;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;

/**
 * A piece of memory outside the heap, not zeroed. It is read and written by plain address through
 * {@link #ALL}, without bounds: each loop checks its borders once before it runs.
 */
@SuppressWarnings("restricted")
final class NativeMemory implements AutoCloseable {
    /** All memory of the process; an offset is an address. */
    static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    static final ValueLayout.OfLong LITTLE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong BIG_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfInt BIG_INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfInt NATIVE_INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfLong NATIVE_LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private static final long CACHE_LINE_BYTES = 64;

    private static final MethodHandle ALIGNED_ALLOC =
            function(
                    "aligned_alloc",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE =
            function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));
    private final long address;
    private final long lengthBytes;
    private boolean closed;

    private NativeMemory(long address, long lengthBytes) {
        this.address = address;
        this.lengthBytes = lengthBytes;
    }

    /** {@code lengthBytes} bytes of undefined content; the caller closes them. */
    static NativeMemory allocate(long lengthBytes) {
        long rounded = Math.addExact(lengthBytes, CACHE_LINE_BYTES - 1) & -CACHE_LINE_BYTES;
        try {
            long address = (long) ALIGNED_ALLOC.invokeExact(CACHE_LINE_BYTES, rounded);
            if (address == 0) {
                throw new OutOfMemoryError(
                        "no " + rounded + " bytes of memory for rows; give less memory");
            }
            return new NativeMemory(address, lengthBytes);
        } catch (Throwable failure) {
            throw rethrow(failure);
        }
    }

    long address() {
        return address;
    }

    long lengthBytes() {
        return lengthBytes;
    }

    /** The bytes from {@code from} on as a segment, for channels. */
    MemorySegment slice(long from, long lengthBytes) {
        return ALL.asSlice(from, lengthBytes);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                FREE.invokeExact(address);
            } catch (Throwable failure) {
                throw rethrow(failure);
            }
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor types) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), types);
    }

    static RuntimeException rethrow(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        throw new IllegalStateException("a native call failed", failure);
    }
}
