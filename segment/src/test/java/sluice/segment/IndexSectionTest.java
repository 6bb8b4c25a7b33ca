package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.storage.CorruptFileException;
import sluice.storage.MemoryStorage;
import sluice.testkit.DocumentedBytes;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/** Index sections: golden bytes, random ones beside a sorted map, long lists, damaged ones. */
class IndexSectionTest {
    private static final int SETS = Experiment.size("indexSets", 60, 20_000);
    private static final int MUTANTS = Experiment.size("indexMutants", 3_000, 3_000_000);
    private static final String ALICE = "\0\0\0\1Alice";
    private static final String BOB = "\0\0\0\1Bob";

    @Test
    void theDocumentShowsWhatIsWrittenAndRead() throws IOException {
        IndexFile file = new IndexFile();
        file.add(ALICE, 5);
        file.add(BOB, 7);
        file.add(BOB, 9);
        file.write(1);
        assertEquals(40, file.fencesOffset);
        DocumentedBytes example = DocumentedBytes.ofPropertiesPage("index-section");
        example.assertWritten(file.bytes);
        assertEquals(file.expected, IndexFile.readAll(file.open(file.bytes)));
    }

    @Test
    void sectionWithoutKeysHasNothing() throws IOException {
        IndexFile file = new IndexFile().write(1);
        assertEquals(0, file.bytes.length);
        IndexSection section = file.open(file.bytes);
        IndexCursor cursor = new IndexCursor(section);
        assertFalse(cursor.first());
        assertFalse(cursor.seek(new byte[] {1}, 0, 1));
        assertFalse(cursor.find(new byte[] {1}, 0, 1));
        assertFalse(section.mayHold(new byte[] {1}, 0, 1));
    }

    @Test
    void pairsOutOfOrderAreAnErrorOfTheCaller() throws IOException {
        IndexWriter writer = new IndexWriter(new OutputFile(MemoryStorage.create(), "index"));
        byte[] key = {1, (byte) 0x80, 2};
        writer.add(key, 0, 2, -1);
        assertThrows(IllegalArgumentException.class, () -> writer.add(key, 0, 2, 5));
        assertThrows(IllegalArgumentException.class, () -> writer.add(key, 0, 1, 5));
        assertThrows(IllegalArgumentException.class, () -> writer.add(new byte[300], 0, 260, 5));
        writer.add(key, 0, 3, 5);
    }

    /** Few or many keys, some of them long or with many ids. */
    private static IndexFile random(SplittableRandom random) throws IOException {
        IndexFile file = new IndexFile();
        int keys = random.nextInt(5) == 0 ? random.nextInt(5000) : random.nextInt(1, 60);
        int letters = random.nextInt(1, 256);
        for (int i = 0; i < keys; i++) {
            StringBuilder key = new StringBuilder();
            int length =
                    1 + random.nextInt(random.nextInt(20) == 0 ? IndexLayout.KEY_BYTES_MAX : 12);
            for (int j = 0; j < length; j++) {
                key.append((char) random.nextInt(letters));
            }
            boolean isLong = keys < 60 && random.nextInt(80) == 0;
            int ids = isLong ? random.nextInt(30_000) : random.nextInt(1, 6);
            int shift = random.nextInt(64);
            for (int j = 0; j < ids; j++) {
                file.add(key.toString(), shift > 50 ? j : random.nextLong() >>> shift);
            }
        }
        return file.write(1 + random.nextInt(2));
    }

    @Test
    @Tag(Experiment.TAG)
    void randomSectionsAnswerAsASortedMap() {
        Seeds.each(
                SETS,
                random -> {
                    IndexFile file = random(random);
                    IndexSection section = file.open(file.bytes);
                    assertEquals(file.expected, IndexFile.readAll(section));
                    assertEquals(file.expected.size(), section.keys());
                    ask(random, file, section);
                });
    }

    private static void ask(SplittableRandom random, IndexFile file, IndexSection section)
            throws IOException {
        IndexCursor cursor = new IndexCursor(section);
        for (String key : file.expected.keySet()) {
            byte[] bytes = IndexFile.bytes("?" + key);
            assertTrue(section.mayHold(bytes, 1, bytes.length - 1), "the filter misses a key");
            if (random.nextInt(10) == 0) {
                assertTrue(cursor.find(bytes, 1, bytes.length - 1));
                TreeSet<Long> ids = file.expected.get(key);
                assertEquals(ids.size(), cursor.idCount());
                if (random.nextBoolean()) {
                    assertEquals(ids, IndexFile.readIds(cursor));
                } else {
                    for (int i = random.nextInt(ids.size()); i > 0; i--) {
                        cursor.nextId();
                    }
                }
                String next = file.expected.higherKey(key);
                assertEquals(next != null, cursor.nextKey());
                assertTrue(next == null || next.equals(IndexFile.key(cursor)));
            }
        }
        String[] keys = file.expected.keySet().toArray(new String[0]);
        for (int i = 0; i < 50; i++) {
            String wanted = near(random, keys[random.nextInt(keys.length)]);
            byte[] bytes = IndexFile.bytes(wanted);
            Map.Entry<String, TreeSet<Long>> entry = file.expected.ceilingEntry(wanted);
            assertEquals(entry != null, cursor.seek(bytes, 0, bytes.length));
            if (entry != null) {
                assertEquals(entry.getKey(), IndexFile.key(cursor));
                assertEquals(entry.getValue(), IndexFile.readIds(cursor));
            }
            assertEquals(file.expected.containsKey(wanted), cursor.find(bytes, 0, bytes.length));
        }
    }

