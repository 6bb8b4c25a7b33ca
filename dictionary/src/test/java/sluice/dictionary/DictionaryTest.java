package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import sluice.dictionary.table.NameBytes;
import sluice.testkit.Seeds;

class DictionaryTest {

    /**
     * A dictionary beside the plain one: names in the order of their ids, types in that of their
     * numbers.
     */
    private static final class Model {
        final List<Name> names = new ArrayList<>();
        final List<String> types = new ArrayList<>();

        void load(List<Name> more, Set<String> moreTypes, NameBytes.Hash hash) {
            TreeMap<Name, Boolean> added = new TreeMap<>(NameSets.order(hash));
            Set<Name> known = new LinkedHashSet<>(names);
            more.stream()
                    .filter(name -> !known.contains(name))
                    .forEach(name -> added.put(name, true));
            names.addAll(added.keySet());
            TreeSet<String> addedTypes = new TreeSet<>(moreTypes);
            addedTypes.removeAll(types);
            types.addAll(addedTypes);
        }
    }

    @Test
    void randomLoadsAnswerAsTheModelDoesWhateverTheChunksAndTheMemory() throws IOException {
        RandomGenerator random = Seeds.random("DictionaryTest", 20260101);
        for (int round = 0; round < 25; round++) {
            playRound(random, round % 3 == 2 ? NameSets.WEAK : NameBytes.HASH);
        }
    }

    private static void playRound(RandomGenerator random, NameBytes.Hash hash) throws IOException {
        HeapStorage one = new HeapStorage();
        HeapStorage other = new HeapStorage();
        Model model = new Model();
        List<NameFile> files = new ArrayList<>();
        int groups = 1 + random.nextInt(5);
        for (int generation = 1; generation <= 1 + random.nextInt(4); generation++) {
            List<Name> names = NameSets.random(random, random.nextInt(900), groups);
            Set<String> types = new TreeSet<>();
            for (int i = random.nextInt(8); i > 0; i--) {
                types.add("type" + random.nextInt(10));
            }
            model.load(names, types, hash);
            Optional<NameFile> file = load(random, one, files, names, types, hash, generation);
            Optional<NameFile> same = load(random, other, files, names, types, hash, generation);
            assertEquals(file, same);
            if (file.isPresent()) {
                assertArrayEquals(one.bytes(file.get().name()), other.bytes(file.get().name()));
                files.add(file.get());
            }
            assertEquals(files.stream().map(NameFile::name).sorted().toList(), one.list());
            try (Dictionary dictionary = Dictionary.open(one, files, hash)) {
                compare(dictionary, model, random, groups);
            }
            assertEquals(List.of(), Dictionary.verify(one, files, hash));
        }
    }

    /** One load of {@code names} in an order, in chunks and with memory of its own. */
    private static Optional<NameFile> load(
            RandomGenerator random,
            HeapStorage storage,
            List<NameFile> before,
            List<Name> names,
            Set<String> types,
            NameBytes.Hash hash,
            int generation)
            throws IOException {
        List<Name> shuffled = new ArrayList<>(names);
        names.stream().filter(name -> random.nextInt(4) == 0).forEach(shuffled::add);
        Collections.shuffle(shuffled, Random.from(random));
        List<String> runs = new ArrayList<>();
        int slotCount = 4 + random.nextInt(random.nextBoolean() ? 60 : 4000);
        int bytesLength = 5000 + random.nextInt(200_000);
        try (NameCollector collector = new NameCollector(storage, hash, slotCount, bytesLength)) {
            int chunks = 1 + random.nextInt(9);
            for (int i = 0; i < chunks; i++) {
                List<Name> chunk =
                        shuffled.subList(
                                shuffled.size() * i / chunks, shuffled.size() * (i + 1) / chunks);
                runs.add(
                        NameSets.collect(
                                        collector,
                                        generation + "-" + i,
                                        chunk,
                                        i == 0 ? List.copyOf(types) : List.of())
                                .name());
            }
        }
        Collections.shuffle(runs, Random.from(random));
        try (Dictionary known = Dictionary.open(storage, before, hash)) {
            Optional<NameFile> file =
                    DictionaryBuilder.build(
                            storage, known, runs, generation, 2 + random.nextInt(20), hash);
            for (String run : runs) {
                NameRun.open(storage, run).delete(storage);
            }
            return file;
        }
    }

