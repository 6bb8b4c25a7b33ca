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
        NameFile file =
                DictionaryBuilder.build(
                                storage,
                                Dictionary.open(storage, List.of()),
                                List.of(NameCollector.runName(LABEL)),
                                1,
                                NameCollector.MEMORY_BYTES_MIN)
                        .orElseThrow();
        try (Dictionary dictionary = Dictionary.open(storage, List.of(file))) {
            for (boolean areIdsSmall : new boolean[] {true, false}) {
                try (RowTrail trail =
                        RowTrail.open(storage, LABEL, dictionary, areIdsSmall).orElseThrow()) {
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
            for (int i = 0; i < asked.size(); i++) {
                byte[] bytes = asked.get(i).bytes();
                collector.add(collector.group(asked.get(i).group()), bytes, 0, bytes.length);
                if (i % 100 == 99) {
                    collector.put(ROWS, ROWS.length);
                }
            }
            int number = collector.addType(type);
            collector.finish(new byte[0]);
            assertTrue(storage.list().contains(NameTrail.fileName(LABEL)));
            return number;
        }
    }
}