    /** A key, or what is near to one. */
    private static String near(SplittableRandom random, String key) {
        return switch (random.nextInt(4)) {
            case 0 -> key;
            case 1 -> key + "\0";
            case 2 -> key.substring(0, random.nextInt(key.length() + 1));
            default ->
                    key.substring(0, key.length() - 1)
                            + (char) ((key.charAt(key.length() - 1) + 1) & 0xFF);
        };
    }

    @Test
    void listOverManyBlocksIsReadWholeAndPassedOver() throws IOException {
        IndexFile file = new IndexFile();
        file.add("a", 1);
        for (int i = 0; i < 100_000; i++) {
            file.add("b", 3L * i);
            file.add("d", Long.MIN_VALUE + i);
        }
        file.add("c", 2);
        file.write(1);
        assertTrue(file.blocks > 12, "blocks: " + file.blocks);
        IndexSection section = file.open(file.bytes);
        assertEquals(file.expected, IndexFile.readAll(section));
        IndexCursor cursor = new IndexCursor(section);
        assertTrue(cursor.find(new byte[] {'b'}, 0, 1));
        assertEquals(100_000, cursor.idCount());
        assertTrue(cursor.nextKey());
        assertEquals("c", IndexFile.key(cursor));
        assertTrue(cursor.seek(new byte[] {'b', 0}, 0, 2));
        assertEquals("c", IndexFile.key(cursor));
        assertTrue(cursor.nextKey());
        assertFalse(cursor.nextKey());
        assertFalse(cursor.seek(new byte[] {'d', 0}, 0, 2));
    }

    @Test
    void bytesDoNotDependOnRepeatedPairs() throws IOException {
        Seeds.each(
                20,
                random -> {
                    long seed = random.nextLong();
                    IndexFile file = random(new SplittableRandom(seed));
                    byte[] before = file.bytes;
                    assertArrayEquals(before, file.write(1).bytes);
                    assertArrayEquals(before, file.write(3).bytes);
                });
    }

    @Test
    void filterTakesFewKeysThatAreNotThere() throws IOException {
        IndexFile file = new IndexFile();
        for (int i = 0; i < 50_000; i++) {
            file.add("key-" + 2 * i, i);
        }
        IndexSection section = file.write(1).open(file.bytes);
        int wrong = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] key = IndexFile.bytes("key-" + (2 * i + 1));
            wrong += section.mayHold(key, 0, key.length) ? 1 : 0;
        }
        assertTrue(wrong < 1000, "taken for there: %d of 50,000".formatted(wrong));
        assertEquals(KeyFilter.bytes(50_000), file.filterBytes);
    }

    @Test
    @Tag(Experiment.TAG)
    void damagedBytesAreAlwaysFound() throws IOException {
        mutants("E7 damaged index sections", false);
    }

    @Test
    @Tag(Experiment.TAG)
    void sealedDamageIsFoundOrGivesKeysInOrder() throws IOException {
        mutants("E7 index sections", true);
    }

    private static void mutants(String name, boolean areSealed) throws IOException {
        try (Experiment experiment = new Experiment(name, 1)) {
            Seeds.each(
                    Math.max(1, MUTANTS / 100),
                    random -> {
                        IndexFile file = small(random);
                        for (int i = 0; i < 100; i++) {
                            byte[] bytes = file.bytes.clone();
                            int at = random.nextInt(bytes.length);
                            bytes[at] ^= (byte) random.nextInt(1, 256);
                            if (areSealed) {
                                file.seal(bytes);
                                readSealed(file, bytes);
                            } else {
                                assertThrows(
                                        CorruptFileException.class,
                                        () -> IndexFile.readAll(file.open(bytes)),
                                        () -> "byte " + at + " of " + bytes.length);
                            }
                            experiment.ran(1);
                        }
                    });
            experiment.passed();
        }
    }

    private static IndexFile small(SplittableRandom random) throws IOException {
        IndexFile file = new IndexFile();
        for (int i = random.nextInt(1, 30); i > 0; i--) {
            String key = "k" + random.nextInt(100);
            for (int j = random.nextInt(60) == 0 ? 20_000 : random.nextInt(1, 4); j > 0; j--) {
                file.add(key, random.nextLong() >>> random.nextInt(64));
            }
        }
        return file.write(1);
    }

    /** What can be read with right checksums is in order, and ends. */
    static void readSealed(IndexFile file, byte[] bytes) {
        try {
            IndexSection section = file.openTables(bytes);
            IndexCursor cursor = new IndexCursor(section);
            String before = "";
            for (boolean on = cursor.first(); on; on = cursor.nextKey()) {
                String key = IndexFile.key(cursor);
                assertTrue(key.compareTo(before) > 0 || section.blocks() > 1, "keys in order");
                before = key;
                cursor.idCount();
                while (cursor.nextId()) {
                    assertTrue(cursor.keyLength() > 0);
                }
            }
        } catch (IOException found) {
            assertTrue(found instanceof CorruptFileException, found.toString());
        }
    }
}
