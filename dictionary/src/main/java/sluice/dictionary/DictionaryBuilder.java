package sluice.dictionary;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * Merges name runs into one more generation of a dictionary.
 *
 * <p>The ids depend on the set of names only, not on how it was spread over runs. Costs one pass
 * over the runs, one more where there are too many for the memory, and one lookup of each distinct
 * name in the earlier generations. Takes the memory it is given, at least {@link
 * #MEMORY_BYTES_MIN}, 4 bytes of heap for each 16 KiB of the files, and the names of types.
 */
public final class DictionaryBuilder {
    public static final long MEMORY_BYTES_MIN = 1024 * 1024;

    /** The names of types may take this much of the heap in any case. */
    static final long TYPES_MEMORY_BYTES_MIN = 32 * 1024 * 1024;

    /** The heap that the name of a type takes besides its bytes. */
    private static final int TYPE_OVERHEAD_BYTES = 48;

    private final Storage storage;
    private final Dictionary known;
    private final long generation;
    private final int fanInMax;
    private final long typesMemoryMax;
    private final long memoryBytes;
    private final NameBytes.Hash nameHash;

    private final List<byte[]> types = new ArrayList<>();
    private long typesBytes;
    private long newCount;

    /** Files from this place on are of guests. */
    private int guestsFrom;

    private long namesEnd;
    private long offsetCount;

    private DictionaryBuilder(
            Storage storage,
            Dictionary known,
            long generation,
            int fanInMax,
            long memoryBytes,
            NameBytes.Hash nameHash) {
        this.storage = storage;
        this.known = known;
        this.generation = generation;
        this.fanInMax = fanInMax;
        this.memoryBytes = memoryBytes;
        typesMemoryMax = Math.max(memoryBytes, TYPES_MEMORY_BYTES_MIN);
        this.nameHash = nameHash;
    }

    /**
     * Name runs, by their names and in any order.
     *
     * @param guests get ids only for names that {@code all} have too
     */
    public record Runs(List<String> all, List<String> guests) {}

    /** The name of the file of a generation. */
    public static String fileName(long generation) {
        return "dict-" + generation;
    }

    /**
     * Writes the file of {@code generation}: the names and types of {@code runs} that {@code known}
     * lacks. Leaves nothing and returns empty when it lacks none. The runs stay; temporary files
     * end in {@code .tmp} and are deleted.
     *
     * @param known all generations before this one
     * @param runs the names of name runs, in any order
     */
    public static Optional<NameFile> build(
            Storage storage, Dictionary known, List<String> runs, long generation, long memoryBytes)
            throws IOException {
        return build(storage, known, new Runs(runs, List.of()), generation, memoryBytes);
    }

    /**
     * As {@link #build(Storage, Dictionary, List, long, long)}, of the names of {@code runs.all}.
     */
    public static Optional<NameFile> build(
            Storage storage, Dictionary known, Runs runs, long generation, long memoryBytes)
            throws IOException {
        if (memoryBytes < MEMORY_BYTES_MIN) {
            throw new IllegalArgumentException(
                    "merging names needs %d bytes of memory and is given %d"
                            .formatted(MEMORY_BYTES_MIN, memoryBytes));
        }
        return new DictionaryBuilder(
                        storage,
                        known,
                        generation,
                        NameReduction.fanIn(memoryBytes),
                        memoryBytes,
                        NameBytes.HASH)
                .build(files(storage, runs.all()), files(storage, runs.guests()));
    }

    static Optional<NameFile> build(
            Storage storage,
            Dictionary known,
            List<String> runs,
            long generation,
            int fanInMax,
            NameBytes.Hash nameHash)
            throws IOException {
        return new DictionaryBuilder(
                        storage, known, generation, fanInMax, MEMORY_BYTES_MIN, nameHash)
                .build(files(storage, runs), List.of());
    }

    static List<NameFile> files(Storage storage, List<String> runs) throws IOException {
        List<NameFile> files = new ArrayList<>();
        for (String run : runs) {
            files.addAll(NameRun.open(storage, run).files());
        }
        return files;
    }

    private Optional<NameFile> build(List<NameFile> runs, List<NameFile> guests)
            throws IOException {
        // Without room they are left out: their names are looked up, if at all.
        boolean hasRoom = fanInMax - guests.size() >= 2;
        int fanIn = hasRoom ? fanInMax - guests.size() : fanInMax;
        try (NameReduction reduction =
                new NameReduction(storage, fileName(generation), fanIn, nameHash, NameShard.ALL)) {
            List<NameFile> files = new ArrayList<>(reduction.reduce(runs));
            guestsFrom = files.size();
            files.addAll(hasRoom ? guests : List.of());
            return buildFrom(files, reduction);
        }
    }

    private Optional<NameFile> buildFrom(List<NameFile> files, NameReduction temporary)
            throws IOException {
        List<NameGroup> groups;
        long[] countOfGroup;
        NameFile names;
        try (NameMerge merge = new NameMerge(storage, files, nameHash, NameShard.ALL);
                MergedIds ids = MergedIds.begin(storage, files, memoryBytes);
                NameFileWriter writer = temporary("names")) {
            groups = merge.groups();
            countOfGroup = select(merge, writer, ids);
            ids.finish();
            names = writer.finish(new byte[0]);
            temporary.add(names.name());
        }
        if (newCount == 0 && types.isEmpty()) {
            return Optional.empty();
        }
        types.sort(Arrays::compareUnsigned);
        if (known.typeCount() + types.size() > NameFileFormat.TYPES_MAX) {
            throw NameCollector.tooManyTypes();
        }
        return Optional.of(write(groups, countOfGroup, names, temporary));
    }

    /**
     * Writes the names that the earlier generations lack, and says how many each group has; {@code
     * ids} gets the ids of all names of the runs. New names come in the order of their ids.
     */
    private long[] select(NameMerge merge, NameFileWriter names, MergedIds ids) throws IOException {
        long[] countOfGroup = new long[merge.groups().size()];
        int[] knownGroup =
                merge.groups().stream()
                        .mapToInt(group -> group.types() ? -1 : known.group(group.name()))
                        .toArray();
        while (merge.next()) {
            int rank = merge.rank();
            long id = MergedIds.TYPE;
            if (merge.groups().get(rank).types()) {
                if (!isOfGuests(merge)) {
                    selectType(merge);
                }
            } else {
                id = knownId(knownGroup[rank], merge);
                if (id < 0 && !isOfGuests(merge)) {
                    names.put(merge.bytes(), merge.offset() - 2, 2 + merge.length());
                    countOfGroup[rank]++;
                    id = known.count() + newCount;
                    newCount++;
                }
            }
            for (int i = 0; i < merge.placeCount(); i++) {
                ids.put(merge.place(i), id);
            }
        }
        return countOfGroup;
    }

    /** Whether only guests have the name. */
    private boolean isOfGuests(NameMerge merge) {
        for (int i = 0; i < merge.placeCount(); i++) {
            if (merge.place(i) < guestsFrom) {
                return false;
            }
        }
        return true;
    }

    /** The id that an earlier generation gave the name, or -1. */
    private long knownId(int group, NameMerge merge) throws IOException {
        return known.find(group, merge.hash(), merge.segment(), merge.offset(), merge.length());
    }

    private void selectType(NameMerge merge) {
        if (known.type(merge.segment(), merge.offset(), merge.length()) < 0) {
            if (types.size() == NameFileFormat.TYPES_MAX) {
                throw NameCollector.tooManyTypes();
            }
            typesBytes += 2 + merge.length();
            if (typesBytes > NameFileFormat.TYPES_BYTES_MAX
                    || typesBytes + (long) TYPE_OVERHEAD_BYTES * types.size() > typesMemoryMax) {
                throw NameCollector.typesTooLarge(types.size(), typesBytes);
            }
            types.add(
                    Arrays.copyOfRange(
                            merge.bytes(), merge.offset(), merge.offset() + merge.length()));
        }
    }

    private NameFile write(
            List<NameGroup> groups, long[] countOfGroup, NameFile names, NameReduction temporary)
            throws IOException {
        NameFile offsets;
        NameFile directories;
        try (NameFileWriter file =
                new NameFileWriter(
                        storage,
                        fileName(generation),
                        NameFileFormat.DICTIONARY_MAGIC,
                        true,
                        version())) {
            try (NameFileWriter offsetWriter = temporary("offsets");
                    NameFileWriter directoryWriter = temporary("directories");
                    NameFileStream stream = open(names)) {
                DictionaryWriter writer =
                        new DictionaryWriter(file, offsetWriter, directoryWriter, nameHash);
                for (long count : countOfGroup) {
                    if (count > 0) {
                        writer.writeGroup(stream, count);
                    }
                }
                namesEnd = file.lengthBytes();
                offsetCount = writer.offsetCount();
                offsets = offsetWriter.finish(new byte[0]);
                temporary.add(offsets.name());
                directories = directoryWriter.finish(new byte[0]);
                temporary.add(directories.name());
            }
            copy(offsets, file);
            copy(directories, file);
            if (file.lengthBytes() > DictionaryFormat.INT40_MAX) {
                throw new SluiceException(
                        ErrorCode.RESOURCE,
                        "the names of one load take %d bytes and at most %d can be; load the source in parts"
                                .formatted(file.lengthBytes(), DictionaryFormat.INT40_MAX));
            }
            return file.finish(footer(groups, countOfGroup));
        }
    }

    private void copy(NameFile from, NameFileWriter to) throws IOException {
        try (NameFileStream stream = open(from)) {
            while (stream.ensure(1)) {
                int length = Math.min(stream.available(), NameFileFormat.BLOCK_BYTES);
                to.put(stream.buffer(), stream.position(), length);
                stream.skip(length);
            }
        }
    }

    /** The version without the limits of before is for stores alone that need it. */
    private int version() {
        int longest = types.stream().mapToInt(type -> type.length).max().orElse(0);
        boolean isNarrow =
                longest <= NameFileFormat.NARROW_TYPE_NAME_BYTES_MAX
                        && known.typeCount() + types.size() <= NameFileFormat.NARROW_TYPES_MAX;
        return isNarrow ? NameFileFormat.NARROW_VERSION : NameFileFormat.VERSION;
    }

    private byte[] footer(List<NameGroup> groups, long[] countOfGroup) {
        FooterWriter footer = new FooterWriter();
        footer.putLong(known.count());
        footer.putLong(newCount);
        footer.putLong(namesEnd);
        footer.putLong(offsetCount);
        footer.putLong(known.firstType() + known.typeCount());
        footer.putInt((int) Arrays.stream(countOfGroup).filter(count -> count > 0).count());
        for (int i = 0; i < countOfGroup.length; i++) {
            if (countOfGroup[i] > 0) {
                footer.putName(groups.get(i).name().getBytes(StandardCharsets.UTF_8));
                footer.putLong(countOfGroup[i]);
            }
        }
        footer.putInt(types.size());
        types.forEach(footer::putName);
        return footer.bytes();
    }

    private NameFileWriter temporary(String what) throws IOException {
        return new NameFileWriter(
                storage,
                "%s.%s.tmp".formatted(fileName(generation), what),
                NameFileFormat.STREAM_MAGIC,
                false);
    }

    private NameFileStream open(NameFile file) throws IOException {
        return new NameFileStream(
                NameFileReader.open(storage, file.name(), NameFileFormat.STREAM_MAGIC, file));
    }
}
