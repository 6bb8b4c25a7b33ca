package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;

/** A file in a storage that many machines share. */
public record SharedPlace(SharedFiles files, SharedFile file) implements Place {
    @Override
    public State found() {
        return state(file);
    }

    @Override
    public String token() {
        return file.token();
    }

    @Override
    public State now() throws IOException {
        return state(
                files.find(file.address())
                        .orElseThrow(() -> new NoSuchFileException(file.address())));
    }

    private static State state(SharedFile file) {
        return new State(file.lengthBytes(), file.modifiedNanos(), file.token());
    }

    @Override
    public Storage.Source open(SharedFiles.Reading reading) throws IOException {
        return files.open(file, reading);
    }

    @Override
    public InputStream stream(SharedFiles.Reading reading) throws IOException {
        return new Stream(open(reading));
    }

    @Override
    public String unreadable(String name) {
        return name + ": no permission to read the file; ask its owner for it";
    }

    @Override
    public List<String> hosts(long offset, long length) throws IOException {
        return files.hosts(file, offset, length);
    }

    @Override
    public @Nullable Path disk() {
        return null;
    }

    @Override
    public Object identity() {
        return file.address();
    }

    @Override
    public String toString() {
        return file.address();
    }

    private static final class Stream extends InputStream {
        private final Storage.Source source;
        private long position;

        Stream(Storage.Source source) {
            this.source = source;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int count = source.read(ByteBuffer.wrap(bytes, offset, length), position);
            position += Math.max(count, 0);
            return count;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
