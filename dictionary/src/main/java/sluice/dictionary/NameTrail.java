package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import sluice.dictionary.table.NameBytes;
import sluice.model.ByteHash;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * The ids of a chunk's names in the order in which they were collected, so that a second pass over
 * the chunk need not look each up: the first pass compared them, and wrote down which was which.
 *
 * <p>Belongs to one thread. Opening it reads each distinct name, and the id that the merge of the
 * runs left, or looks it up. From then on a name costs its hash, which must be that of the name
 * that stood there in the first pass, and a look into 16 bytes for each distinct name, which it
 * takes outside the heap. Where the trail is damaged, or the chunk is no longer what it was, {@link
 * #next} says so, and its caller looks up what is left.
 */
public final class NameTrail implements Closeable {
    private static final int ENTRY_BYTES = 16;
    private static final long GROUP_MIX = 0x9E3779B97F4A7C15L;

    private final TrailFile file;
    private final Arena arena = Arena.ofConfined();

    /** For each number the hash of its name, mixed with its group, and its id. */
    private final MemorySegment entries;

    private long askedLeft;
    private int leftInPiece;
    private boolean begun;

    private NameTrail(TrailFile file) {
        this.file = file;
        askedLeft = file.askedCount();
        entries = arena.allocate(Math.max(1, file.nameCount() * ENTRY_BYTES), ENTRY_BYTES);
    }

    /** The name of the file that {@link NameCollector} leaves beside the run of this label. */
    public static String fileName(String label) {
        return NameTrailWriter.fileName(label);
    }

    /** The name of the file with the numbers of the names of a run, which its trails need. */
    public static String numbersFileName(String runLabel) {
        return RunColumn.numbers(runLabel);
    }

    /**
     * The trail beside the name run of {@code label}; empty where it is missing, or of no use. The
     * caller closes it.
     */
    public static Optional<NameTrail> open(Storage storage, String label, Dictionary dictionary)
            throws IOException {
        return TrailFile.openTrail(
                storage, label, NameTrail::new, trail -> trail.read(storage, dictionary));
    }

    /** Reads the ids of the names; false where their run has none for it. */
    private boolean read(Storage storage, Dictionary dictionary) throws IOException {
        Optional<NumberedNames> names = NumberedNames.open(storage, file.runLabel(), dictionary);
        if (names.isEmpty()) {
            return false;
        }
        try (NumberedNames all = names.get()) {
            return all.trails().contains(file.file())
                    && all.count() == file.nameCount()
                    && all.read(true, this::put);
        }
    }

    private void put(int number, int group, long hash, long id) {
        if (group >= 0) {
            long at = (long) number * ENTRY_BYTES;
            entries.set(NameBytes.LONG, at, hash ^ group * GROUP_MIX);
            entries.set(NameBytes.LONG, at + 8, id);
        }
    }

    /**
     * The id of the next name of the chunk; or -1 where the trail does not know it, and nothing
     * that follows either. Hot.
     */
    public long next(int group, byte[] bytes, int offset, int length) throws IOException {
        if (askedLeft == 0) {
            return -1;
        }
        askedLeft--;
        int number = number();
        if (number < 0 || number >= file.nameCount()) {
            askedLeft = 0;
            return -1;
        }
        long at = (long) number * ENTRY_BYTES;
        long hash = ByteHash.of(bytes, offset, length) ^ group * GROUP_MIX;
        if (entries.get(NameBytes.LONG, at) != hash) {
            askedLeft = 0;
            return -1;
        }
        return entries.get(NameBytes.LONG, at + 8);
    }

    /** The next number, or -1 where the file is damaged. */
    private int number() throws IOException {
        try {
            while (leftInPiece == 0) {
                if (begun) {
                    file.skip(file.readInt());
                }
                begun = true;
                leftInPiece = file.readInt();
            }
            leftInPiece--;
            return file.readInt();
        } catch (CorruptFileException _) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        arena.close();
        file.close();
    }
}
