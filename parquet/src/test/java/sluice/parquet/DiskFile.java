package sluice.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of a test. */
record DiskFile(FileChannel channel) implements ParquetInput {
    static DiskFile open(Path path) throws IOException {
        return new DiskFile(FileChannel.open(path, StandardOpenOption.READ));
    }

    @Override
    public int read(ByteBuffer bytes, long offset) throws IOException {
        return channel.read(bytes, offset);
    }

    @Override
    public long lengthBytes() throws IOException {
        return channel.size();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
