package sluice.cluster.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;

/**
 * Published files behind a line of so many bytes in a second, for both directions together: who
 * moves bytes waits until those before and these have had their time. Counts the bytes.
 */
final class SlowFiles implements PublishedFiles {
    private static final long SECOND = 1_000_000_000;

    final AtomicLong written = new AtomicLong();
    final AtomicLong read = new AtomicLong();

    private final PublishedFiles files;
    private final long bytesPerSecond;
    private final AtomicLong freeAt = new AtomicLong(System.nanoTime());

    /** {@code bytesPerSecond} is 0 for no limit. */
    SlowFiles(PublishedFiles files, long bytesPerSecond) {
        this.files = files;
        this.bytesPerSecond = bytesPerSecond;
    }

    /** The line is busy with what was asked for before. */
    private void move(int bytes, AtomicLong count) {
        if (bytes <= 0) {
            return;
        }
        count.addAndGet(bytes);
        if (bytesPerSecond == 0) {
            return;
        }
        long nanos = bytes * SECOND / bytesPerSecond;
        long now = System.nanoTime();
        long end = freeAt.updateAndGet(free -> Math.max(free, now) + nanos);
        for (long left = end - now; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public Draft begin(String name, Mode mode) throws IOException {
        Draft draft = files.begin(name, mode);
        return new Draft() {
            @Override
            public String name() {
                return draft.name();
            }

            @Override
            public int write(ByteBuffer bytes) throws IOException {
                int count = draft.write(bytes);
                move(count, written);
                return count;
            }

            @Override
            public long publish() throws IOException {
                return draft.publish();
            }

            @Override
            public void close() throws IOException {
                draft.close();
            }
        };
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        Storage.Source source = files.open(name);
        return new Storage.Source() {
            @Override
            public String name() {
                return source.name();
            }

            @Override
            public int read(ByteBuffer bytes, long offset) throws IOException {
                int count = source.read(bytes, offset);
                move(count, read);
                return count;
            }

            @Override
            public long lengthBytes() throws IOException {
                return source.lengthBytes();
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }

    @Override
    public List<String> list(String prefix) throws IOException {
        return files.list(prefix);
    }

    @Override
    public void delete(String name) throws IOException {
        files.delete(name);
    }

    @Override
    public Set<Claim> claims() {
        return files.claims();
    }

    @Override
    public String location() {
        return files.location();
    }
}
