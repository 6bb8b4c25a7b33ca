package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.FilePart;
import sluice.storage.Storage;

/** Another node that has a part of a version ready. The caller checks the bytes that come. */
public final class PeerSource implements FetchSource {
    private static final String VERSION_ITSELF = "";

    private final String node;
    private final int version;
    private final SluiceClient client;

    /** The node {@code node}; {@code client} is closed with this. */
    public PeerSource(String node, int version, SluiceClient client) {
        this.node = node;
        this.version = version;
        this.client = client;
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        return new Remote(name, ask(name, 0, 0).fileLengthBytes());
    }

    @Override
    public Storage.Source openVersion(int number) throws IOException {
        return open(VERSION_ITSELF);
    }

    private FilePart ask(String name, long offset, int length) throws IOException {
        try {
            return client.file(new FilePart.Ask(version, name, offset, length));
        } catch (SluiceException e) {
            if (e.code() == ErrorCode.VERSION_GONE || e.code() == ErrorCode.MISROUTED) {
                throw new NoSuchFileException(name, null, e.getMessage());
            }
            throw new IOException("node %s: %s".formatted(node, e.getMessage()), e);
        }
    }

    private final class Remote implements Storage.Source {
        private final String name;
        private final long lengthBytes;

        Remote(String name, long lengthBytes) {
            this.name = name;
            this.lengthBytes = lengthBytes;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            if (offset >= lengthBytes) {
                return -1;
            }
            int wanted = Math.min(bytes.remaining(), FilePart.BYTES_MAX);
            byte[] content = ask(name, offset, wanted).content();
            if (content.length > wanted) {
                throw new IOException(
                        "node %s sent %d bytes, asked for %d"
                                .formatted(node, content.length, wanted));
            }
            bytes.put(content);
            return content.length == 0 ? -1 : content.length;
        }

        @Override
        public long lengthBytes() {
            return lengthBytes;
        }

        @Override
        public void close() {}
    }

    /** A version that goes away there is missing in the next answer. */
    @Override
    public Optional<Closeable> hold(int number) {
        return Optional.empty();
    }

    @Override
    public boolean isOrigin() {
        return false;
    }

    @Override
    public String location() {
        return "node " + node;
    }

    @Override
    public void close() {
        client.close();
    }
}
