package sluice.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/** Writes lists of rows as runs and segments, through the classes that a load uses. */
public final class TestFiles {
    private static final long POOL_BYTES = 64L << 20;

    private TestFiles() {}

    /** One slice for each piece of {@code borders}; all rows are of {@code kind}. */
    public static FileEntry writeRun(
            Storage storage, String name, RowKind kind, Borders borders, List<Row> rows)
            throws IOException {
        return writeRun(storage, name, kind, borders, rows, false);
    }

    /** As above; {@code hasPages} says whether the tables are in pages. */
    static FileEntry writeRun(
            Storage storage,
            String name,
            RowKind kind,
            Borders borders,
            List<Row> rows,
            boolean hasPages)
            throws IOException {
        RowPool pool = pool(rows, borders);
        try (BlockFileWriter writer =
                new BlockFileWriter(storage, name, FileKind.RUN, null, hasPages)) {
            StripeWriter stripes = new StripeWriter();
            stripes.begin(pool);
            if (kind == RowKind.NODE) {
                writer.beginNodes();
            }
            for (int slice = 0; slice < borders.count(); slice++) {
                stripes.writeAll(pool, slice, kind, writer);
                writer.endSlice();
            }
            return publish(storage, writer);
        }
    }

    /** As above, of links, with an index section. */
    public static FileEntry writeRun(
            Storage storage,
            String name,
            Borders borders,
            List<Row> links,
            IndexKeys keys,
            int sortBytes)
            throws IOException {
        RowPool pool = pool(links, borders);
        RowIndex index = new RowIndex(keys, sortBytes);
        index.beginRun(storage, "keys-" + name);
        try (BlockFileWriter writer = new BlockFileWriter(storage, name, FileKind.RUN, index)) {
            StripeWriter stripes = new StripeWriter();
            stripes.begin(pool);
            for (int slice = 0; slice < borders.count(); slice++) {
                stripes.writeAll(pool, slice, RowKind.LINK, writer);
                writer.endSlice();
            }
            return publish(storage, writer);
        } finally {
            index.end();
        }
    }

    /**
     * The segment {@code name} of the links in {@code range} of runs or segments, which must be in
     * order; null if there are none.
     */
    public static @Nullable FileEntry buildSegment(
            Storage storage,
            String name,
            List<FileEntry> entries,
            KeyRange range,
            SegmentBuild build)
            throws IOException {
        List<BlockFile> files = new ArrayList<>();
        try {
            List<Slice> slices = new ArrayList<>();
            for (FileEntry entry : entries) {
                BlockFile file = BlockFile.open(storage, entry);
                files.add(file);
                slices.add(new Slice(file, RowKind.LINK, 0, file.blocks(RowKind.LINK)));
            }
            @Nullable PendingFile segment = build.build(storage, name, slices, range);
            return segment == null ? null : segment.publish();
        } finally {
            for (BlockFile file : files) {
                file.close();
            }
        }
    }

    /** The winners among {@code links} and {@code nodes}. */
    public static FileEntry writeSegment(
            Storage storage, String name, List<Row> links, List<Row> nodes) throws IOException {
        return writeSegment(storage, name, links, nodes, Borders.whole());
    }

    /** As above, sorted stripe by stripe; {@code stripes} must not cut inside an id. */
    public static FileEntry writeSegment(
            Storage storage, String name, List<Row> links, List<Row> nodes, Borders stripes)
            throws IOException {
        try (BlockFileWriter writer = new BlockFileWriter(storage, name, FileKind.SEGMENT)) {
            writeWinners(links, RowKind.LINK, stripes, writer);
            writer.beginNodes();
            writeWinners(nodes, RowKind.NODE, stripes, writer);
            return publish(storage, writer);
        }
    }

    /** All of {@code rows}, in order. */
    static void writeAll(List<Row> rows, RowKind kind, BlockFileWriter writer) throws IOException {
        RowPool pool = pool(rows, Borders.whole());
        StripeWriter stripeWriter = new StripeWriter();
        stripeWriter.begin(pool);
        stripeWriter.writeAll(pool, 0, kind, writer);
    }

    private static void writeWinners(
            List<Row> rows, RowKind kind, Borders stripes, BlockFileWriter writer)
            throws IOException {
        RowPool pool = pool(rows, stripes);
        StripeWriter stripeWriter = new StripeWriter();
        stripeWriter.begin(pool);
        for (int stripe = 0; stripe < stripes.count(); stripe++) {
            stripeWriter.writeWinners(pool, stripe, kind, writer);
        }
    }

    /** A pool that holds {@code rows}. */
    static RowPool pool(List<Row> rows, Borders stripes) {
        long dataBytes = rows.stream().mapToLong(row -> row.data().length + 64L).sum();
        RowPool pool =
                new RowPool(
                        Math.min(POOL_BYTES, (1 << 20) + 4 * dataBytes + 2048L * stripes.count()),
                        _ -> {
                            throw new IllegalStateException("more rows than the pool holds");
                        });
        pool.reset(stripes);
        rows.forEach(row -> row.appendTo(pool));
        return pool;
    }

    private static FileEntry publish(Storage storage, BlockFileWriter writer) throws IOException {
        FileEntry entry = writer.finish(new byte[] {1, 2, 3}).publish();
        storage.syncDirectory();
        return entry;
    }

    /** Up to {@code countMax} pieces cut at {@code id1s}; with {@code id2s} also inside an id. */
    public static Borders borders(SplittableRandom random, long[] id1s, long[] id2s, int countMax) {
        List<long[]> cuts = new ArrayList<>();
        cuts.add(new long[] {0, 0});
        for (int i = random.nextInt(countMax); i > 0; i--) {
            long id2 =
                    id2s.length > 0 && random.nextBoolean() ? id2s[random.nextInt(id2s.length)] : 0;
            cuts.add(new long[] {id1s[random.nextInt(id1s.length)], id2});
        }
        cuts.sort((a, b) -> Borders.compare(a[0], a[1], b[0], b[1]));
        for (int i = cuts.size() - 1; i > 0; i--) {
            if (Arrays.equals(cuts.get(i), cuts.get(i - 1))) {
                cuts.remove(i);
            }
        }
        return new Borders(
                cuts.stream().mapToLong(cut -> cut[0]).toArray(),
                cuts.stream().mapToLong(cut -> cut[1]).toArray());
    }
}
