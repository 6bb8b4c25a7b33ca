package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.function.Function;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/** The file of a trail, read from its first piece on. Belongs to one thread. */
final class TrailFile implements Closeable {
    private static final int NUMBER_BYTES = 4;

    private final NameFileStream stream;
    private final long askedCount;
    private final long nameCount;
    private final boolean hasRows;
    private final String runLabel;

    private TrailFile(
            NameFileStream stream,
            long askedCount,
            long nameCount,
            boolean hasRows,
            String runLabel) {
        this.stream = stream;
        this.askedCount = askedCount;
        this.nameCount = nameCount;
        this.hasRows = hasRows;
        this.runLabel = runLabel;
    }

    /** Reads what a trail needs before it is used. */
    interface Reading<T> {
        /** Whether {@code trail} is of use. */
        boolean read(T trail) throws IOException;
    }

    /**
     * The trail of {@code label}, which owns its file and was read; empty where it is missing,
     * damaged or not of use: the chunk can do without. The caller closes it.
     */
    static <T extends Closeable> Optional<T> openTrail(
            Storage storage, String label, Function<TrailFile, T> make, Reading<T> reading)
            throws IOException {
        T trail;
        try {
            trail = make.apply(open(storage, label));
        } catch (NoSuchFileException | CorruptFileException _) {
            return Optional.empty();
        }
        boolean isOfUse = false;
        try {
            isOfUse = reading.read(trail);
        } catch (NoSuchFileException | CorruptFileException _) {
            // The source has the names and the rows too.
        } finally {
            if (!isOfUse) {
                trail.close();
            }
        }
        return isOfUse ? Optional.of(trail) : Optional.empty();
    }

    private static TrailFile open(Storage storage, String label) throws IOException {
        NameFileReader file =
                NameFileReader.open(
                        storage, NameTrailWriter.fileName(label), NameFileFormat.TRAIL_MAGIC, null);
        long asked;
        long names;
        boolean rows;
        String run;
        try {
            FooterReader footer = new FooterReader(file);
            asked = footer.readLong();
            names = footer.readLong();
            rows = footer.readByte() == 1;
            run = new String(footer.readName(), StandardCharsets.UTF_8);
            footer.end();
            if (asked < 0 || names < 0 || names > Integer.MAX_VALUE) {
                throw footer.corrupt("counts of names are out of their ranges");
            }
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
        return new TrailFile(new NameFileStream(file), asked, names, rows, run);
    }

    /** How many names the pieces have. */
    long askedCount() {
        return askedCount;
    }

    /** The numbers of the pieces are below this one. */
    long nameCount() {
        return nameCount;
    }

    /** Which file it is. */
    NameFile file() {
        return stream.file().file();
    }

    /** The label of the run that has the names. */
    String runLabel() {
        return runLabel;
    }

    /** Whether the pieces hold all rows of the chunk. */
    boolean hasRows() {
        return hasRows;
    }

    /** Reads every byte; damage is a {@link CorruptFileException}. */
    void verify() throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(NameFileFormat.BLOCK_BYTES);
        for (long index = 0; index < stream.file().blockCount(); index++) {
            stream.file().readBlock(index, block.clear());
        }
    }

    /** Whether there is one more piece. */
    boolean hasMore() {
        return stream.offset() < stream.file().bodyLength();
    }

    /** The next number of the file; negative ones are damage. */
    int readInt() throws IOException {
        if (!stream.ensure(NUMBER_BYTES)) {
            throw corrupt("the file ends inside a piece");
        }
        int value = takeInt(stream);
        if (value < 0) {
            throw corrupt("a number is negative");
        }
        return value;
    }

    /**
     * Reads the next {@code count} numbers, a piece's at most, into the front of {@code target};
     * negative ones are damage. Hot.
     */
    void readInts(int[] target, int count) throws IOException {
        if (!stream.ensure(NUMBER_BYTES * count)) {
            throw corrupt("the file ends inside a piece");
        }
        byte[] bytes = stream.buffer();
        int from = stream.position();
        int signs = 0;
        for (int i = 0; i < count; i++) {
            target[i] = NameBytes.getInt(bytes, from + NUMBER_BYTES * i);
            signs |= target[i];
        }
        if (signs < 0) {
            throw corrupt("a number is negative");
        }
        stream.skip(NUMBER_BYTES * count);
    }

    private static int takeInt(NameFileStream from) {
        int value = NameBytes.getInt(from.buffer(), from.position());
        from.skip(NUMBER_BYTES);
        return value;
    }

    /** Goes {@code length} bytes on. */
    void skip(int length) throws IOException {
        for (int left = length; left > 0; ) {
            int taken = available(left);
            stream.skip(taken);
            left -= taken;
        }
    }

    /** Reads {@code length} bytes into the front of {@code target}. */
    void read(byte[] target, int length) throws IOException {
        for (int at = 0; at < length; ) {
            int taken = available(length - at);
            System.arraycopy(stream.buffer(), stream.position(), target, at, taken);
            stream.skip(taken);
            at += taken;
        }
    }

    private int available(int wanted) throws IOException {
        if (!stream.ensure(1)) {
            throw corrupt("the file ends inside a piece");
        }
        return Math.min(wanted, stream.available());
    }

    CorruptFileException corrupt(String finding) {
        return stream.file().corrupt(stream.offset(), finding);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
