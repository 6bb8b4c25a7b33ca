package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import sluice.dictionary.Dictionary;
import sluice.model.SluiceException;
import sluice.readonly.Definition;
import sluice.readonly.Partitions;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageErrors;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.StoreVerifier;
import sluice.store.VerifiedFiles;

/**
 * One fetch of a version into a folder. A file that is there is not fetched again; one that is
 * there in part goes on where it ended. When this returns, all files are durable and verified, and
 * a mark says so. Belongs to one thread.
 */
public final class Fetch {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int ATTEMPTS_MAX = 6;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int MANIFEST_BYTES_MAX = 1 << 30;

    /** Room that a fetch leaves on the disk. */
    private static final long RESERVE_BYTES = 16 << 20;

    private final VersionFolder folder;
    private final List<FetchSource> sources;
    private final FetchOptions options;
    private final Progress progress;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
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

    /** From {@code sources}, the first of which is asked first. */
    public Fetch(
            VersionFolder folder,
            List<FetchSource> sources,
            FetchOptions options,
            Progress progress) {
        this.folder = folder;
        this.sources = List.copyOf(sources);
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
            sources.forEach(source -> source.hold(wish.version()).ifPresent(holds::add));
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
        refuseTooLarge(wish, files);
        fetchAll(files);
        List<String> damaged = damaged(part, verified);
        if (!damaged.isEmpty()) {
            // A resumed file may have kept wrong bytes, or the source had a bad moment: once more.
            for (String name : damaged) {
                folder.deleteIfThere(name);
            }
            fetchAll(files);
            List<String> again = damaged(part, new VerifiedFiles());
            if (!again.isEmpty()) {
                for (String name : again) {
                    folder.deleteIfThere(name);
                }
                throw new RefusedException(
                        "version %d is damaged in %s: %s"
                                .formatted(
                                        wish.version(),
                                        sources.getFirst().location(),
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
            withTries(
                    source -> {
                        byte[] bytes = bytes(source, wish.version());
                        if (checksum(bytes) != wish.checksum()) {
                            throw new RefusedException(
                                    "version %d in %s is another one than was pushed"
                                            .formatted(wish.version(), source.location()));
                        }
                        StorageFiles.publish(
                                storage,
                                name,
                                sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
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
                    "%s has room for %d bytes, and version %d needs %d more; free some, or name a folder on another disk"
                            .formatted(folder.location(), free, wish.version(), missing));
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

    private void fetchAll(List<FileEntry> files) throws IOException {
        expectedBytes = files.stream().mapToLong(FileEntry::lengthBytes).sum();
        doneBytes = 0;
        Set<String> names = Set.copyOf(folder.storage().list());
        for (FileEntry file : files) {
            long before = doneBytes;
            if (!names.contains(file.name()) || length(file.name()) != file.lengthBytes()) {
                withTries(source -> fetch(source, file, before));
            }
            doneBytes = before + file.lengthBytes();
            progress.fetched(doneBytes, expectedBytes);
        }
        folder.storage().syncDirectory();
    }

    private interface Try {
        void from(FetchSource source) throws IOException;
    }

    /** Asks one source after the other, with pauses that double. */
    private void withTries(Try attempt) throws IOException {
        for (int number = 1; ; number++) {
            FetchSource source = sources.get((number - 1) % sources.size());
            try {
                attempt.from(source);
                return;
            } catch (RefusedException | InterruptedIOException e) {
                throw e;
            } catch (IOException | SluiceException e) {
                if (number >= ATTEMPTS_MAX
                        || (e instanceof IOException io && StorageErrors.isDiskFull(io))) {
                    throw e;
                }
                long pause = PAUSE_NANOS << number;
                options.waitNanos().accept(pause / 2 + options.random().nextLong(pause));
            }
            throwIfStopped();
        }
    }

    private void throwIfStopped() throws InterruptedIOException {
        if (options.isStopped().getAsBoolean()) {
            throw new InterruptedIOException("the fetch was stopped");
        }
    }

    private void fetch(FetchSource from, FileEntry file, long before) throws IOException {
        Storage storage = folder.storage();
        String part = file.name() + VersionFolder.PART_SUFFIX;
        try (Storage.Source source = from.open(file.name())) {
            if (source.lengthBytes() != file.lengthBytes()) {
                throw new RefusedException(
                        "%s/%s has %d bytes, expected %d"
                                .formatted(
                                        from.location(),
                                        file.name(),
                                        source.lengthBytes(),
                                        file.lengthBytes()));
            }
            try (Storage.Sink sink = begin(part)) {
                long at = resume(part, sink, file.lengthBytes());
                while (at < file.lengthBytes()) {
                    throwIfStopped();
                    int count = (int) Math.min(BUFFER_BYTES, file.lengthBytes() - at);
                    options.throttle().take(count);
                    buffer.clear().limit(count);
                    StorageFiles.readFully(source, buffer, at);
                    StorageFiles.writeFully(sink, buffer.flip());
                    at += count;
                    progress.fetched(before + at, expectedBytes);
                }
                sink.sync();
            }
        }
        folder.deleteIfThere(file.name());
        storage.rename(part, file.name());
        folder.deleteIfThere(earlier(part));
    }

    /** The bytes that an earlier try left have this name while they are taken over. */
    private static String earlier(String part) {
        return part + "-earlier" + StorageFiles.TEMPORARY_SUFFIX;
    }

    /** Begins the file again; what an earlier try left of it is put by. */
    private Storage.Sink begin(String part) throws IOException {
        Storage storage = folder.storage();
        try {
            return storage.create(part);
        } catch (FileAlreadyExistsException _) {
            // The longer one, if this is killed while it takes the other over.
            boolean isShorter =
                    storage.list().contains(earlier(part)) && length(earlier(part)) > length(part);
            if (isShorter) {
                storage.delete(part);
            } else {
                storage.rename(part, earlier(part));
            }
            return storage.create(part);
        }
    }

    /** Copies what an earlier try left; it is verified with the rest. */
    private long resume(String part, Storage.Sink sink, long lengthBytes) throws IOException {
        if (!folder.storage().list().contains(earlier(part))) {
            return 0;
        }
        long at = 0;
        try (Storage.Source source = folder.storage().open(earlier(part))) {
            long end = Math.min(source.lengthBytes(), lengthBytes);
            while (at < end) {
                buffer.clear().limit((int) Math.min(BUFFER_BYTES, end - at));
                int count = source.read(buffer, at);
                if (count <= 0) {
                    break;
                }
                StorageFiles.writeFully(sink, buffer.flip());
                at += count;
            }
        }
        return at;
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

    /** The bytes of a sealed version in its source; empty if it is not there. */
    public static Optional<byte[]> version(FetchSource source, int number) throws IOException {
        try {
            return Optional.of(bytes(source, number));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }
}
