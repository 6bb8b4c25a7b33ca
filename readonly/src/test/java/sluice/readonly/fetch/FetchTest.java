package sluice.readonly.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.readonly.Partitions;
import sluice.readonly.SmallVersions;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.PinnedReader;
import sluice.store.VerifiedFiles;
import sluice.store.VersionFiles;

class FetchTest {
    private static final int PARTITIONS = 8;
    private static final int IDS = 600;

    @TempDir Path directory;

    private Storage store;
    private VersionFolder folder;
    private SmallVersions versions;
    private long moved;
    private long pauses;
    private boolean isStopped;
    private final FetchFigures figures = new FetchFigures();

    @BeforeEach
    void makeAStoreAndAFolder() throws IOException {
        versions = new SmallVersions(directory);
        store = DirectoryStorage.create(directory.resolve("graph"));
        folder = new VersionFolder(DirectoryStorage.create(directory.resolve("node")));
    }

    /** Counts what is read, and may fail. */
    private final class Counting implements FetchSource {
        private long failAfterBytes = Long.MAX_VALUE;

        @Override
        public Storage.Source open(String name) throws IOException {
            return new OverSource(store.open(name)) {
                @Override
                public int read(ByteBuffer bytes, long offset) throws IOException {
                    if (moved >= failAfterBytes) {
                        throw new IOException("the source is away");
                    }
                    ByteBuffer some =
                            bytes.slice(bytes.position(), Math.min(700, bytes.remaining()));
                    int count = source.read(some, offset);
                    bytes.position(bytes.position() + Math.max(0, count));
                    moved += Math.max(0, count);
                    return count;
                }
            };
        }

        @Override
        public Storage.Source openVersion(int number) throws IOException {
            return store.open(VersionFiles.version(number));
        }

        @Override
        public Optional<Closeable> hold(int number) {
            return Optional.empty();
        }

        @Override
        public boolean isOrigin() {
            return true;
        }

        @Override
        public String location() {
            return "source";
        }

        @Override
        public void close() {}
    }

    private Manifest manifest(int version) throws IOException {
        return ManifestFile.read(store, VersionFiles.version(version)).orElseThrow();
    }

    private Fetch.Wish wish(int version, Set<Integer> held) throws IOException {
        byte[] bytes =
                Files.readAllBytes(directory.resolve("graph", VersionFiles.version(version)));
        return new Fetch.Wish(
                version,
                Fetch.checksum(bytes),
                Partitions.of(manifest(version), PARTITIONS),
                held,
                Set.of(1L));
    }

    private HeldMark fetch(FetchSource source, Fetch.Wish wish, long quotaBytes)
            throws IOException {
        FetchOptions options =
                new FetchOptions(
                        new Throttle(Throttle.NO_LIMIT, () -> 0, _ -> {}),
                        quotaBytes,
                        _ -> pauses++,
                        new SplittableRandom(1),
                        () -> isStopped,
                        figures);
        return new Fetch(folder, List.of(source), options, (_, _) -> {})
                .run(wish, new VerifiedFiles());
    }

    private static Set<Integer> all() {
        return Set.copyOf(IntStream.range(0, PARTITIONS).boxed().toList());
    }

    private long bytes(Manifest manifest) {
        return manifest.files().stream().mapToLong(FileEntry::lengthBytes).sum();
    }

    @Test
    void aNodeHasTheRowsOfItsPartitionsAndNoOthers() throws IOException {
        int version = versions.next(store, IDS);
        HeldMark mark = fetch(new Counting(), wish(version, Set.of(0, 3)), -1);
        Manifest part = folder.part(mark);
        assertTrue(bytes(part) < bytes(manifest(version)) / 2);
        assertEquals(bytes(part), moved);
        Partitions partitions = Partitions.of(mark.cuts());
        try (PinnedReader reader = PinnedReader.open(folder.storage(), part)) {
            for (long id = 0; id < IDS; id++) {
                boolean isHeld = mark.partitions().contains(partitions.find(id));
                assertEquals(isHeld ? 2 : 0, reader.count(id, 0).value(), "links of " + id);
            }
        }
    }

    @Test
    void partitionsHaveAboutEqualBytes() throws IOException {
        Partitions partitions = Partitions.of(manifest(versions.next(store, IDS)), PARTITIONS);
        assertEquals(PARTITIONS, partitions.cuts().size());
        long total = partitions.cuts().stream().mapToLong(cut -> cut.bytes()).sum();
        assertTrue(
                partitions.largestBytes() <= 2 * total / PARTITIONS, partitions.cuts().toString());
    }

    @Test
    void aDeltaMovesOnlyWhatChanged() throws IOException {
        int first = versions.next(store, IDS);
        fetch(new Counting(), wish(first, all()), -1);
        moved = 0;
        int second = versions.touched(store, 5);
        HeldMark mark = fetch(new Counting(), wish(second, all()), -1);
        Set<FileEntry> fresh = new HashSet<>(manifest(second).files());
        fresh.removeAll(manifest(first).files());
        assertEquals(fresh.stream().mapToLong(FileEntry::lengthBytes).sum(), moved);
        assertTrue(moved < bytes(manifest(second)) / 5, moved + " bytes moved");
        folder.delete(first, Set.of());
        try (PinnedReader reader = PinnedReader.open(folder.storage(), folder.part(mark))) {
            assertEquals(3, reader.count(5, 0).value());
        }
    }

