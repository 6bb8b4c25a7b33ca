package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sluice.model.PropertyTypes;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.testkit.Experiment;
import sluice.testkit.Seeds;

/** Runs and segments with an index section: it has the keys of their rows, and no others. */
class IndexedFileTest {
    private static final int ROOMY = 1 << 22;
    private static final int TIGHT = 20_000;

    /** Shares no factor with the bits of a byte: each of these is flipped. */
    private static final int BIT_STEP = Experiment.size("bitStep", 11, 1);

    /** Of each of six files. */
    private static final int MUTANTS = Experiment.size("indexedMutants", 40, 2_000);

    @Test
    void runHasTheKeysOfAllItsRows() {
        Seeds.each(
                12,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(random.nextInt(400), true);
                    TestKeys keys = new TestKeys(shape.types());
                    Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 6);
                    MemoryStorage storage = MemoryStorage.create();
                    FileEntry run =
                            TestFiles.writeRun(storage, "run-1", borders, rows, keys, ROOMY);
                    byte[] bytes = BlockFileWriterTest.bytes(storage, "run-1");
                    assertEquals(keys.entries(rows), entries(storage, run));
                    assertEquals(List.of(), findings(storage, run, keys, 1 << 20));
                    assertEquals(
                            List.of(), findings(storage, run, keys, 100 + random.nextInt(400)));
                    storage.delete("run-1");
                    TestFiles.writeRun(storage, "run-1", borders, rows, keys, TIGHT);
                    assertArrayEquals(bytes, BlockFileWriterTest.bytes(storage, "run-1"));
                    assertEquals(List.of("run-1"), storage.list());
                    assertEquals(OpenHandles.NONE, storage.openHandles());
                });
    }

    @Test
    void segmentHasTheKeysOfItsWinnersAndTheirCounts() {
        Seeds.each(
                12,
                random -> {
                    RandomRows shape = new RandomRows(random, false);
                    TestKeys keys = new TestKeys(shape.types());
                    List<Row> all = new ArrayList<>();
                    MemoryStorage storage = MemoryStorage.create();
                    List<FileEntry> runs = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        List<Row> rows = shape.links(random.nextInt(400), true);
                        all.addAll(rows);
                        runs.add(
                                TestFiles.writeRun(
                                        storage, "run-" + i, Borders.whole(), rows, keys, ROOMY));
                    }
                    Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 3);
                    int piece = random.nextInt(borders.count());
                    KeyRange range = KeyRange.of(borders, piece, piece);
                    byte[] roomy = build(storage, runs, range, keys, ROOMY, ROOMY);
                    if (roomy.length > 0) {
                        FileEntry segment = BlockFile.describe(storage, "segment-1");
                        assertEquals(keys.segmentEntries(all, range), entries(storage, segment));
                        assertEquals(List.of(), findings(storage, segment, keys, 1 << 20));
                        assertEquals(List.of(), findings(storage, segment, keys, 200));
                        storage.delete("segment-1");
                    }
                    byte[] tight = build(storage, runs, range, keys, 1 << 16, TIGHT);
                    assertArrayEquals(roomy, tight);
                    assertEquals(OpenHandles.NONE, storage.openHandles());
                    assertEquals(
                            tight.length > 0 ? 4 : 3, storage.list().size(), "" + storage.list());
                });
    }

    @Test
    void fileOfAStoreWithoutIndexesIsAsBefore() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        FileEntry plain =
                TestFiles.writeSegment(
                        storage, "segment-1", List.of(Row.of(1, 2, 3, 4)), List.of());
        try (BlockFile file = BlockFile.open(storage, plain)) {
            assertEquals(0, file.indexNumbersEnd());
            assertFalse(file.hasIndex(1));
            assertNull(file.index());
        }
        assertEquals(List.of(), findings(storage, plain, new TestKeys(new long[] {2}), 9));
        assertEquals(1, BlockFileWriterTest.bytes(storage, "segment-1")[FileLayout.HEADER_VERSION]);
    }

    @Test
    void pendingFileSaysHowManyRowsOfEachKindItHas() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        long property = PropertyTypes.FIRST + 7;
        List<Row> links =
                List.of(row(1, 7, 1, "ab"), row(2, 7, 1, "ab"), row(2, property, 0, "abab"));
        TestKeys keys = new TestKeys(new long[] {7, property});
        RowIndex index = new RowIndex(keys, ROOMY);
        index.beginRun(storage, "keys");
        try (BlockFileWriter writer = new BlockFileWriter(storage, "run-1", FileKind.RUN, index)) {
            TestFiles.writeAll(links, RowKind.LINK, writer);
            PendingFile file = writer.finish(new byte[0]);
            // One key with two ids for "ab", and for "abab" the keys ab, ba and abab.
            assertEquals(new RowsByKind(0, 2, 1, 5), file.rows());
            file.discard();
        } finally {
            index.end();
        }
        try (BlockFileWriter writer = new BlockFileWriter(storage, "run-2", FileKind.RUN)) {
            writer.beginNodes();
            TestFiles.writeAll(List.of(Row.of(1, 2, 3, 4)), RowKind.NODE, writer);
            PendingFile file = writer.finish(new byte[0]);
            assertEquals(new RowsByKind(1, 0, 0, 0), file.rows());
            file.discard();
        }
    }

    @Test
    void fileSaysWhichIndexesItHas() throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        TestKeys one = new TestKeys(new long[] {7});
        List<Row> rows = List.of(row(1, 7, 1, "ab"), row(1, 8, 1, "cd"));
        FileEntry run = TestFiles.writeRun(storage, "run-1", Borders.whole(), rows, one, ROOMY);
        try (BlockFile file = BlockFile.open(storage, run)) {
            assertTrue(file.hasIndex(2));
            assertFalse(file.hasIndex(3));
            assertEquals(1, file.indexKeys());
        }
        // An index that came later has no keys in the file, and need have none.
        assertEquals(List.of(), findings(storage, run, new TestKeys(new long[] {7, 8}), 9));
        assertEquals(
                List.of("it has indexes up to number 2, the schema up to 0"),
                findings(storage, run, new TestKeys(new long[0]), 9).subList(0, 1));
    }

    /** A file of a faulty writer is found, though every checksum is right. */
    @Test
    void verifyFindsEntriesThatAreMissingOrTooMany() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int id = 0; id < 300; id++) {
            rows.add(row(id, 7, id % 5, "v" + id % 40));
            rows.add(row(id, 8, 1, "w" + id));
        }
        MemoryStorage storage = MemoryStorage.create();
        TestKeys keys = new TestKeys(new long[] {7, 8});
        for (Fault fault : Fault.values()) {
            FileEntry run =
                    TestFiles.writeRun(
                            storage, "run-1", Borders.whole(), rows, fault.of(keys), ROOMY);
            List<String> found = findings(storage, run, keys, 1 << 20);
            assertTrue(
                    found.stream().anyMatch(text -> text.startsWith(fault.text)),
                    fault + " " + found);
            storage.delete("run-1");
        }
    }

    @Test
    void verifyFindsCountsThatAreWrong() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int id = 0; id < 30; id++) {
            for (int i = 0; i <= id % 3; i++) {
                rows.add(row(id, 7, i, ""));
            }
        }
        MemoryStorage storage = MemoryStorage.create();
        TestKeys keys = new TestKeys(new long[] {7});
        FileEntry run = TestFiles.writeRun(storage, "run-1", Borders.whole(), rows, keys, ROOMY);
        assertTrue(build(storage, List.of(run), KeyRange.ALL, keys, ROOMY, ROOMY).length > 0);
        FileEntry good = BlockFile.describe(storage, "segment-1");
        assertEquals(List.of(), findings(storage, good, keys, 9));
        // A verifier that counts otherwise stands for a writer that did.
        List<String> found = findings(storage, good, new Miscounting(keys), 9);
        assertTrue(
                found.toString().contains("the index has 60 entries, the rows give 30"),
                found.toString());
    }

    /** Counts lists of another type, under the number of the one that is counted. */
    private record Miscounting(TestKeys keys) implements IndexKeys {
        @Override
        public int numbersEnd() {
            return keys.numbersEnd();
        }

        @Override
        public boolean isIndexed(long linkType) {
            return keys.isIndexed(linkType);
        }

        @Override
        public int countIndex(long linkType) {
            return 0;
        }

        @Override
        public void keys(long linkType, byte[] data, int offset, int length, Sink sink)
                throws IOException {
            keys.keys(linkType, data, offset, length, sink);
        }
    }

    /** A fault that a writer may have. */
    private enum Fault {
        /** The keys of one row are left out. */
        MISSING("a row of 77 has a key that index 1 lacks"),
        /** A row has a key that is not its own. */
        STRAY("77 is under a key of index 1 that no row of it has"),
        /** Both at once, so that the counts agree. */
        EXCHANGED("the index has");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        IndexKeys of(TestKeys keys) {
            return new Faulty(keys, this);
        }
    }

    private record Faulty(TestKeys keys, Fault fault) implements IndexKeys {
        @Override
        public int numbersEnd() {
            return keys.numbersEnd();
        }

        @Override
        public boolean isIndexed(long linkType) {
            return keys.isIndexed(linkType);
        }

        @Override
        public int countIndex(long linkType) {
            return keys.countIndex(linkType);
        }

        @Override
        public void keys(long linkType, byte[] data, int offset, int length, Sink sink)
                throws IOException {
            // Id 77 has v37 under type 7 and w77 under type 8.
            boolean isMarked =
                    linkType == 8
                            && "w77"
                                    .equals(
                                            new String(
                                                    data,
                                                    offset,
                                                    length,
                                                    StandardCharsets.ISO_8859_1));
            boolean isOf77 = length == 3 && data[offset + 1] == '3' && data[offset + 2] == '7';
            if (fault != Fault.STRAY && linkType == 7 && isOf77) {
                if (fault == Fault.EXCHANGED) {
                    keys.keys(linkType, "v38".getBytes(StandardCharsets.ISO_8859_1), 0, 3, sink);
                }
                return;
            }
            keys.keys(linkType, data, offset, length, sink);
            if (fault == Fault.STRAY && isMarked) {
                byte[] stray = TestKeys.key(1, "no row has it");
                sink.key(stray, 0, stray.length);
            }
        }
    }

    /** Any bit that is not as it was written is found, or the file cannot be opened. */
    @Test
    @Tag(Experiment.TAG)
    void everyFlippedBitIsFound() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int id = 0; id < 12; id++) {
            rows.add(row(id, 7, id % 5, "v" + id % 4));
        }
        MemoryStorage storage = MemoryStorage.create();
        TestKeys keys = new TestKeys(new long[] {7});
        FileEntry run = TestFiles.writeRun(storage, "run-1", Borders.whole(), rows, keys, ROOMY);
        byte[] good = BlockFileWriterTest.bytes(storage, "run-1");
        for (int bit = 0; bit < 8 * good.length; bit += BIT_STEP) {
            byte[] bad = good.clone();
            bad[bit >>> 3] ^= (byte) (1 << (bit & 7));
            assertTrue(isFound(bad, run, keys), "bit " + bit);
        }
    }

    /** With checksums made right, any bytes give findings, a declared failure, or a good file. */
    @Test
    void mutantsAreReadOrRefused() {
        int[] opened = new int[2];
        Seeds.each(
                6,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(random.nextInt(1, 300), true);
                    TestKeys keys = new TestKeys(shape.types());
                    MemoryStorage storage = MemoryStorage.create();
                    TestFiles.writeRun(storage, "run-1", Borders.whole(), rows, keys, ROOMY);
                    byte[] good = BlockFileWriterTest.bytes(storage, "run-1");
                    for (int i = 0; i < MUTANTS; i++) {
                        byte[] bad = good.clone();
                        for (int change = random.nextInt(1, 3); change > 0; change--) {
                            bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
                        }
                        FileEntry entry = SealedBytes.seal("run-1", bad);
                        opened[isFound(bad, entry, keys) ? 1 : 0]++;
                    }
                });
        assertTrue(opened[1] > 0 || System.getProperty("seed") != null);
    }

    private static boolean isFound(byte[] bytes, FileEntry entry, TestKeys keys)
            throws IOException {
        MemoryStorage storage = MemoryStorage.create();
        StorageFiles.publish(
                storage,
                entry.name(),
                sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        try {
            return !findings(storage, entry, keys, 1 << 20).isEmpty();
        } catch (CorruptFileException | SluiceException e) {
            return true;
        } finally {
            assertEquals(OpenHandles.NONE, storage.openHandles());
        }
    }

    static Row row(long id1, long type, long id2, String data) {
        return new Row(id1, type, id2, 0, 0, 0, data.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static byte[] build(
            Storage storage,
            List<FileEntry> entries,
            KeyRange range,
            IndexKeys keys,
            long poolBytes,
            int sortBytes)
            throws IOException {
        SegmentBuild build =
                new SegmentBuild(
                        new RowPool(poolBytes, _ -> {}), false, new RowIndex(keys, sortBytes));
        return TestFiles.buildSegment(storage, "segment-1", entries, range, build) == null
                ? new byte[0]
                : BlockFileWriterTest.bytes(storage, "segment-1");
    }

    static NavigableMap<String, TreeSet<Long>> entries(Storage storage, FileEntry entry)
            throws IOException {
        NavigableMap<String, TreeSet<Long>> entries = new TreeMap<>();
        try (BlockFile file = BlockFile.open(storage, entry)) {
            IndexCursor cursor = new IndexCursor(assertNotNullSection(file.index()));
            for (boolean on = cursor.first(); on; on = cursor.nextKey()) {
                byte[] key = Arrays.copyOf(cursor.key(), cursor.keyLength());
                TreeSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
                while (cursor.nextId()) {
                    ids.add(cursor.id());
                }
                entries.put(new String(key, StandardCharsets.ISO_8859_1), ids);
            }
        }
        return entries;
    }

    private static IndexSection assertNotNullSection(@Nullable IndexSection section) {
        assertNotNull(section);
        return section;
    }

    private static List<String> findings(
            Storage storage, FileEntry entry, IndexKeys keys, int keptMax) throws IOException {
        List<String> findings = new ArrayList<>();
        try (BlockFile file = BlockFile.open(storage, entry)) {
            BlockFileVerifier.verify(
                    file,
                    (_, _, _) -> true,
                    (_, _, _, text) -> findings.add(text),
                    _ -> {},
                    () -> keys,
                    keptMax);
        }
        return findings;
    }
}
