package sluice.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** The bytes of a Parquet file at any place. The caller closes it. */
final class FileBytes implements AutoCloseable {
    private final FileChannel channel;
    private final long length;
    private final LongConsumer counter;

    private FileBytes(FileChannel channel, long length, LongConsumer counter) {
        this.channel = channel;
        this.length = length;
        this.counter = counter;
    }

    /** Opens {@code path}; {@code counter} takes how many bytes each read brings. */
    static FileBytes open(Path path, LongConsumer counter) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return new FileBytes(channel, channel.size(), counter);
        } catch (Throwable failure) {
            channel.close();
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
            int read = channel.read(buffer, at);
            if (read < 0) {
                throw ParquetFault.damaged("it ends at byte %d".formatted(at));
            }
            at += read;
        }
        counter.accept(count);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