    @Test
    void aFetchThatWasCutOffGoesOnWhereItEnded() throws IOException {
        int version = versions.next(store, IDS);
        long total = bytes(manifest(version));
        Counting source = new Counting();
        source.failAfterBytes = total / 2;
        assertThrows(IOException.class, () -> fetch(source, wish(version, all()), -1));
        assertTrue(pauses > 0, "no pause");
        assertEquals(0, folder.marks().size());
        long before = moved;
        source.failAfterBytes = Long.MAX_VALUE;
        HeldMark mark = fetch(source, wish(version, all()), -1);
        // A buffer that was read and not written is read again.
        assertTrue(moved - total <= 1000, "%d and %d of %d".formatted(before, moved, total));
        assertEquals(mark, folder.marks().get(version));
    }

    @Test
    void everyFlippedBitOfTheSourceIsFound() throws IOException {
        int version = versions.next(store, 60);
        SplittableRandom random = new SplittableRandom(11);
        for (FileEntry file : manifest(version).files()) {
            Path path = directory.resolve("graph", file.name());
            byte[] bytes = Files.readAllBytes(path);
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(path, damaged);
            RefusedException refused =
                    assertThrows(
                            RefusedException.class,
                            () -> fetch(new Counting(), wish(version, all()), -1));
            assertTrue(refused.getMessage().contains(file.name()), refused.getMessage());
            assertFalse(folder.storage().list().contains(file.name()), "it is still there");
            Files.write(path, bytes);
        }
        fetch(new Counting(), wish(version, all()), -1);
    }

    @Test
    void aBitThatFlipsOnTheOwnDiskIsFetchedAgain() throws IOException {
        int version = versions.next(store, 60);
        FileEntry file = manifest(version).files().getLast();
        byte[] bytes = Files.readAllBytes(directory.resolve("graph", file.name()));
        bytes[bytes.length / 3] ^= 4;
        Files.write(directory.resolve("node", file.name()), bytes);
        HeldMark mark = fetch(new Counting(), wish(version, all()), -1);
        try (PinnedReader reader = PinnedReader.open(folder.storage(), folder.part(mark))) {
            assertEquals(2, reader.count(59, 0).value());
        }
    }

    @Test
    void missingAndShortAndOtherFilesAreRefused() throws IOException {
        int version = versions.next(store, 60);
        FileEntry file = manifest(version).files().getFirst();
        Path path = directory.resolve("graph", file.name());
        byte[] bytes = Files.readAllBytes(path);
        Files.write(path, new byte[bytes.length - 1]);
        assertThrows(RefusedException.class, () -> fetch(new Counting(), wish(version, all()), -1));
        Files.delete(path);
        assertThrows(IOException.class, () -> fetch(new Counting(), wish(version, all()), -1));
        Files.write(path, bytes);
        Fetch.Wish right = wish(version, all());
        Fetch.Wish other =
                new Fetch.Wish(
                        version,
                        right.checksum() + 1,
                        right.partitions(),
                        right.held(),
                        right.covers());
        assertThrows(RefusedException.class, () -> fetch(new Counting(), other, -1));
        assertEquals(0, folder.marks().size());
    }

    /** The store was made again: its files have the names of those that the node serves. */
    @Test
    void aVersionOfAStoreThatWasMadeAgainReplacesNoFile() throws IOException {
        HeldMark mark = fetch(new Counting(), wish(versions.next(store, IDS), all()), -1);
        store = DirectoryStorage.create(Files.createDirectories(directory.resolve("other")));
        versions.nextPeople(store, IDS);
        Files.move(directory.resolve("graph"), directory.resolve("before"));
        Files.move(directory.resolve("other"), directory.resolve("graph"));
        store = DirectoryStorage.open(directory.resolve("graph"));
        int next = versions.touched(store, 5);
        RefusedException refused =
                assertThrows(
                        RefusedException.class, () -> fetch(new Counting(), wish(next, all()), -1));
        assertTrue(refused.getMessage().contains("made again"), refused.getMessage());
        try (PinnedReader reader = PinnedReader.open(folder.storage(), folder.part(mark))) {
            assertEquals(2, reader.count(59, 0).value());
        }
    }

    @Test
    void aVersionAboveTheQuotaMovesNoByte() throws IOException {
        int version = versions.next(store, IDS);
        long total = bytes(manifest(version));
        assertThrows(
                RefusedException.class,
                () -> fetch(new Counting(), wish(version, all()), total - 1));
        assertEquals(0, moved);
        fetch(new Counting(), wish(version, all()), total);
    }

    @Test
    void whatAKilledFetchLeftGoesWithTheSweep() throws IOException {
        int kept = versions.next(store, 60);
        HeldMark mark = fetch(new Counting(), wish(kept, all()), -1);
        int left = versions.next(store, IDS);
        Counting source = new Counting();
        source.failAfterBytes = moved + 2000;
        assertThrows(IOException.class, () -> fetch(source, wish(left, all()), -1));
        folder.sweep(Set.of());
        Set<String> names = new HashSet<>();
        folder.part(mark).files().forEach(file -> names.add(file.name()));
        names.addAll(List.of("held-000001", "sealed-000001"));
        Set<String> found = new HashSet<>(folder.storage().list());
        found.removeIf(name -> name.startsWith("reading-"));
        assertEquals(names, found);
    }
}
