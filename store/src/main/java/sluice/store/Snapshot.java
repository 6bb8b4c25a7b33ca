package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.segment.RowKind;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * One manifest with its files open. Immutable but for {@link #retired}, which says that files may
 * be closed under it and a failure means "try the next snapshot".
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

    /**
     * Of each bucket its parts, oldest first: the segment of earlier loads, then the runs' slices.
     */
    private final Part[][] parts;

    /** Whether a bucket is answered from its one segment, without asking which row wins. */
    private final boolean[] direct;

    private final Map<String, BlockFile> files;
    volatile boolean retired;

    private Snapshot(
            Manifest manifest, Part[][] parts, boolean[] direct, Map<String, BlockFile> files) {
        this.manifest = manifest;
        this.borders = manifest.borders();
        this.parts = parts;
        this.direct = direct;
        this.files = files;
    }

    /** Opens the manifest's files, taking those that {@code before} has open already from it. */
    static Snapshot open(Storage storage, Manifest manifest, @Nullable Snapshot before)
            throws IOException {
        Map<String, BlockFile> files = new HashMap<>();
        List<BlockFile> opened = new ArrayList<>();
        try {
            for (FileEntry entry : manifest.files()) {
                if (manifest.dictionaries().contains(entry)) {
                    continue;
                }
                BlockFile known = before == null ? null : before.files.get(entry.name());
                if (known == null) {
                    known = BlockFile.open(storage, entry);
                    opened.add(known);
                }
                files.put(entry.name(), known);
            }
            return assemble(manifest, files);
        } catch (Throwable failure) {
            for (BlockFile file : opened) {
                file.close();
            }
            throw failure;
        }
    }

    private static Snapshot assemble(Manifest manifest, Map<String, BlockFile> files)
            throws IOException {
        int count = manifest.buckets().size();
        Borders borders = manifest.borders();
        Part[][] parts = new Part[count][];
        boolean[] direct = new boolean[count];
        for (int i = 0; i < count; i++) {
            Bucket bucket = manifest.buckets().get(i);
            List<Part> list = new ArrayList<>();
            BlockFile segment =
                    bucket.segment() == null ? null : files.get(bucket.segment().name());
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
        return new Snapshot(manifest, parts, direct, files);
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

    private static BlockFile file(Map<String, BlockFile> files, FileEntry entry) {
        BlockFile file = files.get(entry.name());
        if (file == null) {
            throw new IllegalStateException("not open: " + entry.name());
        }
        return file;
    }

    Part[] parts(int bucket) {
        return parts[bucket];
    }

    boolean direct(int bucket) {
        return direct[bucket];
    }

    KeyRange range(int bucket) {
        return KeyRange.of(borders, bucket, bucket);
    }

    /** Closes the files that {@code next} does not use. */
    void closeExcept(@Nullable Snapshot next) throws IOException {
        for (Map.Entry<String, BlockFile> file : files.entrySet()) {
            if (next == null || !next.files.containsKey(file.getKey())) {
                file.getValue().close();
            }
        }
    }
}
