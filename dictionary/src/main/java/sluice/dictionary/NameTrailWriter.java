package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import sluice.storage.Storage;

/**
 * Writes the trail of a chunk: the numbers of its names as they came, then those of its name run in
 * the order of the run. Belongs to one thread. It is not synced, as a chunk can do without.
 */
final class NameTrailWriter implements Closeable {
    /** Its memory outside the heap. */
    static final long MEMORY_BYTES = 160 * 1024;

    private final NameFileWriter file;
    private long askedCount;
    private long nameCount;

    NameTrailWriter(Storage storage, String label) throws IOException {
        file = new NameFileWriter(storage, fileName(label), NameFileFormat.TRAIL_MAGIC, false);
    }

    static String fileName(String label) {
        return "trail-" + label;
    }

    /** The next name of the chunk has this number. Hot. */
    void asked(int number) throws IOException {
        file.putInt(number);
        askedCount++;
    }

    /** Writes the numbers of the names of {@code sorted}, and ends the file. */
    void finish(NameTable sorted) throws IOException {
        nameCount = sorted.count();
        for (long i = 0; i < nameCount; i++) {
            file.putInt(sorted.number(sorted.name(i)));
        }
        FooterWriter footer = new FooterWriter();
        footer.putLong(askedCount);
        footer.putLong(nameCount);
        file.finish(footer.bytes());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
