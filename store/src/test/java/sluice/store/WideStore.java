package sluice.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import sluice.model.RowKind;
import sluice.segment.BlockFileWriter;
import sluice.segment.Borders;
import sluice.segment.RowPool;
import sluice.segment.StripeWriter;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * A store at uptime of many runs and many buckets, with one link in each slice: what a load of
 * 10,000,000,000 links leaves, but for the rows. {@link #main} writes one and prints what opening
 * it costs.
 *
 * @param runs how many runs there are
 * @param buckets how many buckets there are
 */
record WideStore(int runs, int buckets) {
    /** The type of every link. */
    static final long TYPE = 7;

    /** A run and 1 MiB of rows a bucket, as the rule of cuts has it for that many links. */
    static final WideStore FULL = new WideStore(685, 41_723);

    private static final long IDS_PER_BUCKET = 1 << 20;

    /** Writes the store; the links of bucket b have the id1 {@link #id1}. */
    void write(Storage storage) throws IOException {
        Borders borders = borders();
        RowPool pool =
                new RowPool(
                        (1 << 20) + 512L * buckets,
                        _ -> {
                            throw new IllegalStateException("more rows than the pool holds");
                        });
        List<FileEntry> entries = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            pool.reset(borders);
            for (int bucket = 0; bucket < buckets; bucket++) {
                pool.append(id1(bucket), TYPE, run, run, 0, 0, new byte[0], 0, 0);
            }
            entries.add(writeRun(storage, "run-000001-%06d".formatted(run), pool));
        }
        List<Bucket> list = new ArrayList<>();
        for (int i = 0; i < buckets; i++) {
            list.add(new Bucket(borders.id1(i), 0, Bucket.State.STAGED, null, 0));
        }
        storage.syncDirectory();
        ManifestFile.publish(
                storage,
                new Manifest(
                        1, false, 1, Manifest.Phase.BUILDING, "wide", list, entries, List.of()));
    }

    /** The one id1 of a bucket. */
    long id1(int bucket) {
        return bucket * IDS_PER_BUCKET + 5;
    }

    private Borders borders() {
        long[] id1s = new long[buckets];
        for (int i = 0; i < buckets; i++) {
            id1s[i] = i * IDS_PER_BUCKET;
        }
        return new Borders(id1s, new long[buckets]);
    }

    private FileEntry writeRun(Storage storage, String name, RowPool pool) throws IOException {
        try (BlockFileWriter writer = BlockFileWriter.ofRun(storage, name, buckets, null)) {
            StripeWriter stripes = new StripeWriter();
            stripes.begin(pool);
            for (int slice = 0; slice < buckets; slice++) {
                stripes.writeAll(pool, slice, RowKind.LINK, writer);
                writer.endSlice();
            }
            return writer.finish(new byte[0]).publish();
        }
    }

    /**
     * {@code write DIRECTORY [RUNS BUCKETS]} writes a store there, {@code open DIRECTORY} opens it
     * and prints time, heap, and what a count costs at first and later.
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[1]);
        if (arguments[0].equals("write")) {
            WideStore store =
                    arguments.length < 4
                            ? FULL
                            : new WideStore(
                                    Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]));
            store.write(DirectoryStorage.create(directory));
        } else {
            open(DirectoryStorage.open(directory), System::nanoTime);
        }
    }

    private static void open(Storage storage, LongSupplier nanoClock) throws IOException {
        long heap = heapBytes();
        long began = nanoClock.getAsLong();
        try (StoreReader reader = StoreReader.open(storage)) {
            double seconds = (nanoClock.getAsLong() - began) / 1e9;
            Manifest manifest = reader.manifest();
            WideStore store = new WideStore(manifest.runs().size(), manifest.buckets().size());
            System.out.printf(
                    "%d runs x %d buckets: opened in %.2f s, %.1f MB of heap%n",
                    store.runs, store.buckets, seconds, (heapBytes() - heap) / 1e6);
            began = nanoClock.getAsLong();
            long rows = reader.count(store.id1(store.buckets / 2), TYPE).value();
            System.out.printf(
                    "first count, %d rows: %.3f s%n", rows, (nanoClock.getAsLong() - began) / 1e9);
            SplittableRandom random = new SplittableRandom(1);
            for (int round = 0; round < 4; round++) {
                began = nanoClock.getAsLong();
                int counts = Math.max(200, 200_000 / store.runs);
                for (int i = 0; i < counts; i++) {
                    reader.count(store.id1(random.nextInt(Math.min(store.buckets, 64))), TYPE);
                }
                System.out.printf(
                        "a count, over and over: %.1f us%n",
                        (nanoClock.getAsLong() - began) / 1e3 / counts);
            }
        }
    }

    private static long heapBytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
