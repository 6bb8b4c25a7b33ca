package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import sluice.dictionary.Dictionary;
import sluice.readonly.Definition;
import sluice.readonly.Partitions;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageErrors;
import sluice.storage.StorageFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreVerifier;
import sluice.store.VerifiedFiles;

/**
 * One fetch of a version into a folder. A file that is there is not fetched again; one that is
 * there in part goes on where it ended. When this returns, all files are durable and verified, and
 * a mark says so. Belongs to one thread.
 */
public final class Fetch {
    private static final int MANIFEST_BYTES_MAX = 1 << 30;

    /** Room that a fetch leaves on the disk. */
    private static final long RESERVE_BYTES = 16 << 20;

    private final VersionFolder folder;
    private final List<FetchSource> places;
    private final FetchPlaces sources;
    private final FileFetch fileFetch;
    private final FetchOptions options;
    private final Progress progress;
    private long doneBytes;
    private long expectedBytes;

    /**
     * A version that is wanted.
     *
     * @param checksum of its file
     * @param held the partitions that the node must have
     * @param covers the topologies that these are of
     */
    public record Wish(
            int version, int checksum, Partitions partitions, Set<Integer> held, Set<Long> covers) {
        public Wish {
            held = Set.copyOf(held);
            covers = Set.copyOf(covers);
        }
    }

    /** Receives how many bytes are there, of how many. */
    public interface Progress {
        void fetched(long bytes, long bytesExpected);
    }

    /** From {@code places}: other nodes in turn, and the source of the ring. */
    public Fetch(
            VersionFolder folder,
            List<FetchSource> places,
            FetchOptions options,
            Progress progress) {
        this.folder = folder;
        this.places = List.copyOf(places);
        this.sources = new FetchPlaces(places, options);
        this.fileFetch = new FileFetch(folder.storage(), sources, options);
        this.options = options;
        this.progress = progress;
    }

    /**
     * Fetches {@code wish} and verifies it, but for files among {@code verified}.
     *
     * @throws RefusedException if the bytes are wrong or too many, which no further try changes
     */
    public HeldMark run(Wish wish, VerifiedFiles verified) throws IOException {
        List<Closeable> holds = new ArrayList<>();
        try {
            places.forEach(source -> source.hold(wish.version()).ifPresent(holds::add));
            return fetch(wish, verified);
        } catch (IOException e) {
            if (StorageErrors.isDiskFull(e)) {
                folder.sweep(Set.of());
            }
            throw e;
        } finally {
            StorageFiles.closeAll(holds);
        }
    }

    private HeldMark fetch(Wish wish, VerifiedFiles verified) throws IOException {
        Manifest version = manifest(wish);
        Set<Integer> held = new TreeSet<>(wish.held());
        folder.mark(wish.version(), wish.checksum())
                .ifPresent(mark -> held.addAll(mark.partitions()));
        Manifest part = wish.partitions().part(version, held);
        List<FileEntry> files = part.files();
        refuseOtherStore(wish, files);
        refuseTooLarge(wish, files);
        fetchAll(part);
        List<String> damaged = damaged(part, verified);
        if (!damaged.isEmpty()) {
            // A resumed file may have kept wrong bytes, or a place had a bad moment: once more.
            sources.trustOrigin();
            for (String name : damaged) {
                folder.deleteIfThere(name);
            }
            fetchAll(part);
            List<String> again = damaged(part, new VerifiedFiles());
            if (!again.isEmpty()) {
                for (String name : again) {
                    folder.deleteIfThere(name);
                }
                throw new RefusedException(
                        "version %d is damaged in %s: %s"
                                .formatted(
                                        wish.version(),
                                        sources.location(),
                                        String.join(", ", again)));
            }
        }
        HeldMark mark =
                new HeldMark(
                        HeldMark.FORMAT,
                        wish.version(),
                        wish.checksum(),
                        held,
                        wish.covers(),
                        wish.partitions().cuts());
        folder.mark(mark);
        return mark;
    }

    /** The version's own file, which is small and names all others. */
    private Manifest manifest(Wish wish) throws IOException {
        String name = VersionFolder.sealed(wish.version());
        Storage storage = folder.storage();
        if (checksum(storage, name) != wish.checksum()) {
            folder.deleteIfThere(name);
            sources.tryAll(
                    source -> {
                        byte[] bytes = bytes(source, wish.version());
                        if (checksum(bytes) != wish.checksum()) {
                            String problem =
                                    "version %d in %s is another one than was pushed"
                                            .formatted(wish.version(), source.location());
                            throw source.isOrigin()
                                    ? new RefusedException(problem)
                                    : new IOException(problem);
                        }
                        StorageFiles.publish(
                                storage,
                                name,
                                sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
                        return true;
                    });
        }
        return folder.version(wish.version());
    }

    private static long checksum(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            return checksum(all(source));
        } catch (NoSuchFileException _) {
            return Long.MIN_VALUE;
        }
    }

    private static byte[] bytes(FetchSource from, int version) throws IOException {
        try (Storage.Source source = from.openVersion(version)) {
            return all(source);
        }
    }

