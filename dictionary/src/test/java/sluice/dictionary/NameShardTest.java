package sluice.dictionary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;

/** Names that are merged shard by shard give the dictionary of names that are merged at once. */
class NameShardTest {
    private static final int RUNS = 5;
    private static final long MEMORY = NameCollector.MEMORY_BYTES_MIN;

    private final HeapStorage storage = new HeapStorage();

    private static long hash(byte[] name) {
        MemorySegment bytes = MemorySegment.ofArray(name);
        return NameBytes.HASH.of(bytes, 0, name.length);
    }

    /** Runs with some names in common; {@code isTaken} chooses among them by their hash. */
    private List<String> write(boolean hasPlaces, Predicate<Long> isTaken) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<String> runs = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            String work = "%s-%d".formatted(hasPlaces, run);
            try (NameCollector collector = new NameCollector(storage, MEMORY)) {
                collector.begin(work);
                for (String type : List.of("knows", "likes", "type " + run)) {
                    collector.addType(type);
                }
                for (int name = 0; name < 3_000; name++) {
                    int group = collector.group(name % 3 == 0 ? "" : "group " + name % 2);
                    int number = random.nextInt(6_000);
                    String text = "n" + number + (number % 900 == 0 ? "x".repeat(65_000) : "");
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    if (isTaken.test(hash(bytes))) {
                        collector.add(group, bytes, 0, bytes.length);
                    }
                }
                collector.finish(new byte[0]);
            }
            runs.add(NameCollector.runName(work));
            if (hasPlaces) {
                NameFile whole =
                        NameRuns.copyWhole(
                                storage, NameCollector.runName(work), "whole-" + run, MEMORY);
                runs.set(run, whole.name());
            }
        }
        return runs;
    }

    private byte[] dictionary(List<String> runs) throws IOException {
        try (Dictionary known = Dictionary.open(storage, List.of())) {
            Optional<NameFile> built = DictionaryBuilder.build(storage, known, runs, 1, MEMORY);
            byte[] bytes = storage.bytes(built.orElseThrow().name());
            storage.delete(built.orElseThrow().name());
            return bytes;
        }
    }

    private List<String> merged(List<String> runs, int shards) throws IOException {
        storage.list().stream().filter(name -> name.contains("shard-")).forEach(this::delete);
        List<String> merged = new ArrayList<>();
        for (int index = 0; index < shards; index++) {
            NameShard shard = new NameShard(index, shards);
            String label = "shard-%d-of-%d".formatted(index, shards);
            NameFile file = NameRuns.mergeShard(storage, runs, shard, label, MEMORY);
            NameRun.verify(storage, file.name());
            merged.add(file.name());
        }
        return merged;
    }

    private void delete(String name) {
        try {
            storage.delete(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void dictionaryIsTheSameForAnyNumberOfShards() throws IOException {
        for (boolean hasPlaces : new boolean[] {false, true}) {
            List<String> runs = write(hasPlaces, _ -> true);
            byte[] expected = dictionary(runs);
            for (int shards : new int[] {1, 2, 7, 31, 32}) {
                List<String> merged = merged(runs, shards);
                assertArrayEquals(expected, dictionary(merged), shards + " shards");
                assertEquals(shards, merged.size());
            }
        }
    }

    @Test
    void allNamesMayBeInOneShard() throws IOException {
        NameShard third = new NameShard(3, 32);
        Predicate<Long> isInThird =
                hash ->
                        Long.compareUnsigned(hash, third.least()) >= 0
                                && Long.compareUnsigned(hash, third.greatest()) <= 0;
        List<String> runs = write(true, isInThird);
        assertArrayEquals(dictionary(runs), dictionary(merged(runs, 32)));
    }

    @Test
    void shardsShareOutAllHashes() {
        for (int count = 1; count <= NameShard.COUNT_MAX; count++) {
            assertEquals(0, new NameShard(0, count).least());
            assertEquals(-1, new NameShard(count - 1, count).greatest());
            for (int index = 1; index < count; index++) {
                NameShard before = new NameShard(index - 1, count);
                assertEquals(before.greatest() + 1, new NameShard(index, count).least());
                assertTrue(Long.compareUnsigned(before.least(), before.greatest()) < 0);
            }
        }
    }

    /** A reader of one shard does not read the others. */
    @Test
    void shardIsReadAlone() throws IOException {
        List<String> runs = write(true, _ -> true);
        NameFile file = NameRun.open(storage, runs.getFirst()).file();
        TreeMap<Integer, Integer> names = new TreeMap<>();
        for (int index = 0; index < 8; index++) {
            NameShard shard = new NameShard(index, 8);
            try (NameRunCursor cursor =
                    NameRunCursor.open(storage, file, NameBytes.HASH, shard, 0)) {
                while (cursor.next()) {
                    assertTrue(Long.compareUnsigned(cursor.hash(), shard.least()) >= 0);
                    assertTrue(Long.compareUnsigned(cursor.hash(), shard.greatest()) <= 0);
                    names.merge(index, 1, Integer::sum);
                }
            }
        }
        int all = 0;
        try (NameRunCursor cursor =
                NameRunCursor.open(storage, file, NameBytes.HASH, NameShard.ALL, 0)) {
            while (cursor.next()) {
                all++;
            }
        }
        assertEquals(all, names.values().stream().mapToInt(Integer::intValue).sum());
        assertEquals(8, names.size(), names::toString);
    }
}
