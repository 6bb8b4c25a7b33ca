package sluice.cli.options;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sluice.model.UndoneBySignal;
import sluice.storage.DirectoryStorage;
import sluice.storage.NamedStorage;
import sluice.storage.Storage;

/**
 * The directory of an export while it is written: what the export has made in it is deleted if a
 * signal ends the process before this is closed. Thread-safe.
 */
public final class ExportDirectory implements Closeable {
    private final Path directory;

    /** Those that the export has made, and the directories below the one of the export. */
    private final Set<Path> files = ConcurrentHashMap.newKeySet();

    private final Set<Path> below = ConcurrentHashMap.newKeySet();
    private final UndoneBySignal made = UndoneBySignal.by(this::delete);

    /** From now on a signal deletes what the export makes in {@code directory}. */
    public ExportDirectory(Path directory) {
        this.directory = directory;
    }

    /** The directory itself, which is made where it is missing. */
    public Storage storage() throws IOException {
        return made.step(() -> new Made(directory));
    }

    /** The directory {@code name} below it, which is made where it is missing. */
    public Storage storage(String name) throws IOException {
        return made.step(
                () -> {
                    Path path = directory;
                    for (Path part : Path.of(name)) {
                        path = path.resolve(part);
                        below.add(path);
                    }
                    return new Made(path);
                });
    }

    /** The export is whole, or has failed. */
    @Override
    public void close() {
        made.close();
    }

    private void delete() {
        files.forEach(ExportDirectory::delete);
        // Each comes before the one that it is in.
        below.stream().sorted(Comparator.reverseOrder()).forEach(ExportDirectory::delete);
    }

    private static void delete(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException _) {
            // The process ends: nobody is left to be told.
        }
    }

    /** Notes which files are made. */
    private final class Made extends NamedStorage {
        private final DirectoryStorage storage;
        private final Path path;

        Made(Path path) throws IOException {
            this(path, DirectoryStorage.create(path));
        }

        private Made(Path path, DirectoryStorage storage) {
            super(storage);
            this.path = path;
            this.storage = storage;
        }

        @Override
        protected String named(String name) {
            return name;
        }

        @Override
        public List<String> list() throws IOException {
            return storage.list();
        }

        @Override
        public Sink create(String name) throws IOException {
            return made.step(
                    () -> {
                        Sink sink = super.create(name);
                        files.add(path.resolve(name));
                        return sink;
                    });
        }

        @Override
        public void rename(String from, String to) throws IOException {
            made.step(
                    () -> {
                        super.rename(from, to);
                        files.remove(path.resolve(from));
                        return files.add(path.resolve(to));
                    });
        }

        @Override
        public void delete(String name) throws IOException {
            made.step(
                    () -> {
                        super.delete(name);
                        return files.remove(path.resolve(name));
                    });
        }
    }
}