    private static byte[] all(Storage.Source source) throws IOException {
        long length = source.lengthBytes();
        if (length > MANIFEST_BYTES_MAX) {
            throw new RefusedException(source.name() + " has " + length + " bytes");
        }
        ByteBuffer content = ByteBuffer.allocate((int) length);
        StorageFiles.readFully(source, content, 0);
        return content.array();
    }

    /** The CRC32C of the bytes of a version's file, by which a push names it. */
    public static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    /**
     * A store that was made again, or restored from a backup, numbers its files from there on
     * again. A file of it must not replace one of a version that the node serves.
     */
    private void refuseOtherStore(Wish wish, List<FileEntry> files) throws IOException {
        Map<String, FileEntry> wanted = new HashMap<>();
        files.forEach(file -> wanted.put(file.name(), file));
        for (HeldMark mark : folder.marks().values()) {
            for (FileEntry held : folder.part(mark).files()) {
                if (!held.equals(wanted.getOrDefault(held.name(), held))) {
                    throw new RefusedException(
                            "version %d has another %s than version %d, which the node has: their store was made again or restored; make a new ring, whose nodes have new folders"
                                    .formatted(wish.version(), held.name(), mark.version()));
                }
            }
        }
    }

    /** Before any byte is fetched. */
    private void refuseTooLarge(Wish wish, List<FileEntry> files) throws IOException {
        Set<FileEntry> all = new HashSet<>();
        for (HeldMark mark : folder.marks().values()) {
            all.addAll(folder.part(mark).files());
        }
        all.addAll(files);
        long bytes = all.stream().mapToLong(FileEntry::lengthBytes).sum();
        if (options.quotaBytes() != Definition.NO_QUOTA && bytes > options.quotaBytes()) {
            throw new RefusedException(
                    "with version %d the node would have %d bytes, and its quota is %d"
                            .formatted(wish.version(), bytes, options.quotaBytes()));
        }
        long missing = 0;
        TreeMap<String, Long> lengths = lengths(files);
        for (FileEntry file : files) {
            missing += Math.max(0, file.lengthBytes() - lengths.getOrDefault(file.name(), 0L));
        }
        long free = folder.storage().usableBytes();
        if (missing > 0 && missing + RESERVE_BYTES > free) {
            throw new IOException(
                    "%s has %d bytes free, and version %d needs %d, of which %d stay free; free some, or name a folder on another disk"
                            .formatted(
                                    folder.location(),
                                    free,
                                    wish.version(),
                                    missing + RESERVE_BYTES,
                                    RESERVE_BYTES));
        }
    }

    /** How much of each file is there, whole or in part. */
    private TreeMap<String, Long> lengths(List<FileEntry> files) throws IOException {
        Set<String> names = Set.copyOf(folder.storage().list());
        TreeMap<String, Long> lengths = new TreeMap<>();
        for (FileEntry file : files) {
            for (String name : List.of(file.name(), file.name() + VersionFolder.PART_SUFFIX)) {
                if (names.contains(name)) {
                    lengths.merge(file.name(), length(name), Math::max);
                }
            }
        }
        return lengths;
    }

    private long length(String name) throws IOException {
        try (Storage.Source source = folder.storage().open(name)) {
            return source.lengthBytes();
        }
    }

    private void fetchAll(Manifest part) throws IOException {
        List<FileEntry> files = part.files();
        Set<String> segments = new HashSet<>();
        for (Bucket bucket : part.buckets()) {
            if (bucket.segment() != null) {
                segments.add(bucket.segment().name());
            }
        }
        expectedBytes = files.stream().mapToLong(FileEntry::lengthBytes).sum();
        doneBytes = 0;
        Set<String> names = Set.copyOf(folder.storage().list());
        for (FileEntry file : files) {
            long before = doneBytes;
            if (!names.contains(file.name()) || length(file.name()) != file.lengthBytes()) {
                fileFetch.fetch(
                        file,
                        segments.contains(file.name()),
                        at -> progress.fetched(before + at, expectedBytes));
            }
            doneBytes = before + file.lengthBytes();
            progress.fetched(doneBytes, expectedBytes);
        }
        folder.storage().syncDirectory();
    }

    /** The names of files that are not what they must be, read back from the disk. */
    private List<String> damaged(Manifest part, VerifiedFiles verified) throws IOException {
        Storage store = new PartStorage(folder.storage(), part);
        StoreVerifier.Options how =
                StoreVerifier.Options.DEFAULT
                        .withOtherFiles((_, _) -> true)
                        .withProgress((_, _) -> {});
        Set<String> names = new TreeSet<>();
        StoreVerifier.Report report = StoreVerifier.verify(store, how, verified);
        report.findings().stream()
                .filter(finding -> !finding.isNote())
                .forEach(finding -> names.add(finding.file()));
        if (names.isEmpty()) {
            for (CorruptFileException damage : Dictionary.verify(store, part.nameFiles())) {
                names.add(damage.file());
            }
        }
        if (!report.isGood() && names.isEmpty()) {
            names.add(Manifest.FILE_NAME);
        }
        return List.copyOf(names);
    }
}
