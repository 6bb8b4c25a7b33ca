package sluice.export.rdf;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.ScanProgress;

/** A file of statements being written, packed or not. Belongs to one thread. */
final class StatementFile implements AutoCloseable {
    private static final int GZIP_BYTES = 1 << 16;

    private final Storage.Sink sink;
    private final OutputStream out;

    StatementFile(Storage.Sink sink, boolean packed, ScanProgress progress) throws IOException {
        this.sink = sink;
        OutputStream raw = new SinkStream(sink, progress);
        // The header of a packed file has no time, so equal stores give equal files.
        out = packed ? new GZIPOutputStream(raw, GZIP_BYTES) : raw;
    }

    /** Takes what is written, in large pieces. */
    OutputStream out() {
        return out;
    }

    /** Makes all that was written durable. */
    void finish() throws IOException {
        if (out instanceof GZIPOutputStream gzip) {
            gzip.finish();
        }
        sink.sync();
    }

    /** Closes the file, whole or not. */
    @Override
    public void close() throws IOException {
        sink.close();
    }

    /** A sink as a stream. */
    private static final class SinkStream extends OutputStream {
        private final Storage.Sink sink;
        private final ScanProgress progress;

        SinkStream(Storage.Sink sink, ScanProgress progress) {
            this.sink = sink;
            this.progress = progress;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes, offset, length));
            progress.addBytes(length);
        }
    }
}
