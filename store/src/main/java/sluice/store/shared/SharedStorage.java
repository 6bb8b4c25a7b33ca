package sluice.store.shared;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.BlockMemory;
import sluice.storage.BytesSource;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.cache.CacheCounts;
import sluice.storage.cache.PieceCache;
import sluice.storage.cache.PieceSource;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.publish.WholeFiles;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.commit.CommittedManifest;
import sluice.store.commit.LogReader;
import sluice.store.packed.PackedFile;
import sluice.store.packed.RunPacking;

/**
 * The files of a store in shared storage: read by pieces, which are kept on a local disk, and
 * blocks, which are kept in memory.
 *
 * <p>The file {@value Manifest#FILE_NAME} is the newest manifest of the store's log, or of a store
 * that was copied there the file itself. Files that end as temporary ones do are on the local disk,
 * for this process alone. No other file can be written here: files appear by {@link
 * PublishedFiles}, if absent. Files that the manifest lists are opened without a request.
 *
 * <p>A file that is mapped, as the names of a store are, is copied to the local disk as long as it
 * is mapped. There are no locks. Safe for any number of threads. The caller must close it, after
 * all that reads from it.
 */
public final class SharedStorage implements Storage, Closeable {
    private static final int MANIFEST_BYTES_MAX = 1 << 30;
    private static final int COPIED_BYTES = 1 << 20;

    private final FarFolder place;
    private final PieceCache.Local local;
    private final Storage scratch;
    private final PieceCache cache;
    private final BlockMemory memory;
    private final AtomicLong copies = new AtomicLong();
    private volatile Known known = new Known(0, new byte[0], Map.of());

    /**
     * The manifest that was read last.
     *
     * @param version in the log; 0 if the log is empty
     */
    private record Known(long version, byte[] bytes, Map<String, FileEntry> files) {
        static Known of(long version, Manifest manifest) {
            Map<String, FileEntry> files = new HashMap<>();
            manifest.files().forEach(file -> files.put(file.name(), file));
            return new Known(version, ManifestFile.encode(manifest), files);
        }
    }

    private SharedStorage(
            FarFolder place,
            PieceCache.Local local,
            Storage scratch,
            PieceCache cache,
            BlockMemory memory) {
        this.place = place;
        this.local = local;
        this.scratch = scratch;
        this.cache = cache;
        this.memory = memory;
    }

