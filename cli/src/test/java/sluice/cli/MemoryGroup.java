package sluice.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group whose processes together may take so much memory and no more, pages of files that
 * cannot be given back included; the system ends them where they want more. Only root may make one,
 * and not everywhere.
 */
final class MemoryGroup implements AutoCloseable {
    private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");
    private static final Path VERSION_1 = VERSION_2.resolve("memory");

    private final Path directory;

    private MemoryGroup(Path directory) {
        this.directory = directory;
    }

    /** A group of at most {@code bytes}; null where none can be made. */
    static MemoryGroup tryMake(long bytes) {
        String name = "sluice-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        try {
            MemoryGroup group =
                    new MemoryGroup(
                            (Files.isDirectory(VERSION_1) ? VERSION_1 : VERSION_2).resolve(name));
            Files.createDirectory(group.directory);
            Files.writeString(group.directory.resolve(limit()), String.valueOf(bytes));
            return group;
        } catch (IOException notHere) {
            return null;
        }
    }

    private static String limit() {
        return Files.isDirectory(VERSION_1) ? "memory.limit_in_bytes" : "memory.max";
    }

    /** The command that runs {@code command} in the group. */
    List<String> wrap(List<String> command) {
        String procs = directory.resolve("cgroup.procs").toString();
        List<String> words =
                new ArrayList<>(List.of("sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", procs));
        words.addAll(command);
        return words;
    }

    /** Removes the group, which must have no process any more. */
    @Override
    public void close() throws IOException {
        Files.delete(directory);
    }
}
