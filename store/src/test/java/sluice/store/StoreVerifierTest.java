package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.segment.BlockFileWriter;
import sluice.segment.Borders;
import sluice.segment.FileKind;
import sluice.segment.Row;
import sluice.segment.RowPool;
import sluice.segment.StripeWriter;
import sluice.segment.TestFiles;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.StoreVerifier.Finding;
import sluice.store.StoreVerifier.Options;
import sluice.store.StoreVerifier.Report;
import sluice.testkit.Seeds;

class StoreVerifierTest {
    private final MemoryStorage storage = MemoryStorage.create();

    @Test
    void findsNothingInGoodStoresAndReadsEveryByte() {
        for (Manifest.Phase phase : Manifest.Phase.values()) {
            Seeds.each(
                    15,
                    random -> {
                        MemoryStorage good = MemoryStorage.create();
                        RandomStore store =
                                RandomStore.write(good, random, phase, RandomStore.Size.USUAL);
                        long total =
                                store.manifest().files().stream()
                                        .mapToLong(FileEntry::lengthBytes)
                                        .sum();
                        long[] last = new long[1];
                        Report report =
                                StoreVerifier.verify(
                                        good,
                                        Options.DEFAULT.withProgress(
                                                (bytes, ofBytes) -> {
                                                    assertTrue(bytes >= last[0] && bytes <= total);
                                                    assertEquals(total, ofBytes);
                                                    last[0] = bytes;
                                                }));
                        assertEquals(List.of(), report.findings());
                        assertTrue(report.isGood());
                        assertEquals(total, report.bytes());
                        assertEquals(total, last[0]);
                        assertEquals(store.manifest().files().size(), report.files());
                        assertEquals(OpenHandles.NONE, good.openHandles());
                    });
        }
    }

