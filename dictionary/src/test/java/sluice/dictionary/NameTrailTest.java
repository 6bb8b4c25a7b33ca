package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameTrailTest {
    private static final String LABEL = "000001-000000-000000";

    private final HeapStorage storage = new HeapStorage();

    /** Some of the names have an id since an earlier load. */
    @Test
    void theTrailHasTheIdsOfAllNamesInTheirOrder() throws IOException {
        List<Name> some = NameSets.random(new Random(11), 3000, 3);
        List<Name> asked = asked(NameSets.random(new Random(12), 4000, 3), some, 20_000);
        NameFile first = NameSets.build(storage, List.of(), some, List.of("knows")).orElseThrow();
        collect(asked, NameCollector.MEMORY_BYTES_MIN * 8);
        NameFile second = build(List.of(first), 2);
        try (Dictionary dictionary = Dictionary.open(storage, List.of(first, second));
                NameTrail trail = NameTrail.open(storage, LABEL, dictionary).orElseThrow()) {
            for (Name name : asked) {
                long id = NameSets.find(dictionary, name);
                assertTrue(id >= 0);
                assertEquals(id, next(trail, dictionary, name));
            }
            assertEquals(-1, next(trail, dictionary, asked.getLast()), "there are no more");
        }
    }

    /** The source changed between the passes. */
    @Test
    void afterAnotherNameThanTheFirstPassSawTheTrailKnowsNone() throws IOException {
        List<Name> asked =
                List.of(
                        NameSets.name("", "alice"),
                        NameSets.name("", "bob"),
                        NameSets.name("", "alice"),
                        NameSets.name("g", "alice"));
        for (int changed = 0; changed < asked.size(); changed++) {
            for (Name other : List.of(NameSets.name("", "bib"), NameSets.name("g", "bob"))) {
                collect(asked, NameCollector.MEMORY_BYTES_MIN);
                NameFile file = build(List.of(), 1);
                try (Dictionary dictionary = Dictionary.open(storage, List.of(file));
                        NameTrail trail =
                                NameTrail.open(storage, LABEL, dictionary).orElseThrow()) {
                    for (int i = 0; i < asked.size(); i++) {
                        Name name = i == changed ? other : asked.get(i);
                        long expected = i < changed ? NameSets.find(dictionary, name) : -1;
                        assertEquals(expected, next(trail, dictionary, name));
                    }
                }
            }
        }
    }

    @Test
    void aDamagedTrailGivesNoWrongId() throws IOException {
        List<Name> asked = asked(NameSets.random(new Random(21), 50, 2), List.of(), 60_000);
        collect(asked, NameCollector.MEMORY_BYTES_MIN);
        NameFile file = build(List.of(), 1);
        String name = NameTrail.fileName(LABEL);
        byte[] whole = storage.bytes(name);
        Random random = new Random(22);
        int refused = 0;
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            long[] ids = new long[asked.size()];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = NameSets.find(dictionary, asked.get(i));
            }
            for (int i = 0; i < 300; i++) {
                byte[] damaged = whole.clone();
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                storage.put(name, damaged);
                Optional<NameTrail> trail = NameTrail.open(storage, LABEL, dictionary);
                refused += trail.isEmpty() ? 1 : 0;
                if (trail.isPresent()) {
                    assertOnlyRight(trail.get(), dictionary, asked, ids);
                }
            }
        }
        assertTrue(refused > 0 && refused < 300, "both ways were taken: " + refused);
    }

    private static void assertOnlyRight(
            NameTrail opened, Dictionary dictionary, List<Name> asked, long[] ids)
            throws IOException {
        try (opened) {
            boolean ended = false;
            for (int i = 0; i < ids.length; i++) {
                long id = next(opened, dictionary, asked.get(i));
                assertTrue(id == -1 || (!ended && id == ids[i]));
                ended |= id == -1;
            }
            assertTrue(ended, "a damaged block is found");
        }
    }

    @Test
    void namesThatDoNotFitIntoMemoryHaveNoTrail() throws IOException {
        List<Name> asked = asked(NameSets.random(new Random(31), 9000, 2), List.of(), 30_000);
        collect(asked, NameCollector.MEMORY_BYTES_MIN);
        assertTrue(storage.list().contains("names-" + LABEL + ".0.run"));
        assertFalse(storage.list().contains(NameTrail.fileName(LABEL)));
        NameFile file = build(List.of(), 1);
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            assertTrue(NameTrail.open(storage, LABEL, dictionary).isEmpty());
        }
    }

    /** An interrupted try left one, and the names were collected with others since. */
    @Test
    void aTrailThatIsNotOfTheRunIsOfNoUse() throws IOException {
        collect(List.of(NameSets.name("", "alice")), NameCollector.MEMORY_BYTES_MIN);
        byte[] other = storage.bytes(NameTrail.fileName(LABEL));
        collect(
                List.of(NameSets.name("", "bob"), NameSets.name("", "carol")),
                NameCollector.MEMORY_BYTES_MIN);
        storage.put(NameTrail.fileName(LABEL), other);
        NameFile file = build(List.of(), 1);
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            assertTrue(NameTrail.open(storage, LABEL, dictionary).isEmpty());
        }
    }

    private void collect(List<Name> asked, long memory) throws IOException {
        for (String old : storage.list()) {
            if (old.contains(LABEL)) {
                storage.delete(old);
            }
        }
        try (NameCollector collector = new NameCollector(storage, memory)) {
            collector.beginWithTrail(LABEL);
            collector.addType("follows");
            for (Name name : asked) {
                byte[] bytes = name.bytes();
                collector.add(collector.group(name.group()), bytes, 0, bytes.length);
            }
            collector.finish(new byte[0]);
        }
    }

    private NameFile build(List<NameFile> before, int generation) throws IOException {
        if (storage.list().contains(DictionaryBuilder.fileName(generation))) {
            storage.delete(DictionaryBuilder.fileName(generation));
        }
        try (Dictionary known = Dictionary.open(storage, before)) {
            return DictionaryBuilder.build(
                            storage,
                            known,
                            List.of(NameCollector.runName(LABEL)),
                            generation,
                            DictionaryBuilder.MEMORY_BYTES_MIN)
                    .orElseThrow();
        }
    }

    /** Names in random order, each several times. */
    private static List<Name> asked(List<Name> names, List<Name> others, int count) {
        Random random = new Random(7);
        List<Name> all = new ArrayList<>(names);
        all.addAll(others);
        List<Name> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            asked.add(all.get(random.nextInt(all.size())));
        }
        return asked;
    }

    private static long next(NameTrail trail, Dictionary dictionary, Name name) throws IOException {
        byte[] bytes = name.bytes();
        return trail.next(dictionary.group(name.group()), bytes, 0, bytes.length);
    }
}
