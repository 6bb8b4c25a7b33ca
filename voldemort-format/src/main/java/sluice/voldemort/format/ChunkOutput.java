package sluice.voldemort.format;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Writes one chunk, hash by hash in unsigned order: entries of 8 bytes hash and 4 bytes offset into
 * the index, records of all tuples of that hash into the data. Belongs to one thread.
 */
final class ChunkOutput implements Closeable {
    static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;
    static final int TUPLES_MAX = Short.MAX_VALUE;

    /** Offsets are signed numbers of 32 bits. */
    static final long FILE_BYTES_MAX = Integer.MAX_VALUE;

    private static final int BUFFER_BYTES = 1 << 16;

    private final ChunkName name;
    private final Output index;
    private final Output data;
    private long last;
    private boolean isFirst = true;

    /** One key with its value. */
    record Tuple(byte[] key, byte[] value) {}

    /** The digests and the length of a whole chunk. */
    record Written(ChunkName name, byte[] indexDigest, byte[] dataDigest, long bytes) {}

    ChunkOutput(Storage target, ChunkName name, Checksum checksum) throws IOException {
        this.name = name;
        this.data = new Output(target.create(name.dataFile()), checksum.start());
        try {
            this.index = new Output(target.create(name.indexFile()), checksum.start());
        } catch (Throwable failure) {
            data.close();
            throw failure;
        }
    }

    /** Adds the tuples whose keys have {@code hash}, which must be above all before it. */
    void add(long hash, List<Tuple> tuples) throws IOException {
        if (!isFirst && Long.compareUnsigned(hash, last) <= 0) {
            throw new IllegalArgumentException("hashes out of order in " + name);
        }
        isFirst = false;
        last = hash;
        if (tuples.isEmpty() || tuples.size() > TUPLES_MAX) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: %d keys have one hash, expected 1 to %d; write another store"
                            .formatted(name.dataFile(), tuples.size(), TUPLES_MAX));
        }
        ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES).putLong(hash);
        index.write(entry.putInt((int) data.length).array());
        data.write(ByteBuffer.allocate(Short.BYTES).putShort((short) tuples.size()).array());
        for (Tuple tuple : tuples) {
            ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
            data.write(lengths.putInt(tuple.key().length).putInt(tuple.value().length).array());
            data.write(tuple.key());
            data.write(tuple.value());
        }
        requireRoom(data.length, name.dataFile());
        requireRoom(index.length, name.indexFile());
    }

    private static void requireRoom(long length, String file) {
        if (length > FILE_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s would have more than %d bytes; write more chunks or partitions"
                            .formatted(file, FILE_BYTES_MAX));
        }
    }

    /** Makes both files durable. */
    Written finish() throws IOException {
        data.finish();
        index.finish();
        return new Written(
                name, index.digest.take(), data.digest.take(), index.length + data.length);
    }

    @Override
    public void close() throws IOException {
        StorageFiles.closeAll(List.of(data, index));
    }

    /** A file with a buffer and a digest. */
    private static final class Output implements Closeable {
        private final Storage.Sink sink;
        private final Checksum.Running digest;
        private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        private long length;

        Output(Storage.Sink sink, Checksum.Running digest) {
            this.sink = sink;
            this.digest = digest;
        }

        void write(byte[] bytes) throws IOException {
            digest.update(bytes, 0, bytes.length);
            length += bytes.length;
            if (bytes.length > buffer.remaining()) {
                flush();
            }
            if (bytes.length > buffer.remaining()) {
                StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes));
            } else {
                buffer.put(bytes);
            }
        }

        private void flush() throws IOException {
            StorageFiles.writeFully(sink, buffer.flip());
            buffer.clear();
        }

        void finish() throws IOException {
            flush();
            sink.sync();
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }
}