    @Test
    void readsEveryByteOfAStoreWithLongLists() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 70_000; i++) {
            rows.add(
                    new Row(
                            7,
                            3,
                            i,
                            i * 31L % 1000,
                            0,
                            i % 9 == 0 ? RowSink.HIDDEN : 0,
                            new byte[i % 3]));
        }
        publish(
                Manifest.Phase.COMPLETE,
                List.of(TestFiles.writeSegment(storage, "a", rows, List.of())),
                List.of());
        Report report = verify();
        assertEquals(List.of(), report.findings());
        assertEquals(70_000, report.linkRows());
    }

    @Test
    void findsFilesThatAreMissingUnknownOrLeftOver() throws IOException {
        RandomStore store = smallStore();
        String first = store.manifest().files().getFirst().name();
        write("stray", new byte[] {1});
        write("run-9.tmp", new byte[] {1});
        write("probe-7", new byte[] {1});
        write("lock", new byte[] {1});
        storage.delete(first);
        Report report =
                StoreVerifier.verify(
                        storage, Options.DEFAULT.withOtherFiles((_, name) -> name.equals("lock")));
        assertEquals(2, report.findingCount());
        assertEquals(
                List.of("probe-7", "run-9.tmp", "stray", first),
                report.findings().stream().map(Finding::file).toList());
        assertEquals(
                List.of(true, true, false, false),
                report.findings().stream().map(Finding::isNote).toList());
    }

    @Test
    void findsAFileOfAnotherBucketUnderItsName() throws IOException {
        FileEntry one =
                TestFiles.writeSegment(storage, "a", List.of(Row.of(1, 1, 1, 1)), List.of());
        FileEntry two =
                TestFiles.writeSegment(storage, "b", List.of(Row.of(9, 1, 1, 1)), List.of());
        byte[] other = bytes("b");
        publish(Manifest.Phase.COMPLETE, List.of(one, two), List.of());
        assertTrue(verify().isGood());
        write("a", other);
        assertFinds("a", "checksum or name");
        assertThrows(CorruptFileException.class, () -> StoreReader.open(storage));
    }

    @Test
    void findsAnOlderVersionOfAFile() throws IOException {
        TestFiles.writeSegment(storage, "a", List.of(Row.of(1, 1, 1, 1)), List.of());
        byte[] older = bytes("a");
        FileEntry entry =
                TestFiles.writeSegment(storage, "a", List.of(Row.of(1, 1, 1, 2)), List.of());
        publish(Manifest.Phase.COMPLETE, List.of(entry), List.of());
        write("a", older);
        assertFinds("a", "manifest");
    }

    @Test
    void findsBlocksThatChangedPlaces() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            rows.add(new Row(i, 1, 1, 1, 0, 0, new byte[100]));
        }
        FileEntry entry = TestFiles.writeSegment(storage, "a", rows, List.of());
        publish(Manifest.Phase.COMPLETE, List.of(entry), List.of());
        byte[] bytes = bytes("a");
        int length = 0;
        // Blocks of equal rows have equal lengths; the second one begins where its header does.
        while (length == 0
                || bytes[64 + length] != bytes[64]
                || bytes[64 + length + 1] != bytes[65]) {
            length += 8;
        }
        byte[] second = Arrays.copyOfRange(bytes, 64 + length, 64 + 2 * length);
        System.arraycopy(bytes, 64, bytes, 64 + length, length);
        System.arraycopy(second, 0, bytes, 64, length);
        write("a", bytes);
        assertEquals(2, verify().findingCount());
    }

    @Test
    void findsDeletionsAndDuplicatesInASegment() throws IOException {
        publish(
                Manifest.Phase.COMPLETE,
                List.of(rawSegment("a", List.of(Row.of(1, 1, 5, 1), Row.of(1, 1, 5, 2)))),
                List.of());
        assertFinds("a", "the link to 5 is there twice");
        Row deleted = new Row(1, 1, 5, 1, 0, RowSink.TOMBSTONE, new byte[0]);
        publish(Manifest.Phase.COMPLETE, List.of(rawSegment("b", List.of(deleted))), List.of());
        storage.delete("a");
        assertFinds("b", "a deletion in a segment");
    }

    @Test
    void findsDuplicatesInALongList() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            rows.add(Row.of(1, 1, i == 77 ? 78 : i, i * 7 % 100));
        }
        publish(Manifest.Phase.COMPLETE, List.of(rawSegment("a", rows)), List.of());
        assertFinds("a", "or they repeat");
    }

    @Test
    void findsRowsOfAnotherBucket() throws IOException {
        FileEntry segment =
                TestFiles.writeSegment(
                        storage, "a", List.of(Row.of(1, 1, 1, 1), Row.of(7, 1, 1, 1)), List.of());
        FileEntry other =
                TestFiles.writeSegment(storage, "b", List.of(Row.of(9, 1, 1, 1)), List.of());
        publish(Manifest.Phase.COMPLETE, List.of(segment, other), List.of());
        assertFinds("a", "the key (7, 1) belongs to another bucket");
    }

    @Test
    void findsRowsInTheWrongSliceAndRunsWithOtherSlices() throws IOException {
        Borders borders = new Borders(new long[] {0, 4}, new long[2]);
        FileEntry run =
                TestFiles.writeRun(
                        storage, "r", RowKind.LINK, borders, List.of(Row.of(4, 1, 1, 1)));
        publish(Manifest.Phase.BUILDING, Arrays.asList(null, null), List.of(run));
        assertFinds("r", "the key (4, 1) belongs to another bucket");
        publish(Manifest.Phase.BUILDING, Arrays.asList(null, null, null), List.of(run));
        assertFinds("r", "2 slices for 3 buckets");
    }

    @Test
    void findsWhatAManifestCannotSay() throws IOException {
        FileEntry entry = TestFiles.writeSegment(storage, "a", List.of(), List.of());
        List<Bucket> buckets = List.of(new Bucket(0, 0, Bucket.State.STAGED, entry, -3));
        ManifestFile.publish(
                storage,
                new Manifest(
                        0,
                        false,
                        1,
                        Manifest.Phase.COMPLETE,
                        "",
                        buckets,
                        List.of(entry),
                        List.of()));
        List<String> texts = verify().findings().stream().map(Finding::text).toList();
        assertEquals(4, texts.size(), texts::toString);
    }

    @Test
    void givesDictionariesToTheirVerifier() throws IOException {
        write("names-1", new byte[] {1, 2});
        FileEntry dictionary = new FileEntry("names-1", 2, 5);
        List<Bucket> buckets = List.of(new Bucket(0, 0, Bucket.State.BUILT, null, 0));
        ManifestFile.publish(
                storage,
                new Manifest(
                        1,
                        true,
                        1,
                        Manifest.Phase.COMPLETE,
                        "",
                        buckets,
                        List.of(),
                        List.of(dictionary)));
        assertTrue(verify().isGood());
        Report report =
                StoreVerifier.verify(
                        storage,
                        Options.DEFAULT.withDictionaries(
                                (_, entry) -> {
                                    throw new CorruptFileException(
                                            entry.name(), 1, "no name", "load it again");
                                }));
        assertEquals(1, report.findings().getFirst().offset());
        write("names-1", new byte[] {1});
        assertFinds("names-1", "expected a length of 2 bytes");
    }

    @Test
    void saysThatThereIsNoStore() {
        assertThrows(SluiceException.class, this::verify);
    }

    private RandomStore smallStore() throws IOException {
        return RandomStore.write(
                storage, new SplittableRandom(3), Manifest.Phase.BUILDING, RandomStore.Size.SMALL);
    }

    private Report verify() throws IOException {
        return StoreVerifier.verify(storage, Options.DEFAULT);
    }

    private void assertFinds(String file, String text) throws IOException {
        Report report = verify();
        assertFalse(report.isGood());
        assertTrue(
                report.findings().stream()
                        .anyMatch(f -> f.file().equals(file) && f.text().contains(text)),
                report.findings()::toString);
    }

    /** Buckets that begin with id 0, 5, 10 and so on. */
    private void publish(Manifest.Phase phase, List<FileEntry> segments, List<FileEntry> runs)
            throws IOException {
        List<Bucket> buckets = new ArrayList<>();
        for (FileEntry segment : segments) {
            long first = segments.size() == 1 ? 0 : 5L * buckets.size();
            buckets.add(
                    new Bucket(
                            first,
                            0,
                            phase == Manifest.Phase.COMPLETE
                                    ? Bucket.State.BUILT
                                    : Bucket.State.STAGED,
                            segment,
                            0));
        }
        ManifestFile.publish(
                storage, new Manifest(1, false, 1, phase, "", buckets, runs, List.of()));
    }

    /** A segment with all rows, as no build would write it. */
    private FileEntry rawSegment(String name, List<Row> rows) throws IOException {
        RowPool pool = new RowPool(1 << 20, RowPool::clear);
        try (BlockFileWriter writer = new BlockFileWriter(storage, name, FileKind.SEGMENT)) {
            rows.forEach(row -> row.appendTo(pool));
            StripeWriter stripes = new StripeWriter();
            stripes.begin(pool);
            stripes.writeAll(pool, 0, RowKind.LINK, writer);
            return writer.finish(new byte[0]).publish();
        }
    }

    private void write(String name, byte[] bytes) throws IOException {
        StorageFiles.publish(
                storage, name, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
    }

    private byte[] bytes(String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return bytes.array();
        }
    }
}
