package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.testkit.Seeds;

/** Pairs in any order become the section that the same pairs in order become. */
class PairSortTest {
    /** One pair as it is given. */
    private record Pair(String key, long id) {}

    @Test
    void sectionIsThatOfSortedPairsWhateverTheMemory() {
        Seeds.each(
                40,
                random -> {
                    IndexFile file = new IndexFile();
                    List<Pair> pairs = pairs(random, random.nextInt(3000), file);
                    int memory = random.nextBoolean() ? 1 << 20 : random.nextInt(500, 20_000);
                    MemoryStorage storage = MemoryStorage.create();
                    assertArrayEquals(file.write(1).bytes, sorted(storage, pairs, memory));
                });
    }

    @Test
    void filesAreMergedIntoLargerOnes() throws IOException {
        IndexFile file = new IndexFile();
        List<Pair> pairs = pairs(new SplittableRandom(1), 6000, file);
        MemoryStorage storage = MemoryStorage.create();
        // A few pairs a file: thousands of files, of which never more than 128 are there.
        assertArrayEquals(file.write(1).bytes, sorted(storage, pairs, 600));
    }

    private static List<Pair> pairs(SplittableRandom random, int count, IndexFile expected) {
        List<Pair> pairs = new ArrayList<>();
        int keys = 1 + random.nextInt(400);
        for (int i = 0; i < count; i++) {
            String key =
                    random.nextBoolean()
                            ? "k" + "é".repeat(random.nextInt(3)) + random.nextInt(keys)
                            : likeOthers(random);
            Pair pair = new Pair(key, random.nextLong() >> random.nextInt(64));
            expected.add(pair.key, pair.id);
            pairs.add(pair);
            if (random.nextInt(5) == 0) {
                pairs.add(pairs.get(random.nextInt(pairs.size())));
            }
        }
        return pairs;
    }

    /** A key of which others are prefixes, or differ from it far behind; zeros are at its end. */
    private static String likeOthers(SplittableRandom random) {
        return "a".repeat(1 + random.nextInt(20))
                + "\0".repeat(random.nextInt(10))
                + "b".repeat(random.nextInt(2));
    }

    private static byte[] sorted(MemoryStorage storage, List<Pair> pairs, int memoryBytes)
            throws IOException {
        OutputFile out = new OutputFile(storage, "index");
        IndexWriter writer = new IndexWriter(out);
        int filesMax = 0;
        try (PairSort sort = new PairSort(memoryBytes)) {
            sort.begin(storage, "sort");
            for (Pair pair : pairs) {
                byte[] key = IndexFile.bytes("??" + pair.key);
                sort.add(key, 2, key.length - 2, pair.id);
                filesMax = Math.max(filesMax, storage.list().size());
            }
            sort.writeTo(writer);
        }
        assertTrue(filesMax < 200, "files: " + filesMax);
        writer.finishBlocks();
        int length = Math.toIntExact(writer.tableBytes());
        out.reserve(length);
        writer.writeTables(out.buffer(), out.position());
        out.advance(length);
        out.finish(0).publish();
        assertEquals(List.of("index"), storage.list());
        assertEquals(OpenHandles.NONE, storage.openHandles());
        return BlockFileWriterTest.bytes(storage, "index");
    }

    @Test
    void keyThatNoIndexHasIsAnErrorOfTheCaller() throws IOException {
        try (PairSort sort = new PairSort(1000)) {
            sort.begin(MemoryStorage.create(), "sort");
            assertThrows(IllegalArgumentException.class, () -> sort.add(new byte[300], 0, 260, 1));
            assertThrows(IllegalArgumentException.class, () -> sort.add(new byte[1], 0, 0, 1));
        }
    }
}
