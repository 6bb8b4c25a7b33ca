package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
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
 * the count of leases. Safe for any number of threads.
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

    final Manifest manifest;
    final Borders borders;

    /** The schema of the store. */
    final StoreSchema schema;

    /**
     * Of each bucket its parts, oldest first: the segment of earlier loads, then the runs' slices.
     */
    private final Part[][] parts;

    /** Whether a bucket is answered from its one segment, without asking which row wins. */
    private final boolean[] direct;

    private final Map<FileEntry, OpenFile> files;
    private final AtomicInteger leases = new AtomicInteger(1);

    private Snapshot(
            Manifest manifest,
            StoreSchema schema,
            Part[][] parts,
            boolean[] direct,
            Map<FileEntry, OpenFile> files) {
        this.manifest = manifest;
        this.schema = schema;
        this.borders = manifest.borders();
        this.parts = parts;
        this.direct = direct;
        this.files = files;
    }

    /**
     * Opens the manifest's files, sharing those that {@code before}, which must be leased, has
     * open. The caller has the first lease.
     */
    static Snapshot open(Storage storage, Manifest manifest, @Nullable Snapshot before)
            throws IOException {
        Map<FileEntry, OpenFile> files = new HashMap<>();
        try {
            for (FileEntry entry : manifest.blockFiles()) {
                OpenFile known = before == null ? null : before.files.get(entry);
                if (known == null) {
                    known = new OpenFile(BlockFile.open(storage, entry));
                } else {
                    known.hold();
                }
                files.put(entry, known);
            }
            boolean isSameSchema =
                    before != null && Objects.equals(before.manifest.schema(), manifest.schema());
            StoreSchema schema =
                    before != null && isSameSchema
                            ? before.schema
                            : StoreSchema.read(storage, manifest);
            return assemble(manifest, schema, files);
        } catch (Throwable failure) {
            OpenFile.releaseAll(files.values());
            throw failure;
        }
    }

    private static Snapshot assemble(
            Manifest manifest, StoreSchema schema, Map<FileEntry, OpenFile> files)
            throws IOException {
        int count = manifest.buckets().size();
        Borders borders = manifest.borders();
        Part[][] parts = new Part[count][];
        boolean[] direct = new boolean[count];
        for (int i = 0; i < count; i++) {
            Bucket bucket = manifest.buckets().get(i);
            List<Part> list = new ArrayList<>();
            BlockFile segment = bucket.segment() == null ? null : file(files, bucket.segment());
            if (segment != null) {
                list.add(
                        new Part(
                                segment,
                                0,
                                segment.blocks(RowKind.LINK),
                                0,
                                segment.blocks(RowKind.NODE)));
            }
            if (bucket.state() != Bucket.State.BUILT) {
                for (FileEntry run : manifest.runs()) {
                    addSlice(list, file(files, run), i);
                }
            }
            parts[i] = list.toArray(Part[]::new);
            boolean onlySegment = parts[i].length == 1 && parts[i][0].file() == segment;
            // A bucket that ends inside an id holds only a part of its lists, none of them perhaps.
            direct[i] = (parts[i].length == 0 || onlySegment) && !borders.cutsInside(i);
        }
        return new Snapshot(manifest, schema, parts, direct, files);
    }

    private static void addSlice(List<Part> list, BlockFile run, int bucket) throws IOException {
        if (bucket >= run.slices()) {
            return;
        }
        long from = run.sliceBegin(bucket);
        long to = run.sliceEnd(bucket);
        if (from < to) {
            boolean links = run.blocks(RowKind.LINK) > 0;
            list.add(
                    new Part(
                            run,
                            links ? from : 0,
                            links ? to : 0,
                            links ? 0 : from,
                            links ? 0 : to));
        }
    }

    private static BlockFile file(Map<FileEntry, OpenFile> files, FileEntry entry) {
        OpenFile open = files.get(entry);
        if (open == null) {
            throw new IllegalStateException("not open: " + entry.name());
        }
        return open.file();
    }

    Part[] parts(int bucket) {
        return parts[bucket];
    }

    /** The runs, in source order; none where everything is built. */
    List<BlockFile> runs() {
        List<BlockFile> runs = new ArrayList<>();
        manifest.runs().forEach(run -> runs.add(file(files, run)));
        return runs;
    }

    boolean direct(int bucket) {
        return direct[bucket];
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
            OpenFile.releaseAll(files.values());
        }
    }
}
