package sluice.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A file system in memory whose size can be set, and that is truly full when it is full. Only root
 * may mount one: elsewhere the test that wants one is skipped, and says so.
 */
final class SmallDisk implements AutoCloseable {
    private static final long MOUNT_SECONDS = 20;

    private final Path directory;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    /** Mounts one of {@code bytes} on {@code directory}. */
    static SmallDisk mount(Path directory, long bytes) throws IOException, InterruptedException {
        Files.createDirectories(directory);
        boolean mounted =
                succeeds("mount", "-t", "tmpfs", "-o", size(bytes), "tmpfs", directory.toString());
        Assumptions.assumeTrue(mounted, "a tmpfs cannot be mounted here: run as root");
        return new SmallDisk(directory);
    }

    /** What is there stays. */
    void resize(long bytes) throws IOException, InterruptedException {
        if (!succeeds("mount", "-o", "remount," + size(bytes), directory.toString())) {
            throw new IOException("cannot resize " + directory);
        }
    }

    long usedBytes() throws IOException {
        var store = Files.getFileStore(directory);
        return store.getTotalSpace() - store.getUnallocatedSpace();
    }

    private static String size(long bytes) {
        return "size=" + bytes;
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
        } catch (IOException notThere) {
            return false;
        }
        return process.waitFor(MOUNT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Override
    public void close() throws IOException {
        try {
            if (!succeeds("umount", directory.toString())) {
                throw new IOException("cannot unmount " + directory);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("not unmounted: " + directory, e);
        }
    }
}
