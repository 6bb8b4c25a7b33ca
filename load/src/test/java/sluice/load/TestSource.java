package sluice.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.dictionary.Dictionary;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.storage.Storage;
import sluice.store.Manifest;

/** Files of which every row is known, and the {@link Source} that they are. */
record TestSource(List<TestFile> files, Source source) {

    static TestSource write(List<TestFile> files, Path directory) throws IOException {
        List<String> paths = new ArrayList<>();
        for (TestFile file : files) {
            paths.add(file.write(directory).toString());
        }
        return new TestSource(List.copyOf(files), Source.open(paths, null));
    }

    boolean named() {
        return files.getFirst().named();
    }

    /** All rows that can be read, in source order. */
    List<TestRow> rows() {
        return files.stream()
                .flatMap(file -> file.rows().stream())
                .filter(row -> !row.bad())
                .toList();
    }

    long badRows() {
        return files.stream().flatMap(file -> file.rows().stream()).filter(TestRow::bad).count();
    }

    /** The rows of a chunk that can be read. */
    List<TestRow> rowsOf(ChunkSpan span) {
        TestFile file = files.get(span.id().fileIndex());
        long[] starts = file.starts();
        List<TestRow> rows = new ArrayList<>();
        for (int i = 0; i < file.rows().size(); i++) {
            if (starts[i] >= span.startByte()
                    && starts[i] < span.endByte()
                    && !file.rows().get(i).bad()) {
                rows.add(file.rows().get(i));
            }
        }
        return rows;
    }

    /** {@code rows} with the ids that the store in {@code storage} gave to their names. */
    List<TestRow> resolved(List<TestRow> rows, Storage storage, Manifest manifest)
            throws IOException {
        if (!named()) {
            return rows;
        }
        try (Dictionary dictionary = Dictionary.open(storage, manifest.nameFiles())) {
            List<TestRow> resolved = new ArrayList<>();
            for (TestRow row : rows) {
                resolved.add(row.withIds(id -> id(dictionary, id)));
            }
            return resolved;
        }
    }

    private static long id(Dictionary dictionary, long id) {
        try {
            return dictionary.find(TestFile.group(), TestFile.name(id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
