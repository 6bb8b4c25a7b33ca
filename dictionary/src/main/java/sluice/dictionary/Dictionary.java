package sluice.dictionary;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * The dictionary of a store: names in groups and their ids, types and their numbers, both ways.
 *
 * <p>Immutable, safe for any number of threads; to be closed when none uses it any more. The ids
 * are dense: 0 to {@link #count} - 1. Types are numbered from 1. Damage is found when a block is
 * used for the first time and is a {@link CorruptFileException}, never a wrong answer.
 */
public final class Dictionary implements AutoCloseable {
    private final NameBytes.Hash nameHash;
    private final Arena arena;
    private final List<NameFile> files;
    // Oldest first.
    private final DictionaryFile[] generations;
    private final Map<String, Integer> groups = new LinkedHashMap<>();
    // By generation and number of the group: its place among the generation's groups, or -1.
    private final int[][] placeOfGroup;
    private final DictionaryTypes types;
    private final long count;

    /**
     * Whether {@code type} is one of the numbers that types with names get, so that no type may be
     * given by it.
     */
    public static boolean isForNames(long type) {
        return type >>> DictionaryFormat.TYPE_BITS
                == DictionaryFormat.FIRST_TYPE >>> DictionaryFormat.TYPE_BITS;
    }

    /** Opens the generations in {@code files}, oldest first; none make an empty dictionary. */
    public static Dictionary open(Storage storage, List<NameFile> files) throws IOException {
        return open(storage, files, NameBytes.HASH);
    }

    static Dictionary open(Storage storage, List<NameFile> files, NameBytes.Hash nameHash)
            throws IOException {
        Arena arena = Arena.ofShared();
        List<DictionaryFile> opened = new ArrayList<>();
        try {
            for (NameFile file : files) {
                opened.add(DictionaryFile.open(storage, file, nameHash, arena));
            }
            return new Dictionary(List.copyOf(files), opened, arena, nameHash);
        } catch (Throwable failure) {
            closeAll(opened, arena, failure);
            throw failure;
        }
    }

    private Dictionary(
            List<NameFile> files, List<DictionaryFile> opened, Arena arena, NameBytes.Hash nameHash)
            throws CorruptFileException {
        this.files = files;
        this.nameHash = nameHash;
        this.arena = arena;
        generations = opened.toArray(DictionaryFile[]::new);
        boolean isOfBefore =
                generations.length > 0
                        && generations[0].firstType() == DictionaryFormat.FIRST_TYPE_OF_BEFORE;
        long firstType =
                isOfBefore ? DictionaryFormat.FIRST_TYPE_OF_BEFORE : DictionaryFormat.FIRST_TYPE;
        List<byte[]> typeNames = new ArrayList<>();
        long ids = 0;
        for (DictionaryFile generation : generations) {
            if (generation.firstId() != ids
                    || generation.firstType() != firstType + typeNames.size()) {
                throw generation
                        .file()
                        .corrupt(
                                generation.file().footerOffset(),
                                "its first id is %d where the generation before ends with %d"
                                        .formatted(generation.firstId(), ids));
            }
            ids += generation.count();
            typeNames.addAll(generation.types());
            generation.groups().forEach(group -> groups.putIfAbsent(group, groups.size()));
        }
        count = ids;
        types = new DictionaryTypes(firstType, typeNames, nameHash, arena);
        placeOfGroup = new int[generations.length][groups.size()];
        for (int i = 0; i < generations.length; i++) {
            Arrays.fill(placeOfGroup[i], -1);
            List<String> names = generations[i].groups();
            for (int place = 0; place < names.size(); place++) {
                placeOfGroup[i][Objects.requireNonNull(groups.get(names.get(place)))] = place;
            }
        }
    }

    /**
     * Reads every byte of the generations in {@code files}, oldest first, and checks every
     * invariant; the result is what is wrong, the first thousand findings, and empty for a sound
     * dictionary.
     */
    public static List<CorruptFileException> verify(Storage storage, List<NameFile> files)
            throws IOException {
        return verify(storage, files, NameBytes.HASH);
    }

    static List<CorruptFileException> verify(
            Storage storage, List<NameFile> files, NameBytes.Hash nameHash) throws IOException {
        DictionaryProblems problems = new DictionaryProblems();
        for (NameFile file : files) {
            try (Arena arena = Arena.ofConfined();
                    DictionaryFile generation =
                            DictionaryFile.open(storage, file, nameHash, arena)) {
                new DictionaryVerifier(generation, nameHash, problems).verify();
            } catch (CorruptFileException damage) {
                problems.add(damage);
            }
        }
        if (problems.list().isEmpty()) {
            try (Dictionary dictionary = open(storage, files, nameHash)) {
                dictionary.verifyDistinct(problems);
            } catch (CorruptFileException damage) {
                problems.add(damage);
            }
        }
        return problems.list();
    }

    /** The files this was opened with. */
    public List<NameFile> files() {
        return files;
    }

    /** How many names have ids. */
    public long count() {
        return count;
    }

    /** The names of all groups; a group's place in it is its number. */
    public List<String> groups() {
        return List.copyOf(groups.keySet());
    }

    /** The number of the group {@code name}, or -1. */
    public int group(String name) {
        return groups.getOrDefault(name, -1);
    }

    /**
     * The id of a name, or -1; in the group -1 there is none. Hot: a hash and, for each generation
     * that has the group, two or three cache misses.
     */
    public long find(int group, MemorySegment bytes, long offset, int length) throws IOException {
        if (length < 1) {
            return -1;
        }
        Objects.checkFromIndexSize(offset, length, bytes.byteSize());
        return find(group, nameHash.of(bytes, offset, length), bytes, offset, length);
    }

    long hash(MemorySegment bytes, long offset, int length) {
        return nameHash.of(bytes, offset, length);
    }

    long find(int group, long hash, MemorySegment bytes, long offset, int length)
            throws IOException {
        if (group < 0) {
            return -1;
        }
        for (int i = generations.length - 1; i >= 0; i--) {
            int place = placeOfGroup[i][group];
            if (place >= 0) {
                long id = generations[i].find(place, hash, bytes, offset, length);
                if (id >= 0) {
                    return id;
                }
            }
        }
        return -1;
    }

    /** The id of the name whose UTF-8 bytes are {@code name}, or -1. */
    public long find(String group, String name) throws IOException {
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment bytes = copy(name, confined);
            return find(group(group), bytes, 0, (int) bytes.byteSize() - 1);
        }
    }

    /** The name of an id, or empty when it has none. */
    public Optional<Name> name(long id) throws IOException {
        if (id < 0 || id >= count) {
            return Optional.empty();
        }
        int i = generations.length - 1;
        while (id < generations[i].firstId()) {
            i--;
        }
        return Optional.of(generations[i].name(id));
    }

    /** How many types have names. */
    public int typeCount() {
        return types.count();
    }

    /** The number of the first of them; the others follow it. */
    public long firstType() {
        return types.first();
    }

    /** The number of a type, or -1. Hot. */
    public long type(MemorySegment bytes, long offset, int length) {
        return types.find(bytes, offset, length);
    }

    /** The number of the type whose name's UTF-8 bytes are {@code name}. */
    public OptionalLong type(String name) {
        try (Arena confined = Arena.ofConfined()) {
            MemorySegment bytes = copy(name, confined);
            long type = types.find(bytes, 0, (int) bytes.byteSize() - 1);
            return type < 0 ? OptionalLong.empty() : OptionalLong.of(type);
        }
    }

    /** The name of a type, as UTF-8, or empty when {@code type} has none. */
    public Optional<String> typeName(long type) {
        return typeNameBytes(type).map(name -> new String(name, StandardCharsets.UTF_8));
    }

    /** The bytes of a type's name, or empty when {@code type} has none. */
    public Optional<byte[]> typeNameBytes(long type) {
        return types.has(type) ? Optional.of(types.name(type)) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        arena.close();
        IOException failure = null;
        for (DictionaryFile generation : generations) {
            try {
                generation.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void closeAll(List<DictionaryFile> opened, Arena arena, Throwable failure) {
        arena.close();
        for (DictionaryFile generation : opened) {
            try {
                generation.close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** The bytes of {@code name} with one more behind them, so that there is at least one. */
    private static MemorySegment copy(String name, Arena arena) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        MemorySegment copy = arena.allocate(bytes.length + 1L);
        MemorySegment.copy(bytes, 0, copy, NameBytes.BYTE, 0, bytes.length);
        return copy;
    }

    /** Tells of names that two generations have, and of types that have two numbers. */
    private void verifyDistinct(DictionaryProblems problems) throws IOException {
        for (DictionaryFile generation : generations) {
            for (long i = 0; i < generation.count(); i++) {
                long id = generation.firstId() + i;
                try (Arena confined = Arena.ofConfined()) {
                    Name name = generation.name(id);
                    MemorySegment bytes = confined.allocateFrom(NameBytes.BYTE, name.bytes());
                    long found = find(group(name.group()), bytes, 0, (int) bytes.byteSize());
                    if (found != id) {
                        problems.add(
                                generation
                                        .file()
                                        .corrupt(
                                                0,
                                                "the name %s has the ids %d and %d"
                                                        .formatted(name, id, found)));
                    }
                }
            }
        }
        for (int i = 0; i < types.count(); i++) {
            long type = types.first() + i;
            byte[] name = types.name(type);
            long found = types.find(MemorySegment.ofArray(name), 0, name.length);
            if (found != type) {
                throw generations[0]
                        .file()
                        .corrupt(
                                0,
                                "the type \"%s\" has the numbers %d and %d"
                                        .formatted(
                                                new String(name, StandardCharsets.UTF_8),
                                                type,
                                                found));
            }
        }
    }
}
