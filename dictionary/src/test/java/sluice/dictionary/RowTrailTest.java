package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.storage.CorruptFileException;

/** What {@code RowReplay} needs of a trail; all that it does with it is tested there. */
class RowTrailTest {
    private static final String LABEL = "000001-000000-000000";
    private static final byte[] ROWS = "rows".getBytes(StandardCharsets.US_ASCII);

    private final HeapStorage storage = new HeapStorage();

    /** Ids have 4 bytes of memory each, or 8 where the dictionary has large ones. */
    @Test
    void theTrailHasTheIdsOfNamesAndTheNumbersOfTypes() throws IOException {
        List<Name> asked = new ArrayList<>(NameSets.random(new Random(11), 2000, 3));
        asked.addAll(asked.subList(0, 500));
        int type = collect(asked, "knows");
        NameFile file = build(LABEL);
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            for (boolean areIdsSmall : new boolean[] {true, false}) {
                try (RowTrail trail =
                        RowTrail.open(
                                        storage,
                                        LABEL,
                                        new TrailIds(storage, dictionary, 1, areIdsSmall))
                                .orElseThrow()) {
                    assertTrails(asked, dictionary, trail);
                    assertEquals(dictionary.firstType(), trail.type(type));
                    // The names came before the type.
                    for (int other : new int[] {type - 1, type + 1, -1}) {
                        assertThrows(CorruptFileException.class, () -> trail.type(other));
                    }
                }
            }
        }
    }

    /** Chunks that share a run: each has its own names, in the order in which it asked. */
    @Test
    void trailsOfOneRunHaveTheIdsOfTheirNames() throws IOException {
        List<List<Name>> chunks = new ArrayList<>();
        for (int chunk = 0; chunk < 4; chunk++) {
            List<Name> asked = NameSets.random(new Random(chunk), 300 + 200 * chunk, 3);
            asked = new ArrayList<>(asked);
            if (chunk > 0) {
                asked.addAll(chunk, chunks.getFirst().subList(100, 250));
            }
            chunks.add(asked.subList(0, asked.size() / 100 * 100));
        }
        try (NameCollector collector = new NameCollector(storage, 8L << 20)) {
            collector.beginWithRows("c0");
            for (int chunk = 0; chunk < chunks.size(); chunk++) {
                if (chunk > 0) {
                    collector.nextRows("c" + chunk);
                }
                add(collector, chunks.get(chunk));
                assertTrue(collector.hasRoomForNext());
            }
            collector.finish(new byte[0]);
        }
        NameFile file = build("c0");
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            for (int chunk = chunks.size() - 1; chunk >= 0; chunk--) {
                TrailIds ids = new TrailIds(storage, dictionary, 1);
                try (RowTrail trail = RowTrail.open(storage, "c" + chunk, ids).orElseThrow()) {
                    assertEquals("c0", trail.runLabel());
                    assertTrails(chunks.get(chunk), dictionary, trail);
                }
            }
        }
    }

    /**
     * As after a power cut that brings the file of an earlier try back: the next is not its run.
     */
    @Test
    void aTrailOfAnEarlierTryIsOfNoUse() throws IOException {
        List<Name> asked = NameSets.random(new Random(4), 200, 1);
        collect(asked, "knows");
        byte[] before = storage.bytes(NameTrail.fileName(LABEL));
        collect(asked.reversed(), "knows");
        NameFile file = build(LABEL);
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            TrailIds ids = new TrailIds(storage, dictionary, 1);
            RowTrail.open(storage, LABEL, ids).orElseThrow().close();
            storage.put(NameTrail.fileName(LABEL), before);
            assertTrue(RowTrail.open(storage, LABEL, ids).isEmpty());
        }
    }

    /** A run whose names do not fit into memory leaves none of its trails. */
    @Test
    void aRunWithPartsHasNoTrails() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameCollector.MEMORY_BYTES_MIN)) {
            collector.beginWithRows("c0");
            add(collector, NameSets.random(new Random(1), 100, 3));
            assertTrue(collector.hasRoomForNext());
            collector.nextRows("c1");
            add(collector, NameSets.random(new Random(2), 30_000, 3));
            assertFalse(collector.hasRoomForNext());
            collector.nextRows("c2");
            add(collector, NameSets.random(new Random(3), 100, 3));
            collector.finish(new byte[0]);
        }
        assertTrue(storage.list().contains("names-c0.0.run"), "files: " + storage.list());
        List<String> others =
                storage.list().stream().filter(name -> !name.endsWith(".run")).toList();
        assertEquals(List.of(), others);
    }

    private static void assertTrails(List<Name> asked, Dictionary dictionary, RowTrail trail)
            throws IOException {
        int next = 0;
        int from = 0;
        while (trail.next()) {
            assertEquals(ROWS.length, trail.rowsLength());
            for (next = from; next < Math.min(from + 100, asked.size()); next++) {
                assertEquals(NameSets.find(dictionary, asked.get(next)), trail.takeId());
            }
            from = next;
        }
        assertEquals(asked.size(), from);
        assertFalse(trail.next());
    }

    /** Collects names in pieces of 100, then a type, whose number this returns. */
    private int collect(List<Name> asked, String type) throws IOException {
        try (NameCollector collector = new NameCollector(storage, 8L << 20)) {
            collector.beginWithRows(LABEL);
            add(collector, asked);
            int number = collector.addType(type);
            collector.finish(new byte[0]);
            assertTrue(storage.list().contains(NameTrail.fileName(LABEL)));
            return number;
        }
    }

    private static void add(NameCollector collector, List<Name> asked) throws IOException {
        for (int i = 0; i < asked.size(); i++) {
            byte[] bytes = asked.get(i).bytes();
            collector.add(collector.group(asked.get(i).group()), bytes, 0, bytes.length);
            if (i % 100 == 99) {
                collector.put(ROWS, ROWS.length);
            }
        }
    }

    private NameFile build(String runLabel) throws IOException {
        return DictionaryBuilder.build(
                        storage,
                        Dictionary.open(storage, List.of()),
                        List.of(NameCollector.runName(runLabel)),
                        1,
                        NameCollector.MEMORY_BYTES_MIN)
                .orElseThrow();
    }
}
