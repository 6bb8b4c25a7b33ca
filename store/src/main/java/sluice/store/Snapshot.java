package sluice.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * One manifest with its files open, for as long as somebody has a lease on it. Immutable but for
 * the count of leases. Safe for any number of threads. Memory: for each run and bucket, not for
 * each pair of them.
 *
 * <p>Files are never closed under a reader: closing a shared arena sets the interrupt status of a
 * thread that is just reading its memory, and the next read of that thread would close its file.
 */
final class Snapshot {
    /** A file's rows of one bucket. */
    record Part(BlockFile file, long linkFrom, long linkTo, long nodeFrom, long nodeTo) {
        long from(RowKind kind) {
            return kind == RowKind.LINK ? linkFrom : nodeFrom;
        }

        long to(RowKind kind) {
            return kind == RowKind.LINK ? linkTo : nodeTo;
        }

        boolean has(RowKind kind) {
            return from(kind) < to(kind);
        }
    }

    private static final Part[] NO_PARTS = {};

    final Manifest manifest;
    final Borders borders;

    /** The schema of the store. */
    final StoreSchema schema;

    /** For each bucket its segment, of this load or earlier ones, as its only part. */
    private final Part[][] segments;

    /** For each bucket whether its segment has all of its rows. */
    private final boolean[] built;

    /** In source order. A bucket's slices of them are looked up when it is asked for. */
    private final OpenFile[] runs;

    private final Map<FileEntry, OpenFile> files;

    /** Keeps the files of a version from being deleted. */
    private final Closeable reading;

    private final AtomicInteger leases = new AtomicInteger(1);

    private Snapshot(
            Manifest manifest,
            StoreSchema schema,
            Map<FileEntry, OpenFile> files,
            Closeable reading) {
        this.manifest = manifest;
        this.schema = schema;
        this.borders = manifest.borders();
        this.files = files;
        this.reading = reading;
        this.segments = new Part[manifest.buckets().size()][];
        this.built = new boolean[segments.length];
        for (int i = 0; i < segments.length; i++) {
            Bucket bucket = manifest.buckets().get(i);
            built[i] = bucket.state() == Bucket.State.BUILT;
            FileEntry segment = bucket.segment();
            segments[i] =
                    segment == null ? NO_PARTS : new Part[] {whole(file(files, segment).file())};
        }
        this.runs = manifest.runs().stream().map(run -> file(files, run)).toArray(OpenFile[]::new);
    }

    /**
     * Opens the manifest's files, sharing those that {@code before}, which must be leased, has
     * open. The caller has the first lease.
     */
    static Snapshot open(Storage storage, Manifest manifest, @Nullable Snapshot before)
            throws IOException {
        Map<FileEntry, OpenFile> files = new HashMap<>();
        int version = manifest.versionNumber();
        Closeable reading = version > 0 ? VersionFiles.reading(storage, version) : () -> {};
        try {
            boolean isFar = storage.blockMemory().isPresent();
            List<FileEntry> far = new ArrayList<>();
            for (FileEntry entry : manifest.blockFiles()) {
                OpenFile known = before == null ? null : before.files.get(entry);
                if (known != null) {
                    known.hold();
                } else if (isFar) {
                    far.add(entry);
                    continue;
                } else {
                    known = new OpenFile(BlockFile.open(storage, entry));
                }
                files.put(entry, known);
            }
            files.putAll(FileOpening.open(storage, far));
            boolean isSameSchema =
                    before != null && Objects.equals(before.manifest.schema(), manifest.schema());
            StoreSchema schema =
                    before != null && isSameSchema
                            ? before.schema
                            : StoreSchema.read(storage, manifest);
            return new Snapshot(manifest, schema, files, reading);
        } catch (Throwable failure) {
            try (reading) {
                OpenFile.releaseAll(files.values());
            }
            throw failure;
        }
    }

    private static OpenFile file(Map<FileEntry, OpenFile> files, FileEntry entry) {
        OpenFile open = files.get(entry);
        if (open == null) {
            throw new IllegalStateException("not open: " + entry.name());
        }
        return open;
    }

    /**
     * A bucket's parts, oldest first: the segment of earlier loads, then the runs' slices. Costs a
     * look into the table of each run where the bucket is not built, and nothing where it is.
     */
    Part[] parts(int bucket) throws IOException {
        Part[] whole = segments[bucket];
        if (built[bucket] || runs.length == 0) {
            return whole;
        }
        List<Part> parts = new ArrayList<>(List.of(whole));
        for (OpenFile run : runs) {
            Part slice = slice(run.file(), bucket);
            if (slice != null) {
                parts.add(slice);
            }
        }
        return parts.toArray(NO_PARTS);
    }

    private static Part whole(BlockFile segment) {
        return new Part(segment, 0, segment.blocks(RowKind.LINK), 0, segment.blocks(RowKind.NODE));
    }

    /** A run's rows of a bucket, or null if it has none. */
    private static @Nullable Part slice(BlockFile run, int bucket) throws IOException {
        if (bucket >= run.slices()) {
            return null;
        }
        long from = run.sliceBegin(bucket);
        long to = run.sliceEnd(bucket);
        if (from == to) {
            return null;
        }
        boolean links = run.blocks(RowKind.LINK) > 0;
        return new Part(run, links ? from : 0, links ? to : 0, links ? 0 : from, links ? 0 : to);
    }

    /** A bucket's segment as a part, or null if it has none. */
    @Nullable Part segment(int bucket) {
        return segments[bucket].length == 0 ? null : segments[bucket][0];
    }

    /** The runs, in source order; none where everything is built. */
    List<BlockFile> runs() {
        return Arrays.stream(runs).map(OpenFile::file).toList();
    }

    /**
     * Whether a bucket is answered from its one segment, without asking which row wins. A bucket
     * that ends inside an id holds only a part of its lists, none of them perhaps.
     */
    boolean direct(int bucket) throws IOException {
        if (borders.cutsInside(bucket)) {
            return false;
        }
        if (!built[bucket]) {
            for (OpenFile run : runs) {
                if (slice(run.file(), bucket) != null) {
                    return false;
                }
            }
        }
        return true;
    }

    KeyRange range(int bucket) {
        return KeyRange.of(borders, bucket, bucket);
    }

    /** The name of a file that became shorter while it was open, or null. */
    @Nullable String fileCutShort() throws IOException {
        for (OpenFile open : files.values()) {
            if (open.file().isCutShort()) {
                return open.file().name();
            }
        }
        return null;
    }

    /** Keeps the files open until {@link #release}; false when they were closed already. */
    boolean tryLease() {
        int count = leases.get();
        while (count > 0 && !leases.compareAndSet(count, count + 1)) {
            count = leases.get();
        }
        return count > 0;
    }

    /**
     * Ends a lease, the first of which is that of whoever opened the snapshot; the last one closes.
     */
    void release() throws IOException {
        if (leases.decrementAndGet() == 0) {
            try (reading) {
                OpenFile.releaseAll(files.values());
            }
        }
    }
}
