package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import sluice.dictionary.table.NameBatch;
import sluice.dictionary.table.NameTable;
import sluice.storage.Storage;

/**
 * Writes the trail of a chunk: pieces, each of the numbers of names as they came and of what the
 * rows have besides names; then the numbers of its name run in the order of the run. Belongs to one
 * thread. It is not synced, as a chunk can do without.
 */
final class NameTrailWriter implements Closeable {
    static final long MEMORY_BYTES = 160 * 1024;

    private static final int PUT_BYTES = 32 * 1024;

    private final NameFileWriter file;
    private final boolean hasRows;
    private final int[] asked = new int[NameBatch.NAMES_MAX];
    private int askedInPiece;
    private long askedCount;

    /** {@code hasRows} says whether the pieces hold all rows of the chunk. */
    NameTrailWriter(Storage storage, String label, boolean hasRows) throws IOException {
        this.hasRows = hasRows;
        file = new NameFileWriter(storage, fileName(label), NameFileFormat.TRAIL_MAGIC, false);
    }

    static String fileName(String label) {
        return "trail-" + label;
    }

    /** The next name of the chunk has this number; a piece has as many as a batch. Hot. */
    void asked(int number) {
        asked[askedInPiece++] = number;
    }

    /** Ends a piece: its names, then {@code length} bytes of {@code rows}. */
    void endPiece(byte[] rows, int length) throws IOException {
        if (askedInPiece == 0 && length == 0) {
            return;
        }
        file.putInt(askedInPiece);
        file.putInts(asked, askedInPiece);
        askedCount += askedInPiece;
        askedInPiece = 0;
        file.putInt(length);
        for (int from = 0; from < length; from += PUT_BYTES) {
            file.put(rows, from, Math.min(PUT_BYTES, length - from));
        }
    }

    /** Writes the numbers of the names of {@code sorted}, and ends the file. */
    void finish(NameTable sorted) throws IOException {
        long namesAt = file.lengthBytes();
        int nameCount = sorted.count();
        for (int i = 0; i < nameCount; i++) {
            file.putInt(sorted.number(sorted.name(i)));
        }
        FooterWriter footer = new FooterWriter();
        footer.putLong(askedCount);
        footer.putLong(nameCount);
        footer.putLong(namesAt);
        footer.putByte(hasRows ? 1 : 0);
        file.finish(footer.bytes());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
