package sluice.dictionary;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.table.NameBatch;
import sluice.dictionary.table.NameBytes;
import sluice.dictionary.table.NameTable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * Collects the distinct names of one chunk after the other and leaves a name run of each, or of
 * several.
 *
 * <p>Belongs to one thread. Holds to the memory it is given: when that is full the names so far are
 * written as a part of the run. A name costs a hash and one or two cache misses, which come for
 * many names at once; 42 bytes of memory, and its own one and a half times. The groups keep their
 * numbers from chunk to chunk.
 */
public final class NameCollector implements AutoCloseable {
    /** A collector with less memory is refused. */
    public static final long MEMORY_BYTES_MIN = 1024 * 1024;

    /** A collector takes no more, as its names are in an array. */
    private static final long MEMORY_BYTES_MAX = 1L << 30;

    /** A longer name is refused, as an empty one is. */
    public static final int NAME_BYTES_MAX = NameFileFormat.NAME_BYTES_MAX;

    /** The same of the name of a type. */
    public static final int TYPE_NAME_BYTES_MAX = NameFileFormat.TYPE_NAME_BYTES_MAX;

    /** The longest name of a group, in UTF-8. */
    public static final int GROUP_NAME_BYTES_MAX = NameFileFormat.GROUP_NAME_BYTES_MAX;

    private static final long WRITER_BYTES = 160 * 1024 + NameTrailWriter.MEMORY_BYTES;
    private static final int USUAL_NAME_BYTES = 20;
    private static final int TYPES_GROUP = 0;
    private static final byte[] NO_ROWS = {};

    private final Storage storage;
    private final NameBytes.Hash hash;
    private final NameTable table;
    private final NameBatch batch;
    private final List<NameGroup> groups = new ArrayList<>(List.of(NameGroup.TYPES));
    private final Map<String, Integer> groupNumbers = new HashMap<>();
    private final List<NameFile> parts = new ArrayList<>();
    private @Nullable String label;

    /** Null where the chunk gets none: it was begun by {@link #begin}, or its run has parts. */
    private @Nullable NameTrailWriter trail;

    /** The trails before it, whose names are in the same run. */
    private final List<NameFile> trails = new ArrayList<>();

    /** Names in the table, and their bytes, when the chunk began. */
    private int namesBefore;

    private int bytesBefore;

    private int typeCount;
    private long namesWritten;

    /** A collector that takes {@code memoryBytes} of the heap. */
    public NameCollector(Storage storage, long memoryBytes) {
        this(storage, NameBytes.HASH, slotCount(memoryBytes), bytesLength(memoryBytes));
    }

    NameCollector(Storage storage, NameBytes.Hash hash, int slotCount, int bytesLength) {
        this.storage = storage;
        this.hash = hash;
        table = new NameTable(slotCount, bytesLength);
        batch = new NameBatch(hash);
    }

    /** The name of the run that {@link #begin} with {@code label} and {@link #finish} leave. */
    public static String runName(String label) {
        return "names-" + label + ".run";
    }

    /** The label of the run in the file {@code name}; empty for a part of a run. */
    static Optional<String> labelOf(String name) {
        String label = name.replaceFirst("^names-", "").replaceFirst("\\.run$", "");
        return runName(label).equals(name) && label.indexOf('.') < 0
                ? Optional.of(label)
                : Optional.empty();
    }

    /**
     * Begins a chunk; {@code label}, of letters, digits and hyphens, makes the names of its files.
     */
    public void begin(String label) throws IOException {
        if (!label.matches("[A-Za-z0-9-]+")) {
            throw new IllegalArgumentException(
                    "label \"" + label + "\" is not of letters, digits and hyphens");
        }
        abandon();
        this.label = label;
    }

    /**
     * Begins a chunk that leaves a {@link NameTrail} beside its run, if its names fit into memory.
     */
    public void beginWithTrail(String label) throws IOException {
        begin(label);
        trail = new NameTrailWriter(storage, label, label, false);
    }

    /**
     * Begins a chunk that leaves a {@link RowTrail} beside its run, if its names fit into memory:
     * the caller gives its rows to {@link #put}.
     */
    public void beginWithRows(String label) throws IOException {
        begin(label);
        nextRows(label);
    }

    /**
     * Begins one more chunk that leaves a {@link RowTrail}, and whose names go to the run that was
     * begun: a name that chunks before it have is written once.
     */
    public void nextRows(String label) throws IOException {
        endRows();
        namesBefore = table.count();
        bytesBefore = table.nameBytes();
        if (parts.isEmpty()) {
            trail = new NameTrailWriter(storage, label, begun(), true);
        }
    }

    /**
     * Whether a chunk with twice as many new names as the last one finds room in the run. If one
     * does not, no chunk of the run leaves a trail.
     */
    public boolean hasRoomForNext() {
        return parts.isEmpty()
                && !table.hasOverflow()
                && table.hasRoom(
                        2L * (table.count() - namesBefore), 2L * (table.nameBytes() - bytesBefore));
    }

