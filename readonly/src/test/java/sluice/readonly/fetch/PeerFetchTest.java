package sluice.readonly.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
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
import sluice.storage.DiskCall;
import sluice.storage.Fault;
import sluice.storage.FaultPlan;
import sluice.storage.FaultyStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageErrors;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.PinnedReader;
import sluice.store.VerifiedFiles;
import sluice.store.VersionFiles;

/** Fetches from other nodes, which lie, lack files and go away, beside the source of the ring. */
class PeerFetchTest {
    private static final int IDS = 300;

    @TempDir Path directory;

    private Storage store;
    private VersionFolder folder;
    private int version;
    private Manifest manifest;
    private final FetchFigures figures = new FetchFigures();

    @BeforeEach
    void makeAStore() throws IOException {
        store = DirectoryStorage.create(directory.resolve("graph"));
        folder = new VersionFolder(DirectoryStorage.create(directory.resolve("node")));
        version = new SmallVersions(directory).next(store, IDS);
        manifest = ManifestFile.read(store, VersionFiles.version(version)).orElseThrow();
    }

    /** Has a byte of each read changed, fails, or lacks files, as told. */
    private final class Place implements FetchSource {
        private final boolean isOrigin;
        private int flips;
        private boolean isAway;
        private boolean isEmpty;
        private boolean isOther;
        private long bytes;

        Place(boolean isOrigin) {
            this.isOrigin = isOrigin;
        }

        @Override
        public Storage.Source open(String name) throws IOException {
            if (isEmpty) {
                throw new NoSuchFileException(name);
            }
            return new OverSource(store.open(name)) {
                @Override
                public int read(ByteBuffer into, long offset) throws IOException {
                    if (isAway) {
                        throw new IOException("it is away");
                    }
                    int begin = into.position();
                    int count = source.read(into, offset);
                    bytes += Math.max(0, count);
                    if (flips > 0 && count > 0) {
                        flips--;
                        int at = begin + count / 2;
                        into.put(at, (byte) (into.get(at) ^ 8));
                    }
                    return count;
                }
            };
        }

        @Override
        public Storage.Source openVersion(int number) throws IOException {
            return open(
                    isOther ? manifest.files().getFirst().name() : VersionFiles.version(number));
        }

        @Override
        public Optional<Closeable> hold(int number) {
            return Optional.empty();
        }

        @Override
        public boolean isOrigin() {
            return isOrigin;
        }

        @Override
        public String location() {
            return isOrigin ? "source" : "peer";
        }

        @Override
        public void close() {}
    }

    private void fetch(Place... places) throws IOException {
        byte[] bytes =
                Files.readAllBytes(directory.resolve("graph", VersionFiles.version(version)));
        FetchOptions options =
                new FetchOptions(
                        new Throttle(Throttle.NO_LIMIT, () -> 0, _ -> {}),
                        -1,
                        _ -> {},
                        new SplittableRandom(1),
                        () -> false,
                        figures);
        Set<Integer> all = Set.copyOf(IntStream.range(0, 8).boxed().toList());
        HeldMark mark =
                new Fetch(folder, List.of(places), options, (_, _) -> {})
                        .run(
                                new Fetch.Wish(
                                        version,
                                        Fetch.checksum(bytes),
                                        Partitions.of(manifest, 8),
                                        all,
                                        Set.of(1L)),
                                new VerifiedFiles());
        try (PinnedReader reader = PinnedReader.open(folder.storage(), folder.part(mark))) {
            for (long id = 0; id < IDS; id++) {
                assertEquals(2, reader.count(id, 0).value(), "links of " + id);
            }
        }
    }

    private long total() {
        return manifest.files().stream().mapToLong(FileEntry::lengthBytes).sum();
    }

    @Test
    void peersAreAskedAndTheSourceIsNot() throws IOException {
        Place peer = new Place(false);
        Place source = new Place(true);
        fetch(peer, source);
        assertEquals(0, source.bytes);
        assertEquals(total(), figures.peerBytes());
        assertEquals(0, figures.sourceBytes());
    }

    @Test
    void aWrongPieceIsAskedOfAnotherPlaceAlone() throws IOException {
        Place peer = new Place(false);
        Place source = new Place(true);
        peer.flips = 100;
        fetch(peer, source);
        assertTrue(figures.wrongPieces() > 0, "no wrong piece was seen");
        assertTrue(source.bytes > 0, "the source was not asked");
    }

    @Test
    void aPeerThatIsAwayOrLacksFilesOrHasAnotherVersionIsPassedOver() throws IOException {
        Place away = new Place(false);
        away.isAway = true;
        Place empty = new Place(false);
        empty.isEmpty = true;
        Place other = new Place(false);
        other.isOther = true;
        Place source = new Place(true);
        fetch(away, empty, other, source);
        assertTrue(source.bytes > 0 && figures.failedTries() > 0);
    }

    @Test
    void peersAloneAreEnoughWhereTheSourceIsAway() throws IOException {
        Place peer = new Place(false);
        Place source = new Place(true);
        source.isAway = true;
        fetch(peer, source);
    }

    /** A node was killed in the middle, and its disk changed a bit of what it had. */
    @Test
    void aWrongPieceOfAnEarlierTryIsFetchedAgain() throws IOException {
        FileEntry largest =
                manifest.files().stream()
                        .max(Comparator.comparingLong(FileEntry::lengthBytes))
                        .orElseThrow();
        byte[] bytes = Files.readAllBytes(directory.resolve("graph", largest.name()));
        byte[] part = Arrays.copyOf(bytes, bytes.length / 2);
        part[part.length / 2] ^= 1;
        Files.write(directory.resolve("node", largest.name() + VersionFolder.PART_SUFFIX), part);
        Place source = new Place(true);
        fetch(source);
        assertTrue(source.bytes > 0);
        assertEquals(0, figures.wrongPieces());
    }

    @Test
    void aFullDiskEndsTheFetchAndFreesWhatCame() throws IOException {
        Storage full =
                FaultyStorage.over(
                        DirectoryStorage.open(directory.resolve("node")),
                        FaultPlan.from(20, Fault.ENOSPC).on(DiskCall.WRITE));
        folder = new VersionFolder(full);
        IOException failure = assertThrows(IOException.class, () -> fetch(new Place(true)));
        assertTrue(StorageErrors.isDiskFull(failure), failure.toString());
        assertEquals(List.of(), DirectoryStorage.open(directory.resolve("node")).list());
    }

    @Test
    void aSourceThatIsWrongEachTimeIsRefused() {
        Place source = new Place(true);
        source.flips = Integer.MAX_VALUE;
        assertThrows(RefusedException.class, () -> fetch(source));
    }

    @Test
    void aPeerThatIsWrongEachTimeIsNoReasonToGiveUp() {
        Place peer = new Place(false);
        peer.flips = Integer.MAX_VALUE;
        IOException failure = assertThrows(IOException.class, () -> fetch(peer));
        assertTrue(!(failure instanceof RefusedException), "refused: " + failure);
    }
}