    private static void compare(
            Dictionary dictionary, Model model, RandomGenerator random, int groups)
            throws IOException {
        assertEquals(model.names.size(), dictionary.count());
        for (int id = 0; id < model.names.size(); id++) {
            Name name = model.names.get(id);
            assertEquals(id, NameSets.find(dictionary, name), name::toString);
            assertEquals(Optional.of(name), dictionary.name(id));
        }
        assertEquals(Optional.empty(), dictionary.name(-1));
        assertEquals(Optional.empty(), dictionary.name(model.names.size()));
        Set<Name> known = new LinkedHashSet<>(model.names);
        for (Name name : NameSets.random(random, 300, groups + 1)) {
            assertEquals(
                    known.contains(name), NameSets.find(dictionary, name) >= 0, name::toString);
        }
        assertEquals(model.types.size(), dictionary.typeCount());
        for (int i = 0; i < model.types.size(); i++) {
            long type = DictionaryFormat.FIRST_TYPE + i;
            assertEquals(OptionalLong.of(type), dictionary.type(model.types.get(i)));
            assertEquals(Optional.of(model.types.get(i)), dictionary.typeName(type));
        }
        assertEquals(OptionalLong.empty(), dictionary.type("no type"));
        assertEquals(OptionalLong.empty(), dictionary.type(""));
        assertEquals(Optional.empty(), dictionary.typeName(0));
        assertEquals(Optional.empty(), dictionary.typeName(1));
        assertEquals(Optional.empty(), dictionary.typeName(DictionaryFormat.FIRST_TYPE - 1));
        assertEquals(
                Optional.empty(),
                dictionary.typeName(DictionaryFormat.FIRST_TYPE + model.types.size()));
    }

    @Test
    void emptyDictionaryKnowsNothing() throws IOException {
        try (Dictionary dictionary = Dictionary.open(new HeapStorage(), List.of())) {
            assertEquals(0, dictionary.count());
            assertEquals(List.of(), dictionary.groups());
            assertEquals(-1, dictionary.find("", "933"));
            assertEquals(Optional.empty(), dictionary.name(0));
            assertEquals(OptionalLong.empty(), dictionary.type("knows"));
        }
    }

    @Test
    void sameNameInTwoGroupsHasTwoIds() throws IOException {
        HeapStorage storage = new HeapStorage();
        List<NameFile> files =
                List.of(
                        NameSets.build(
                                        storage,
                                        List.of(),
                                        List.of(
                                                NameSets.name("Person", "933"),
                                                NameSets.name("Forum", "933"),
                                                NameSets.name("", "933")),
                                        List.of())
                                .orElseThrow());
        try (Dictionary dictionary = Dictionary.open(storage, files)) {
            assertEquals(List.of("", "Forum", "Person"), dictionary.groups());
            assertEquals(0, dictionary.find("", "933"));
            assertEquals(1, dictionary.find("Forum", "933"));
            assertEquals(2, dictionary.find("Person", "933"));
            assertEquals(-1, dictionary.find("Post", "933"));
            assertEquals(-1, dictionary.find("Person", ""));
            assertEquals("Person:933", dictionary.name(2).orElseThrow().toString());
            assertEquals("933", dictionary.name(0).orElseThrow().toString());
        }
    }

    @Test
    void loadThatBringsNothingNewLeavesNoFile() throws IOException {
        HeapStorage storage = new HeapStorage();
        List<Name> names = List.of(NameSets.name("", "a"), NameSets.name("", "b"));
        NameFile first = NameSets.build(storage, List.of(), names, List.of("knows")).orElseThrow();
        assertEquals(
                Optional.empty(), NameSets.build(storage, List.of(first), names, List.of("knows")));
        assertEquals(List.of("dict-1"), storage.list());
    }

    @Test
    void lookupRemembersWhatItFoundAndNothingElse() throws IOException {
        HeapStorage storage = new HeapStorage();
        RandomGenerator random = Seeds.random("DictionaryTest.lookup", 7);
        List<Name> names = NameSets.random(random, 3000, 3);
        List<NameFile> files =
                List.of(NameSets.build(storage, List.of(), names, List.of()).orElseThrow());
        try (Dictionary dictionary = Dictionary.open(storage, files);
                DictionaryLookup lookup = new DictionaryLookup(dictionary);
                Arena arena = Arena.ofConfined()) {
            int absent = 0;
            for (Name name : NameSets.random(random, 20_000, 4)) {
                Name some = random.nextBoolean() ? name : names.get(random.nextInt(names.size()));
                long id = NameSets.find(dictionary, some);
                byte[] bytes = some.bytes();
                int group = dictionary.group(some.group());
                MemorySegment segment = arena.allocateFrom(NameBytes.BYTE, bytes);
                assertEquals(id, lookup.find(group, segment, 0, bytes.length));
                absent += id < 0 ? 1 : 0;
            }
            assertTrue(absent > 100, "absent: " + absent);
        }
    }
}