    /** Whether the chunk will leave a trail, as it looks now. */
    public boolean hasTrail() {
        return trail != null;
    }

    /** Whether {@link #put} is due, so that the names of a row stay in one piece of the trail. */
    public boolean isPieceFull() {
        return batch.isNearlyFull();
    }

    /**
     * Ends a piece of the trail: the names since the piece before, and {@code length} bytes of
     * {@code rows}, which use them and names of earlier pieces that no row used.
     */
    public void put(byte[] rows, int length) throws IOException {
        flush(rows, length);
    }

    /**
     * The number by which {@link #add} knows the group {@code name}; the empty name is a group too.
     */
    public int group(String name) {
        Integer known = groupNumbers.get(name);
        if (known != null) {
            return known;
        }
        int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length > NameFileFormat.GROUP_NAME_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the name of group %s has %d bytes and at most %d can be; shorten it"
                            .formatted(name, length, NameFileFormat.GROUP_NAME_BYTES_MAX));
        }
        if (groups.size() == NameFileFormat.GROUPS_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "group %s is one more than %d; use fewer groups of ids"
                            .formatted(name, NameFileFormat.GROUPS_MAX - 1));
        }
        groups.add(new NameGroup(false, name));
        groupNumbers.put(name, groups.size() - 1);
        return groups.size() - 1;
    }

    /** Adds a name, which has 1 to {@link #NAME_BYTES_MAX} bytes. Hot. */
    public void add(int group, byte[] bytes, int offset, int length) throws IOException {
        makeRoom(length);
        batch.put(group, bytes, offset, length);
    }

    private void makeRoom(int length) throws IOException {
        if (length < 1 || length > NAME_BYTES_MAX) {
            throw badLength("name", length, NAME_BYTES_MAX);
        }
        if (!batch.hasRoom(length)) {
            flush();
        }
    }

    /** Adds the names that wait. Hot. */
    void flush() throws IOException {
        flush(NO_ROWS, 0);
    }

    private void flush(byte[] rows, int length) throws IOException {
        long[] hashes = batch.hashes();
        byte[] bytes = batch.bytes();
        table.touch(hashes, batch.count());
        for (int i = 0; i < batch.count(); i++) {
            int group = batch.group(i);
            int from = batch.offset(i);
            int nameLength = batch.length(i);
            int number = table.addTouched(i, group, hashes[i], bytes, from, nameLength);
            if (number == NameTable.FULL) {
                number = putInNextPart(group, hashes[i], bytes, from, nameLength);
            }
            if (trail != null) {
                trail.asked(number);
            }
        }
        batch.clear();
        if (trail != null) {
            trail.endPiece(rows, length);
        }
    }

    /**
     * Adds the name of a type, which has 1 to {@link #TYPE_NAME_BYTES_MAX} bytes, and returns the
     * number that the trail of the chunk knows it by. Hot.
     */
    public int addType(byte[] bytes, int offset, int length) throws IOException {
        if (length < 1 || length > TYPE_NAME_BYTES_MAX) {
            throw badLength("type", length, TYPE_NAME_BYTES_MAX);
        }
        int before = table.count();
        long nameHash = hash.of(bytes, offset, length);
        int number = table.add(TYPES_GROUP, nameHash, bytes, offset, length);
        if (number == NameTable.FULL) {
            number = putInNextPart(TYPES_GROUP, nameHash, bytes, offset, length);
        }
        if (table.count() != before && ++typeCount > NameFileFormat.TYPES_MAX) {
            throw tooManyTypes();
        }
        return number;
    }

    /** Adds the name of a type as a mapping gives it; returns its number in the trail. */
    public int addType(String name) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return addType(bytes, 0, bytes.length);
    }

    /**
     * Ends the run and writes it, synced and under its name, also where there are no names.
     *
     * @param tag what the run is to be known by; {@link NameRun#tag} has it again
     */
    public NameFile finish(byte[] tag) throws IOException {
        flush();
        endRows();
        NameFile run = write(runName(begun()), true, tag);
        parts.clear();
        label = null;
        return run;
    }

    /**
     * How many names of nodes the runs have that {@link #finish} has written so far; a name that
     * several of them have counts in each.
     */
    public long namesWritten() {
        return namesWritten;
    }

    /** Forgets the chunk and deletes what it left, if {@link #finish} has not been called. */
    public void abandon() throws IOException {
        label = null;
        batch.clear();
        dropTrails();
        if (table.count() > 0) {
            clear();
        }
        for (NameFile part : parts) {
            storage.delete(part.name());
        }
        parts.clear();
    }

    @Override
    public void close() throws IOException {
        abandon();
    }

    static SluiceException tooManyTypes() {
        return new SluiceException(
                ErrorCode.INPUT,
                "there are more than %d names of types; does a mapping take the wrong column for the type?"
                        .formatted(NameFileFormat.TYPES_MAX));
    }

    static SluiceException typesTooLarge(int count, long bytes) {
        return new SluiceException(
                ErrorCode.RESOURCE,
                "%d names of types and predicates have %d bytes, which is more than this memory holds; give the load more memory, or does a mapping take the wrong column for the type?"
                        .formatted(count, bytes));
    }

    private static SluiceException badLength(String what, int length, int max) {
        return new SluiceException(
                ErrorCode.INPUT,
                "a %s has %d bytes and 1 to %d can be; fix the row".formatted(what, length, max));
    }

    /** Adds a name that the table had no room for: its names go to a part of the run first. */
    private int putInNextPart(int group, long nameHash, byte[] bytes, int offset, int length)
            throws IOException {
        dropTrails();
        String name = "names-%s.%d.run".formatted(begun(), parts.size());
        parts.add(write(name, false, new byte[0]));
        int number = table.add(group, nameHash, bytes, offset, length);
        if (number == NameTable.FULL) {
            throw new IllegalStateException(
                    "a name of " + length + " bytes does not fit into an empty table");
        }
        return number;
    }

    /** Ends the chunk at hand, and its trail. */
    public void endRows() throws IOException {
        flush();
        NameTrailWriter ended = trail;
        if (ended != null) {
            trails.add(ended.finish(table.count()));
            trail = null;
        }
    }

    /** Forgets the rows of a chunk that was not ended; the names that it gave stay in the run. */
    public void dropRows() throws IOException {
        NameTrailWriter dropped = trail;
        trail = null;
        if (dropped != null) {
            dropped.close();
        }
    }

    private void dropTrails() throws IOException {
        dropRows();
        for (NameFile ended : trails) {
            storage.delete(ended.name());
        }
        trails.clear();
    }

    /** Writes the names in the table, sorted and distinct, and empties it. */
    private NameFile write(String name, boolean last, byte[] tag) throws IOException {
        int[] groupOfRank =
                IntStream.range(0, groups.size())
                        .boxed()
                        .sorted((a, b) -> groups.get(a).compareTo(groups.get(b)))
                        .mapToInt(Integer::intValue)
                        .toArray();
        int[] rankOfGroup = new int[groupOfRank.length];
        for (int rank = 0; rank < groupOfRank.length; rank++) {
            rankOfGroup[groupOfRank[rank]] = rank;
        }
        List<NameGroup> ordered = groups.stream().sorted().toList();
        table.sort(rankOfGroup);
        if (table.hasOverflow()) {
            dropTrails();
        }
        try (NameRunWriter run = new NameRunWriter(storage, name, ordered, true)) {
            for (int i = 0; i < table.count(); i++) {
                if (i == 0 || !table.isSame(i - 1, i)) {
                    int at = table.name(i);
                    run.put(rankOfGroup[table.group(i)], table.bytes(), at, table.length(at));
                    namesWritten += table.group(i) == TYPES_GROUP ? 0 : 1;
                }
            }
            NameFile file = run.finish(last, last ? parts : List.of(), tag);
            if (!trails.isEmpty()) {
                writeNumbers(file);
            }
            trails.clear();
            clear();
            return file;
        }
    }

    /** Says by which numbers the trails know the names of {@code run}. */
    private void writeNumbers(NameFile run) throws IOException {
        try (NameFileWriter numbers = RunColumn.begin(storage, RunColumn.numbers(begun()))) {
            for (int i = 0; i < table.count(); i++) {
                numbers.putInt(table.number(table.name(i)));
            }
            RunColumn.finish(numbers, run, trails);
        }
    }

    private void clear() {
        table.clear();
        typeCount = 0;
        namesBefore = 0;
        bytesBefore = 0;
    }

    private String begun() {
        if (label == null) {
            throw new IllegalStateException("no chunk was begun");
        }
        return label;
    }

    private static int slotCount(long memoryBytes) {
        if (memoryBytes < MEMORY_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "a collector of names needs %d bytes of memory and is given %d"
                            .formatted(MEMORY_BYTES_MIN, memoryBytes));
        }
        // Two slots for a name, beside one of usual length; both are copied when they grow.
        long slot = NameTable.SLOT_BYTES * 3 / 2;
        long name = (NameTable.NAME_OVERHEAD_BYTES + USUAL_NAME_BYTES) * 3 / 2;
        long names = tableBytes(memoryBytes) / (2 * slot + name);
        return (int) (2 * names) - NameTable.PROBES_MAX;
    }

    private static int bytesLength(long memoryBytes) {
        long slots = NameTable.memoryBytes(slotCount(memoryBytes), 0);
        return (int) ((tableBytes(memoryBytes) - slots) * 2 / 3);
    }

    private static long tableBytes(long memoryBytes) {
        return Math.min(memoryBytes, MEMORY_BYTES_MAX) - WRITER_BYTES;
    }
}
