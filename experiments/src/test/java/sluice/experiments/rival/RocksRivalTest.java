package sluice.experiments.rival;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rival against a sorted map of the same rows. */
final class RocksRivalTest {
    private static final long SEED = Long.getLong("seed", 20260101L);
    private static final long CACHE_BYTES = 8 << 20;

    /** Small pieces and files, so that a small input has many of both. */
    private static final RivalTuning SMALL =
            new RivalTuning(1 << 10, 4, false, true, 4 << 10, 16 << 10);

    @TempDir private Path directory;

    /** A list key; lists are ordered by it. */
    private record Key(long id1, long linkType, long time, long id2) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.<Key, Long>comparing(Key::id1, Long::compareUnsigned)
                        .thenComparing(Key::linkType, Long::compareUnsigned)
                        .thenComparing(Key::time, Comparator.reverseOrder())
                        .thenComparing(Key::id2, Long::compareUnsigned);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // threads, memory, pair, sources, type count, time span
        "1, 67108864, false, 3000, 3, 1000000",
        "2, 67108864, true, 3000, 3, 1000000",
        "2, 262144, false, 300, 2, 10",
        "1, 262144, true, 5, 1, 40",
        "2, 262144, true, 5, 4, 9000000000000",
    })
    void listsCountsAndGetsEqualThoseOfASortedMap(
            int threads, long memoryBytes, boolean pair, int sources, int types, long timeSpan)
            throws IOException {
        Random random = new Random(SEED);
        long[] ids = ids(random, sources);
        TreeMap<Key, String> model = new TreeMap<>();
        TreeMap<Key, String> byPoint = new TreeMap<>();
        List<String> lines = new ArrayList<>();
        lines.add("id1\tlink_type\tid2\ttime_ms\tdata");
        for (int i = 0; i < 20_000; i++) {
            long id1 = ids[(int) (Math.pow(random.nextDouble(), 3) * ids.length)];
            Key key =
                    new Key(
                            id1,
                            random.nextInt(types) - 1L,
                            random.nextLong(timeSpan),
                            random.nextLong());
            // Equal rows have equal data, so that it does not matter which one wins.
            String data = "d".repeat((int) (key.id2 & 63)) + key.id2;
            if (random.nextInt(10) == 0 && !model.isEmpty()) {
                key = model.firstKey();
                data = model.firstEntry().getValue();
            }
            model.put(key, data);
            byPoint.put(new Key(key.id1, key.linkType, 0, key.id2), key.time + " " + data);
            lines.add(
                    "%s\t%s\t%s\t%d\t%s"
                            .formatted(
                                    text(key.id1),
                                    text(key.linkType),
                                    text(key.id2),
                                    key.time,
                                    data));
        }
        Path input = write(lines, random.nextBoolean());
        Path database = directory.resolve("db");

        RivalTimes times =
                RocksRival.load(
                        new RivalJob(input, database, threads, memoryBytes, pair, System::nanoTime),
                        SMALL);

        assertEquals(20_000, times.rows(), "seed " + SEED);
        assertEquals(model.size(), times.links());
        assertEquals(memoryBytes < 1 << 20, times.spilledBytes() > 0);
        assertEquals(List.of(), leftOver(database));
        try (RocksRival rival = RocksRival.open(database, CACHE_BYTES, SMALL);
                RivalCursor cursor = rival.cursor()) {
            assertEquals(0, rival.filesAboveBottom());
            for (long id1 : ids) {
                for (long linkType = -2; linkType <= types; linkType++) {
                    var links =
                            model.subMap(
                                    new Key(id1, linkType, Long.MAX_VALUE, 0),
                                    true,
                                    new Key(id1, linkType, 0, -1),
                                    true);
                    assertEquals(links.size(), cursor.count(id1, linkType));
                    checkList(links, 1 + random.nextInt(60), cursor, id1, linkType);
                    checkList(links, 100_000, cursor, id1, linkType);
                }
            }
            if (pair) {
                for (var point : byPoint.entrySet()) {
                    Key key = point.getKey();
                    assertTrue(cursor.get(key.id1, key.linkType, key.id2), "seed " + SEED);
                    assertEquals(point.getValue(), cursor.time(0) + " " + data(cursor, 0));
                    assertEquals(
                            byPoint.containsKey(new Key(key.id1, key.linkType + 1, 0, key.id2)),
                            cursor.get(key.id1, key.linkType + 1, key.id2));
                }
            } else {
                assertThrows(IllegalStateException.class, () -> cursor.get(ids[0], 0, 0));
            }
        }
    }

    @Test
    void anEmptyFileLoadsToAnEmptyDatabase() throws IOException {
        Path database = directory.resolve("db");
        RivalTimes times =
                RocksRival.load(
                        new RivalJob(
                                write(List.of("id1\tlink_type\tid2\ttime_ms\tdata"), true),
                                database,
                                2,
                                1 << 20,
                                true,
                                System::nanoTime));
        assertEquals(0, times.links());
        try (RocksRival rival = RocksRival.open(database, CACHE_BYTES);
                RivalCursor cursor = rival.cursor()) {
            assertEquals(0, cursor.list(1, 1, 10));
            assertFalse(cursor.get(1, 1, 1));
        }
    }

    @Test
    void aRowThatIsNotALinkStopsTheLoadAndNamesItsPlace() throws IOException {
        Path input = write(List.of("1\t2\t3\t4\tdata", "1\t2\tx\t4\tdata"), true);
        IOException failure =
                assertThrows(
                        IOException.class,
                        () ->
                                RocksRival.load(
                                        new RivalJob(
                                                input,
                                                directory.resolve("db"),
                                                2,
                                                1 << 20,
                                                true,
                                                System::nanoTime)));
        assertEquals("line at byte 13 is not of the form LINKS", failure.getMessage());
    }

    private static void checkList(
            java.util.SortedMap<Key, String> links,
            int limit,
            RivalCursor cursor,
            long id1,
            long linkType)
            throws IOException {
        int count = cursor.list(id1, linkType, limit);
        assertEquals(Math.min(limit, links.size()), count, "seed " + SEED);
        int index = 0;
        for (var link : links.entrySet()) {
            if (index == count) {
                break;
            }
            assertEquals(
                    link.getKey(), new Key(id1, linkType, cursor.time(index), cursor.id2(index)));
            assertEquals(link.getValue(), data(cursor, index));
            index++;
        }
    }

    private static String data(RivalCursor cursor, int index) {
        int from = cursor.dataFrom(index);
        return new String(cursor.data(), from, cursor.dataTo(index) - from, StandardCharsets.UTF_8);
    }

    /** Ids of all lengths, with the extremes and neighbours. */
    private static long[] ids(Random random, int count) {
        long[] ids = new long[count];
        ids[0] = -1;
        ids[1] = 0;
        for (int i = 2; i < count; i++) {
            ids[i] = i % 2 == 0 ? random.nextLong() >>> random.nextInt(64) : ids[i - 1] + 1;
        }
        return java.util.Arrays.stream(ids).distinct().toArray();
    }

    private static String text(long id) {
        return Long.toUnsignedString(id);
    }

    private Path write(List<String> lines, boolean lastLineEnds) throws IOException {
        Path input = directory.resolve("input");
        Files.writeString(input, String.join("\n", lines) + (lastLineEnds ? "\n" : ""));
        return input;
    }

    private static List<Path> leftOver(Path database) throws IOException {
        try (var files = Files.list(database)) {
            return files.filter(file -> file.toString().endsWith(".tmp") || file.endsWith("spill"))
                    .toList();
        }
    }
}
