package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.testkit.Seeds;

/** A build with a pool for 256 rows leaves the bytes of one whose pool holds everything. */
class SegmentBuildTest {
    private static final long SMALL_POOL = 1 << 16;
    private static final long ROOMY_POOL = 32 << 20;
    private static final String NAME = "segment-1";

    @Test
    void givesTheSameBytesHoweverLittleMemoryThereIs() {
        Seeds.each(
                30,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    MemoryStorage storage = MemoryStorage.create();
                    List<List<Row>> runs = new ArrayList<>();
                    for (int run = random.nextInt(5); run > 0; run--) {
                        runs.add(shape.links(random.nextInt(6000), true));
                    }
                    List<Row> nodes = shape.nodes(random.nextInt(2000), true);
                    assertSameBytes(storage, runs, nodes, range(random, shape), false);
                });
    }

    /** As where a bucket was cut in two, and both share the segment that it had. */
    @Test
    void leavesOutABlockThatBeginsWhereTheBucketEnds() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            rows.add(row(7 + i / 2000, i, i, 0));
        }
        KeyRange first = new KeyRange(0, 0, 8, 0, false);
        assertSameBytes(MemoryStorage.create(), List.of(rows), List.of(), first, false);
    }

    /** Several times more entries than files that an external sort keeps open. */
    @Test
    void sortsAListThatIsLongerThanOneMergeReaches() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        List<List<Row>> runs = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            List<Row> rows = new ArrayList<>();
            for (int i = 0; i < 17_000; i++) {
                int flags = random.nextInt(9) == 0 ? RowSink.TOMBSTONE : 0;
                rows.add(row(7, random.nextLong(30_000), random.nextLong(500), flags));
            }
            runs.add(rows);
        }
        assertSameBytes(MemoryStorage.create(), runs, List.of(), KeyRange.ALL, false);
    }

    @Test
    void theLaterSliceWinsWhereItIsToldTo() {
        Seeds.each(
                10,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<List<Row>> runs = new ArrayList<>();
                    for (int run = 0; run < 3; run++) {
                        // As online writes have it: a run has each key once.
                        TreeSet<Row> once =
                                new TreeSet<>(
                                        Comparator.comparing(Row::id1)
                                                .thenComparing(Row::type)
                                                .thenComparing(Row::id2));
                        once.addAll(shape.links(3000, true));
                        runs.add(new ArrayList<>(once));
                    }
                    assertSameBytes(MemoryStorage.create(), runs, List.of(), KeyRange.ALL, true);
                });
    }

    @Test
    void aListOfOneKeyThatWasWrittenManyTimesIsOneLink() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(row(7, 9, i % 100, 0));
        }
        MemoryStorage storage = MemoryStorage.create();
        assertSameBytes(storage, List.of(rows), List.of(), KeyRange.ALL, false);
    }

    @Test
    void aListOfDeletionsLeavesNothing() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(row(7, i, 3, RowSink.TOMBSTONE));
        }
        MemoryStorage storage = MemoryStorage.create();
        FileEntry run = TestFiles.writeRun(storage, "run-1", RowKind.LINK, Borders.whole(), rows);
        assertEquals(0, build(storage, List.of(run), SMALL_POOL, KeyRange.ALL, false).length);
    }

    /** Each operation fails once: nothing stays open, and no file is left. */
    @Test
    void leavesNothingWhenAnyOperationFails() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            rows.add(row(7, i * 31 % 600, i % 90, 0));
        }
        for (Fault fault : List.of(Fault.EIO, Fault.ENOSPC)) {
            int struck = 0;
            boolean passed = false;
            for (int n = 1; !passed; n++) {
                MemoryStorage disk = MemoryStorage.create();
                FileEntry run =
                        TestFiles.writeRun(disk, "run-1", RowKind.LINK, Borders.whole(), rows);
                FaultyStorage storage = FaultyStorage.over(disk, FaultPlan.at(n, fault));
                try {
                    build(storage, List.of(run), SMALL_POOL, KeyRange.ALL, false);
                } catch (IOException e) {
                    struck++;
                }
                passed = storage.hitCount() == 0;
                assertEquals(OpenHandles.NONE, disk.openHandles(), storage.script().toString());
                // What could not be deleted is left for the next load.
                int kept = storage.script().toString().matches("(?s).*delete [^,]*: E.*") ? 1 : 0;
                assertTrue(disk.list().size() <= 2 + kept, disk.list() + " " + storage.script());
            }
            assertTrue(struck > 20, struck + " operations failed");
        }
    }

    /** A value that lost to another one counts, however little memory there is; a link does not. */
    @Test
    void countsTheValuesThatWereReplaced() {
        Seeds.each(
                20,
                random -> {
                    boolean laterWins = random.nextBoolean();
                    List<List<Row>> runs = new ArrayList<>();
                    Map<List<Long>, List<Row>> ofKeys = new HashMap<>();
                    long id1s = random.nextLong(1, 400);
                    for (int run = random.nextInt(1, 4); run > 0; run--) {
                        List<Row> rows = new ArrayList<>();
                        for (int left = random.nextInt(3000); left > 0; left--) {
                            Row row = value(random, id1s, laterWins);
                            rows.add(row);
                        }
                        rows.sort(Row.FILE_ORDER);
                        runs.add(rows);
                        rows.forEach(
                                row ->
                                        ofKeys.computeIfAbsent(
                                                        List.of(row.id1(), row.type(), row.id2()),
                                                        _ -> new ArrayList<>())
                                                .add(row));
                    }
                    long expected = 0;
                    for (List<Row> rows : ofKeys.values()) {
                        expected += replaced(rows, laterWins);
                    }
                    for (long poolBytes : new long[] {ROOMY_POOL, SMALL_POOL}) {
                        MemoryStorage storage = MemoryStorage.create();
                        List<FileEntry> entries = new ArrayList<>();
                        for (List<Row> rows : runs) {
                            String name = "run-" + entries.size();
                            entries.add(
                                    TestFiles.writeRun(
                                            storage, name, RowKind.LINK, Borders.whole(), rows));
                        }
                        SegmentBuild build =
                                new SegmentBuild(new RowPool(poolBytes, _ -> {}), laterWins, null);
                        TestFiles.buildSegment(storage, NAME, entries, KeyRange.ALL, build);
                        assertEquals(expected, build.replacedValues(), "pool of " + poolBytes);
                    }
                });
    }

    /** A property or a link, of one of few keys and values. */
    private static Row value(SplittableRandom random, long id1s, boolean laterWins) {
        long type = random.nextInt(5) == 0 ? 1L << 52 : PropertyTypes.ofPredicate(1L << 52);
        byte[] data = new byte[random.nextInt(3)];
        Arrays.fill(data, (byte) random.nextInt(2));
        return new Row(
                random.nextLong(id1s),
                type,
                random.nextInt(4) == 0 ? random.nextLong(50) : 0,
                laterWins ? 0 : random.nextLong(3),
                laterWins ? 0 : random.nextLong(3),
                random.nextInt(9) == 0 ? RowSink.TOMBSTONE : 0,
                data);
    }

    /** How many values lost to another one among the rows of one key, in the order of the files. */
    private static long replaced(List<Row> rows, boolean laterWins) {
        Row winner = rows.getFirst();
        for (Row row : rows.subList(1, rows.size())) {
            boolean isOlder =
                    row.version() != winner.version()
                            ? row.version() < winner.version()
                            : row.time() < winner.time();
            winner = !laterWins && isOlder ? winner : row;
        }
        if (!PropertyTypes.isProperty(winner.type()) || winner.flags() != 0) {
            return 0;
        }
        byte[] value = winner.data();
        return rows.stream()
                .filter(row -> row.flags() == 0 && !Arrays.equals(row.data(), value))
                .count();
    }

    private static void assertSameBytes(
            MemoryStorage storage,
            List<List<Row>> runs,
            List<Row> nodes,
            KeyRange range,
            boolean laterWins)
            throws IOException {
        List<FileEntry> entries = new ArrayList<>();
        for (List<Row> links : runs) {
            String name = "run-" + entries.size();
            entries.add(TestFiles.writeRun(storage, name, RowKind.LINK, Borders.whole(), links));
        }
        // Two runs, so that nodes are there in several slices.
        for (List<Row> half :
                List.of(
                        nodes.subList(0, nodes.size() / 2),
                        nodes.subList(nodes.size() / 2, nodes.size()))) {
            String name = "run-" + entries.size();
            entries.add(TestFiles.writeRun(storage, name, RowKind.NODE, Borders.whole(), half));
        }
        byte[] roomy = build(storage, entries, ROOMY_POOL, range, laterWins);
        List<String> files = storage.list();
        assertArrayEquals(roomy, build(storage, entries, SMALL_POOL, range, laterWins));
        assertEquals(files, storage.list());
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    /** The bytes of the segment, which is deleted again; none where there is no segment. */
    private static byte[] build(
            Storage storage,
            List<FileEntry> entries,
            long poolBytes,
            KeyRange range,
            boolean laterWins)
            throws IOException {
        List<BlockFile> files = new ArrayList<>();
        try {
            List<Slice> slices = new ArrayList<>();
            for (FileEntry entry : entries) {
                BlockFile file = BlockFile.open(storage, entry);
                files.add(file);
                for (RowKind kind : RowKind.values()) {
                    slices.add(new Slice(file, kind, 0, file.blocks(kind)));
                }
            }
            RowPool pool = new RowPool(poolBytes, _ -> {});
            @Nullable PendingFile segment =
                    new SegmentBuild(pool, laterWins, null).build(storage, NAME, slices, range);
            if (segment == null) {
                return new byte[0];
            }
            FileEntry written = segment.publish();
            assertEquals(List.of(), findings(storage, written));
            byte[] bytes = BlockFileWriterTest.bytes(storage, NAME);
            storage.delete(NAME);
            return bytes;
        } finally {
            for (BlockFile file : files) {
                file.close();
            }
        }
    }

    private static List<String> findings(Storage storage, FileEntry entry) throws IOException {
        List<String> findings = new ArrayList<>();
        try (BlockFile file = BlockFile.open(storage, entry)) {
            BlockFileVerifier.verify(
                    file,
                    (_, _, _) -> true,
                    (_, _, _, text) -> findings.add(text),
                    _ -> {},
                    null,
                    3000);
        }
        return findings;
    }

    private static KeyRange range(SplittableRandom random, RandomRows shape) {
        Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 3);
        int piece = random.nextInt(borders.count());
        return KeyRange.of(borders, piece, piece);
    }

    private static Row row(long id1, long id2, long time, int flags) {
        return new Row(id1, 4, id2, time, 0, flags, new byte[(int) (id2 % 50)]);
    }
}