    /**
     * Opens the folder {@code folder}, whose files {@code files} reads, with a cache in {@code
     * local}. Asks nobody yet. Throws if another process has the cache.
     */
    public static SharedStorage open(
            SharedFiles files,
            PublishedFiles folder,
            PieceCache.Local local,
            CacheSettings settings,
            LongSupplier nanoClock)
            throws IOException {
        Storage scratch = local.open();
        PieceCache cache =
                PieceCache.open(local, settings.diskBytes(), nanoClock)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.CONFIG,
                                                "%s: another process has this cache; name another directory for this one"
                                                        .formatted(scratch.location())));
        try {
            for (String name : scratch.list()) {
                if (isLocal(name)) {
                    // Left by a process that was killed.
                    scratch.delete(name);
                }
            }
            return new SharedStorage(
                    new FarFolder(files, folder),
                    local,
                    scratch,
                    cache,
                    new BlockMemory(settings.memoryBytes()));
        } catch (Throwable failure) {
            cache.close();
            throw failure;
        }
    }

    /** How files are published in the folder. */
    public PublishedFiles folder() {
        return place.folder();
    }

    /** Whether the store has no log of manifests: it was copied from a directory. */
    public boolean isCopy() throws IOException {
        // Another driver that begins now writes the log first.
        return WholeFiles.isThere(folder(), Manifest.FILE_NAME)
                && LogReader.newest(folder()).isEmpty();
    }

    /**
     * Parts of files that were fetched since this was opened.
     *
     * @param requests for parts of files; beside them there are those for manifests
     * @param bytes of these parts
     */
    public record Fetched(long requests, long bytes, CacheCounts cache) {}

    /** The parts that were fetched so far. */
    public Fetched fetched() {
        return new Fetched(place.requests(), place.bytes(), cache.counts());
    }

    private static boolean isLocal(String name) {
        return name.endsWith(StorageFiles.TEMPORARY_SUFFIX);
    }

    @Override
    public Source open(String name) throws IOException {
        if (isLocal(name)) {
            return scratch.open(name);
        }
        if (name.equals(Manifest.FILE_NAME)) {
            return new BytesSource(name, manifest());
        }
        FileEntry entry = known.files().get(name);
        if (entry != null) {
            return open(entry);
        }
        SharedFile file = place.find(name);
        String key =
                "%s %d %d %s"
                        .formatted(name, file.lengthBytes(), file.modifiedNanos(), file.token());
        if (RunPacking.of(name) == RunPacking.NONE) {
            return source(name, key, file.lengthBytes(), part(file));
        }
        PackedFile packed = PackedFile.open(name, file.lengthBytes(), part(file));
        return source(name, key, packed.lengthBytes(), packed::fetch);
    }

    /**
     * Costs no request: a file keeps its name and its bytes. Where the bytes of a packed run are is
     * asked once some are read that are not in the cache, which has them unpacked.
     */
    @Override
    public Source open(FileEntry entry) throws IOException {
        String name = entry.name();
        if (isLocal(name)) {
            return scratch.open(name);
        }
        String key = "%s %d %08x".formatted(name, entry.lengthBytes(), entry.checksum());
        PieceSource.Fetching far =
                RunPacking.of(name) == RunPacking.NONE
                        ? part(place.known(name, entry.lengthBytes()))
                        : new PackedPieces(place, entry);
        return source(name, key, entry.lengthBytes(), far);
    }

    private Source source(String name, String key, long lengthBytes, PieceSource.Fetching far) {
        return new PieceSource(name, key, lengthBytes, cache, far);
    }

    private PieceSource.Fetching part(SharedFile file) {
        return (offset, bytes) -> place.fetch(file, offset, bytes);
    }

    /** The bytes of the newest manifest. */
    private byte[] manifest() throws IOException {
        Known before = known;
        Optional<CommittedManifest> other =
                before.version() > 0
                        ? LogReader.otherThan(folder(), before.version())
                        : LogReader.newest(folder());
        if (other.isPresent()) {
            Manifest newest = other.get().manifest();
            Known next = Known.of(newest.version(), newest);
            known = next;
            return next.bytes();
        }
        return before.version() > 0 ? before.bytes() : copiedManifest();
    }

    /** That of a store that was copied from a directory. */
    private byte[] copiedManifest() throws IOException {
        @Nullable byte[] bytes =
                WholeFiles.read(folder(), Manifest.FILE_NAME, MANIFEST_BYTES_MAX).orElse(null);
        if (bytes == null) {
            throw new NoSuchFileException(location() + "/" + Manifest.FILE_NAME);
        }
        known = Known.of(0, ManifestFile.decode(bytes));
        return bytes;
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        if (isLocal(name)) {
            return scratch.map(name, lengthBytes, arena);
        }
        Storage to = local.open();
        String copy = "copy-" + copies.incrementAndGet() + StorageFiles.TEMPORARY_SUFFIX;
        try (Source source = open(name)) {
            try (Sink sink = to.create(copy)) {
                copy(source, sink, lengthBytes);
            }
            MemorySegment mapped = to.map(copy, lengthBytes, arena);
            // The mapping stays, and a killed process leaves nothing.
            to.delete(copy);
            return mapped;
        } catch (Throwable failure) {
            StorageFiles.deleteAfter(failure, to, copy);
            throw failure;
        }
    }

    private static void copy(Source source, Sink sink, long lengthBytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(COPIED_BYTES);
        for (long done = 0; done < lengthBytes; done += buffer.limit()) {
            buffer.clear().limit((int) Math.min(COPIED_BYTES, lengthBytes - done));
            StorageFiles.readFully(source, buffer, done);
            StorageFiles.writeFully(sink, buffer.flip());
        }
    }

    @Override
    public Sink create(String name) throws IOException {
        requireLocal(name, "created");
        return scratch.create(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        requireLocal(to, "renamed");
        scratch.rename(from, to);
    }

    @Override
    public void link(String from, String to) throws IOException {
        requireLocal(to, "linked");
        scratch.link(from, to);
    }

    private void requireLocal(String name, String action) {
        if (!isLocal(name)) {
            throw new UnsupportedOperationException(
                    "%s/%s cannot be %s: files of shared storage are published"
                            .formatted(location(), name, action));
        }
    }

    @Override
    public void delete(String name) throws IOException {
        if (isLocal(name)) {
            scratch.delete(name);
        } else {
            folder().delete(name);
        }
    }

    /** Published files are durable; local files are for this process alone. */
    @Override
    public void syncDirectory() {}

    /** The store's files, without the log of manifests, of which the newest one is shown. */
    @Override
    public List<String> list() throws IOException {
        List<String> names = new ArrayList<>();
        boolean hasManifest = false;
        for (String name : folder().list("")) {
            if (name.equals(Manifest.FILE_NAME) || name.startsWith(CommittedManifest.PREFIX)) {
                hasManifest = true;
            } else {
                names.add(name);
            }
        }
        if (hasManifest) {
            names.add(Manifest.FILE_NAME);
        }
        for (String name : scratch.list()) {
            if (isLocal(name)) {
                names.add(name);
            }
        }
        names.sort(null);
        return names;
    }

    /** Shared storage does not tell its end. */
    @Override
    public long usableBytes() {
        return Long.MAX_VALUE;
    }

    /** Always taken: nothing is locked in shared storage, where manifests decide. */
    @Override
    public Optional<Closeable> lock(String name) {
        return Optional.of(() -> {});
    }

    @Override
    public String location() {
        return folder().location();
    }

    @Override
    public Optional<BlockMemory> blockMemory() {
        return Optional.of(memory);
    }

    /** Leaves what is in the cache for the next process. */
    @Override
    public void close() throws IOException {
        cache.close();
    }
}
