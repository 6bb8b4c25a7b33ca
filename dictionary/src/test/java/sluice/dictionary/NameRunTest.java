package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;

/** What is said of a name run and of its parts. */
class NameRunTest {
    private static final String LAST = "names-a.run";
    private static final String PART = "names-a.0.run";

    private final HeapStorage storage = new HeapStorage();

    @BeforeEach
    void write() throws IOException {
        try (NameCollector collector = new NameCollector(storage, NameBytes.HASH, 40, 70_000)) {
            List<Name> names =
                    IntStream.range(0, 30).mapToObj(i -> NameSets.name("g", "n" + i)).toList();
            NameSets.collect(collector, "a", names, List.of("t"));
        }
        assertEquals(List.of(PART, LAST), storage.list());
    }

    @Test
    void everyFlippedBitAndCutIsFound() throws IOException {
        for (String name : List.of(PART, LAST)) {
            NameRun.verify(storage, name);
            byte[] good = storage.bytes(name);
            for (int bit = 0; bit < 8 * good.length; bit++) {
                byte[] bad = good.clone();
                bad[bit / 8] ^= (byte) (1 << bit % 8);
                storage.put(name, bad);
                assertThrows(CorruptFileException.class, () -> NameRun.verify(storage, name));
            }
            for (int length = 0; length < good.length; length++) {
                storage.put(name, Arrays.copyOf(good, length));
                assertThrows(CorruptFileException.class, () -> NameRun.verify(storage, name));
            }
            storage.put(name, good);
        }
    }

    @Test
    void partThatIsMissingIsDamage() throws IOException {
        storage.delete(PART);
        for (int i = 0; i < 2; i++) {
            boolean verifies = i == 0;
            CorruptFileException damage =
                    assertThrows(
                            CorruptFileException.class,
                            () -> {
                                if (verifies) {
                                    NameRun.verify(storage, LAST);
                                } else {
                                    NameRun.open(storage, LAST);
                                }
                            });
            assertEquals(LAST, damage.file());
            assertTrue(damage.finding().contains(PART), damage.finding());
        }
    }

    @Test
    void partWithoutItsRunIsWhatAStoppedLoadLeaves() throws IOException {
        storage.delete(LAST);
        NameRun.verify(storage, PART);
        assertThrows(NoSuchFileException.class, () -> NameRun.verify(storage, LAST));
    }
}
