package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import sluice.dictionary.table.NameBatch;
import sluice.storage.Storage;

/**
 * Writes the trail of a chunk: pieces, each of the numbers of names as they came and of what the
 * rows have besides names. Belongs to one thread. It is not synced, as a chunk can do without.
 */
final class NameTrailWriter implements Closeable {
    static final long MEMORY_BYTES = 160 * 1024;

    private static final int PUT_BYTES = 32 * 1024;

    private final NameFileWriter file;
    private final String runLabel;
    private final boolean hasRows;
    private final int[] asked = new int[NameBatch.NAMES_MAX];
    private int askedInPiece;
    private long askedCount;

    /**
     * Begins the trail of {@code label}.
     *
     * @param runLabel of the run that has its names
     * @param hasRows whether the pieces hold all rows of the chunk
     */
    NameTrailWriter(Storage storage, String label, String runLabel, boolean hasRows)
            throws IOException {
        this.runLabel = runLabel;
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

    /** Ends the file; all numbers so far are below {@code nameCount}. */
    NameFile finish(int nameCount) throws IOException {
        FooterWriter footer = new FooterWriter();
        footer.putLong(askedCount);
        footer.putLong(nameCount);
        footer.putByte(hasRows ? 1 : 0);
        footer.putName(runLabel.getBytes(StandardCharsets.UTF_8));
        return file.finish(footer.bytes());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
