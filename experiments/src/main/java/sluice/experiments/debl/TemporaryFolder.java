package sluice.experiments.debl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A folder for servers and their data that is removed in any case: when it is closed, and when this
 * process dies, however it does. A shell watches over it, which also ends a MariaDB that is left.
 */
final class TemporaryFolder implements AutoCloseable {
    private static final long REMOVAL_SECONDS_MAX = 60;

    /** Its input ends when this process does. Signals of the terminal are not for it. */
    private static final String WATCH =
            """
            trap '' INT TERM HUP
            while read -r _; do :; done
            for file in "$1"/%s/data/*.pid; do
                [ -f "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null
            done
            tries=0
            until rm -rf -- "$1" 2>/dev/null && [ ! -e "$1" ]; do
                tries=$((tries + 1))
                [ $tries -gt 60 ] && exit 1
                sleep 0.3
            done
            """
                    .formatted(DeblServers.MARIADB_FOLDER);

    private final Path path;
    private final Process watch;

    private TemporaryFolder(Path path, Process watch) {
        this.path = path;
        this.watch = watch;
    }

    /** Makes one in {@code parent}. */
    static TemporaryFolder create(Path parent) throws IOException {
        Path path = Files.createTempDirectory(parent.toAbsolutePath(), "sluice-debl-");
        try {
            Process watch =
                    new ProcessBuilder("sh", "-c", WATCH, "sh", path.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            return new TemporaryFolder(path, watch);
        } catch (Throwable failure) {
            Files.delete(path);
            throw failure;
        }
    }

    Path path() {
        return path;
    }

    /** Removes it; the servers in it should have ended. */
    @Override
    public void close() throws IOException {
        watch.getOutputStream().close();
        try {
            if (!watch.waitFor(REMOVAL_SECONDS_MAX, TimeUnit.SECONDS) || watch.exitValue() != 0) {
                throw new IOException(path + " could not be removed: delete it");
            }
        } catch (InterruptedException e) {
            // The watch goes on without us.
            Thread.currentThread().interrupt();
        }
    }
}
