package sluice.linkbench.stores;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is deleted with all that is in it when it is closed. */
record TemporaryDirectory(Path path) implements AutoCloseable {

    /** A new one where the system has temporary files; {@code name} begins its name. */
    static TemporaryDirectory create(String name) throws IOException {
        return new TemporaryDirectory(Files.createTempDirectory("sluice-" + name + "-"));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
