package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import sluice.model.ByteHash;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * The ids of a chunk's names in the order in which they were collected, so that a second pass over
 * the chunk need not look each up: the first pass compared them, and wrote down which was which.
 *
 * <p>Belongs to one thread. Opening it looks each distinct name up once, in the order of the
 * dictionary. From then on a name costs its hash, which must be that of the name that stood there
 * in the first pass, and a look into 16 bytes for each distinct name, which it takes outside the
 * heap. Where the trail is damaged, or the chunk is no longer what it was, {@link #next} says so,
 * and its caller looks up what is left.
 */
public final class NameTrail implements Closeable {
    private static final int ENTRY_BYTES = 16;
    private static final int NUMBER_BYTES = 4;
    private static final long GROUP_MIX = 0x9E3779B97F4A7C15L;

    private final NameFileStream asked;
    private final Arena arena = Arena.ofConfined();

    /** For each number the hash of its name, mixed with its group, and its id. */
    private final MemorySegment entries;

    private final long nameCount;
    private long askedLeft;

    private NameTrail(NameFileStream asked, long askedCount, long nameCount) {
        this.asked = asked;
        this.askedLeft = askedCount;
        this.nameCount = nameCount;
        entries = arena.allocate(Math.max(1, nameCount * ENTRY_BYTES), ENTRY_BYTES);
    }

    /** The name of the file that {@link NameCollector} leaves beside the run of this label. */
    public static String fileName(String label) {
        return NameTrailWriter.fileName(label);
    }

    /**
     * The trail beside the name run of {@code label}; empty where it is missing, or of no use. The
     * caller closes it.
     */
    public static Optional<NameTrail> open(Storage storage, String label, Dictionary dictionary)
            throws IOException {
        NameTrail trail;
        try {
            trail =
                    open(
                            NameFileReader.open(
                                    storage, fileName(label), NameFileFormat.TRAIL_MAGIC, null));
        } catch (NoSuchFileException | CorruptFileException _) {
            return Optional.empty();
        }
        boolean isOfUse = false;
        try {
            NameFile run = NameRun.open(storage, NameCollector.runName(label)).file();
            isOfUse = trail.resolve(storage, run, dictionary);
        } catch (NoSuchFileException | CorruptFileException _) {
            // Every name can be looked up without it.
        } finally {
            if (!isOfUse) {
                trail.close();
            }
        }
        return isOfUse ? Optional.of(trail) : Optional.empty();
    }

    private static NameTrail open(NameFileReader file) throws IOException {
        long askedCount;
        long nameCount;
        try {
            FooterReader footer = new FooterReader(file);
            askedCount = footer.readLong();
            nameCount = footer.readLong();
            footer.end();
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
        return new NameTrail(new NameFileStream(file), askedCount, nameCount);
    }

    /** Finds the ids of all names of the run; false where the run is not the trail's. */
    private boolean resolve(Storage storage, NameFile run, Dictionary dictionary)
            throws IOException {
        long from = NameFileFormat.HEADER_BYTES + NUMBER_BYTES * askedLeft;
        try (NameRunCursor names = NameRunCursor.open(storage, run, NameBytes.HASH);
                NameFileStream numbers =
                        new NameFileStream(
                                NameFileReader.open(
                                        storage,
                                        asked.file().file().name(),
                                        NameFileFormat.TRAIL_MAGIC,
                                        asked.file().file()))) {
            numbers.seek(from);
            int[] groups =
                    names.groups().stream()
                            .mapToInt(group -> group.types() ? -1 : dictionary.group(group.name()))
                            .toArray();
            while (names.next()) {
                int number = number(numbers);
                if (number < 0) {
                    return false;
                }
                int group = groups[names.group()];
                if (group >= 0) {
                    long id =
                            dictionary.find(
                                    group,
                                    names.hash(),
                                    names.bytes(),
                                    names.offset(),
                                    names.length());
                    long at = (long) number * ENTRY_BYTES;
                    entries.set(NameBytes.LONG, at, names.hash() ^ group * GROUP_MIX);
                    entries.set(NameBytes.LONG, at + 8, id);
                }
            }
            return !numbers.ensure(1);
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
        int number = number(asked);
        if (number < 0) {
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

    /** The next number of {@code stream}, or -1. */
    private int number(NameFileStream stream) throws IOException {
        try {
            if (!stream.ensure(NUMBER_BYTES)) {
                return -1;
            }
        } catch (CorruptFileException _) {
            return -1;
        }
        int number = stream.buffer().get(NameBytes.INT, stream.position());
        stream.skip(NUMBER_BYTES);
        return number >= nameCount ? -1 : number;
    }

    @Override
    public void close() throws IOException {
        arena.close();
        asked.close();
    }
}
