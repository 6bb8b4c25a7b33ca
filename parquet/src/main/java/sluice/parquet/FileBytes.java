package sluice.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** The bytes of a Parquet file at any place. The caller closes it. */
final class FileBytes implements AutoCloseable {
    private final ParquetInput input;
    private final long length;
    private final LongConsumer counter;

    private FileBytes(ParquetInput input, long length, LongConsumer counter) {
        this.input = input;
        this.length = length;
        this.counter = counter;
    }

    /** Takes {@code input} over; {@code counter} takes how many bytes each read brings. */
    static FileBytes of(ParquetInput input, LongConsumer counter) throws IOException {
        try {
            return new FileBytes(input, input.lengthBytes(), counter);
        } catch (Throwable failure) {
            input.close();
            throw failure;
        }
    }

    long length() {
        return length;
    }

    void read(long position, byte[] target, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(target, 0, count);
        long at = position;
        while (buffer.hasRemaining()) {
            int read = input.read(buffer, at);
            if (read < 0) {
                throw ParquetFault.damaged("it ends at byte %d".formatted(at));
            }
            at += read;
        }
        counter.accept(count);
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
