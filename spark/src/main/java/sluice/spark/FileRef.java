package sluice.spark;

import java.io.Serializable;
import java.util.List;
import sluice.storage.FileEntry;

/** The entry of a file, on its way to a task. */
record FileRef(String name, long lengthBytes, int checksum) implements Serializable {
    static FileRef of(FileEntry entry) {
        return new FileRef(entry.name(), entry.lengthBytes(), entry.checksum());
    }

    static FileRef[] of(List<FileEntry> entries) {
        return entries.stream().map(FileRef::of).toArray(FileRef[]::new);
    }

    FileEntry entry() {
        return new FileEntry(name, lengthBytes, checksum);
    }
}
