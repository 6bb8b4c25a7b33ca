package sluice.segment;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * Sorts any number of pairs of a key and an id, within a limit of memory, for an {@link
 * IndexWriter}. Belongs to one thread, which begins, adds all pairs, then calls {@link #writeTo}
 * once, then closes it, which deletes the files; then {@link #begin} may begin again. A crash
 * leaves files that nobody reads: they are neither synced nor listed.
 *
 * <p>What does not fit memory goes to files, each of which is an index section. Cost: a radix sort
 * of what fits; a pair that does not is written and read once for each {@value #FILES_MAX}-fold of
 * the memory.
 */
final class PairSort implements AutoCloseable {
    /** This many files are merged into one file that is as many times as large. */
    private static final int FILES_MAX = 64;

    private static final int LENGTH_BYTES = 2;
    private static final int PAIR_BYTES_MAX = LENGTH_BYTES + IndexLayout.KEY_BYTES_MAX + Long.BYTES;

    /** A pair has this share of the memory, with its place: the rest is what sorting takes. */
    private static final int PAIRS_PART = 2;

    /** The bytes that {@link KeySorter} has for a pair. */
    private static final int PLACE_BYTES = 2 * (Long.BYTES + Integer.BYTES);

    private static final int PAIRS_BYTES_FIRST = 1 << 16;

    private final int pairsMax;
    private final int placesMax;
    private @Nullable Storage storage;
    private String name = "";

    /** Pairs as they came: u16 length of the key, the key, u64 id. */
    private byte[] pairs = new byte[0];

    private int pairsUsed;

    /** Where each pair begins, in the order in which they came. */
    private int[] places = new int[0];

    private int count;
    private final PairOrder order = new PairOrder();

    /** Index i has files of about the i-th power of {@value #FILES_MAX} times the memory. */
    private final List<List<Part>> levels = new ArrayList<>();

    private int files;

    /** A file of sorted pairs. */
    private record Part(String name, Arena arena, Storage.Source source, IndexSection section) {
        void close(Storage storage) throws IOException {
            arena.close();
            source.close();
            storage.delete(name);
        }
    }

    /** Sorts within {@code memoryBytes}, which are taken as they are needed. */
    PairSort(int memoryBytes) {
        this.pairsMax = Math.max(memoryBytes / PAIRS_PART, PAIR_BYTES_MAX);
        this.placesMax = Math.max(1, memoryBytes / PAIRS_PART / (PLACE_BYTES + Integer.BYTES));
    }

    /**
     * Begins with no pairs; the names of files in {@code newStorage} begin with {@code newName}.
     */
    void begin(Storage newStorage, String newName) {
        storage = newStorage;
        name = newName;
        files = 0;
        count = 0;
        pairsUsed = 0;
    }

    /** Adds a pair whose key has 1 to {@value IndexLayout#KEY_BYTES_MAX} bytes. */
    void add(byte[] key, int offset, int length, long id) throws IOException {
        if (length < 1 || length > IndexLayout.KEY_BYTES_MAX) {
            throw new IllegalArgumentException("a key of %d bytes".formatted(length));
        }
        int bytes = LENGTH_BYTES + length + Long.BYTES;
        if (count == placesMax || bytes > pairsMax - pairsUsed) {
            spill();
        }
        makeRoom(bytes);
        places[count++] = pairsUsed;
        Bytes.putShort(pairs, pairsUsed, (short) length);
        System.arraycopy(key, offset, pairs, pairsUsed + LENGTH_BYTES, length);
        pairsUsed += LENGTH_BYTES + length;
        Bytes.putLong(pairs, pairsUsed, id);
        pairsUsed += Long.BYTES;
    }

    private void makeRoom(int bytes) {
        if (pairsUsed + bytes > pairs.length) {
            long room = Math.max(PAIRS_BYTES_FIRST, 2L * pairs.length);
            pairs = Arrays.copyOf(pairs, (int) Math.min(pairsMax, room));
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, (int) Math.min(placesMax, Math.max(1024, 2L * count)));
        }
    }

    /** Gives all pairs to {@code writer}, in order. */
    void writeTo(IndexWriter writer) throws IOException {
        if (levels.isEmpty()) {
            writePairs(writer);
            return;
        }
        spill();
        List<Part> parts = new ArrayList<>();
        levels.forEach(parts::addAll);
        merge(parts, writer);
    }

    private void writePairs(IndexWriter writer) throws IOException {
        int[] sorted = order.sort(pairs, places, count);
        for (int i = 0; i < count; i++) {
            int place = sorted[i];
            int length = PairOrder.keyLength(pairs, place);
            int key = place + LENGTH_BYTES;
            writer.add(pairs, key, length, Bytes.getLong(pairs, key + length));
        }
    }

    private interface Pairs {
        void to(IndexWriter writer) throws IOException;
    }

    /** Writes what is in memory into a file. */
    private void spill() throws IOException {
        if (count == 0) {
            return;
        }
        keep(0, write(this::writePairs));
        count = 0;
        pairsUsed = 0;
    }

    private void keep(int level, Part part) throws IOException {
        if (level == levels.size()) {
            levels.add(new ArrayList<>());
        }
        List<Part> parts = levels.get(level);
        parts.add(part);
        if (parts.size() == FILES_MAX) {
            Part merged = write(writer -> merge(parts, writer));
            for (Part old : parts) {
                old.close(storage());
            }
            parts.clear();
            keep(level + 1, merged);
        }
    }

    private Part write(Pairs from) throws IOException {
        String file = name + "-" + files++;
        OutputFile out = new OutputFile(storage(), file);
        IndexSection.Place place;
        PendingFile pending;
        try {
            IndexWriter writer = new IndexWriter(out);
            from.to(writer);
            writer.finishBlocks();
            long tables = out.offset();
            int length = Math.toIntExact(writer.tableBytes());
            out.reserve(length);
            writer.writeTables(out.buffer(), out.position());
            out.advance(length);
            place =
                    new IndexSection.Place(
                            0,
                            tables,
                            tables,
                            writer.blocks(),
                            writer.keys(),
                            writer.filterBytes(),
                            out.offset());
            pending = out.finish(0);
        } catch (Throwable failure) {
            out.close();
            throw failure;
        }
        pending.publishUnsynced();
        return open(file, place);
    }

    private Part open(String file, IndexSection.Place place) throws IOException {
        Storage.Source source = storage().open(file);
        Arena arena = Arena.ofConfined();
        try {
            IndexSection section =
                    new IndexSection(
                            file,
                            storage().map(file, place.end(), arena),
                            place,
                            (offset, length, checksum, what) ->
                                    read(source, file, offset, length, checksum, what));
            return new Part(file, arena, source, section);
        } catch (Throwable failure) {
            arena.close();
            source.close();
            throw failure;
        }
    }

    private static byte[] read(
            Storage.Source source, String file, long offset, int length, int checksum, String what)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        StorageFiles.readFully(source, buffer, offset);
        CRC32C crc = new CRC32C();
        crc.update(buffer.array(), 0, length);
        if ((int) crc.getValue() != checksum) {
            throw new CorruptFileException(
                    file, offset, what + " does not match its checksum", "repeat the command");
        }
        return buffer.array();
    }

    /**
     * All pairs in order, to be read until this is closed; instead of {@link #writeTo}. Cost: they
     * are written and read once more.
     */
    IndexCursor merged() throws IOException {
        Part all = write(this::writeTo);
        levels.add(new ArrayList<>(List.of(all)));
        return new IndexCursor(all.section);
    }

    private static void merge(List<Part> parts, IndexWriter writer) throws IOException {
        PriorityQueue<IndexCursor> queue =
                new PriorityQueue<>(
                        Math.max(1, parts.size()),
                        (a, b) -> {
                            int order = a.compareTo(b.key(), 0, b.keyLength());
                            return order != 0 ? order : Long.compareUnsigned(a.id(), b.id());
                        });
        for (Part part : parts) {
            IndexCursor cursor = new IndexCursor(part.section);
            if (cursor.first() && cursor.nextId()) {
                queue.add(cursor);
            }
        }
        for (IndexCursor least = queue.poll(); least != null; least = queue.poll()) {
            writer.add(least.key(), 0, least.keyLength(), least.id());
            if (least.nextId() || (least.nextKey() && least.nextId())) {
                queue.add(least);
            }
        }
    }

    private Storage storage() {
        return Objects.requireNonNull(storage, "begin comes first");
    }

    /** Forgets the pairs and deletes the files; {@link #begin} may follow. */
    @Override
    public void close() throws IOException {
        for (List<Part> parts : levels) {
            for (Part part : parts) {
                part.close(storage());
            }
        }
        levels.clear();
        count = 0;
        pairsUsed = 0;
    }
}
