package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import sluice.experiments.WorkFolder;
import sluice.experiments.rival.RivalCursor;
import sluice.experiments.rival.RivalJob;
import sluice.experiments.rival.RivalTimes;
import sluice.experiments.rival.RocksRival;
import sluice.ingest.Source;
import sluice.load.Job;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.LinkQuery;
import sluice.model.SluiceException;
import sluice.report.Facts;
import sluice.report.Facts.Unit;
import sluice.report.Machine;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.ManifestFile;
import sluice.store.PinnedReader;
import sluice.store.VersionFiles;

/**
 * Measures a ring: how fast versions are built and fetched, how long a swap takes, how fast lists
 * are read right after one and later, by size and by nodes, and beside a RocksDB.
 */
public final class ServingBench {
    private static final int LIST_MAX = 1_000;
    private static final int THREADS = 2;

    private final ServingOptions options;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stop;
    private final Consumer<String> progress;
    private final Path directory;
    private final Facts facts = new Facts();

    /** Clocks, a way to stop, and where progress goes. */
    public record Surroundings(
            Instant started,
            LongSupplier nanoTime,
            BooleanSupplier stop,
            Consumer<String> progress) {}

    private ServingBench(ServingOptions options, Surroundings around) {
        this.options = options;
        this.nanoTime = around.nanoTime();
        this.stop = around.stop();
        this.progress = around.progress();
        this.directory = options.directory().toAbsolutePath();
    }

    /** Measures; stops between two parts once {@code around.stop} says so. */
    public static ServingReport run(ServingOptions options, Surroundings around)
            throws IOException {
        ServingBench bench = new ServingBench(options, around);
        Files.createDirectories(bench.directory);
        try (Stream<Path> files = Files.list(bench.directory)) {
            if (files.findAny().isPresent()) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s is not empty; name another directory".formatted(bench.directory));
            }
        }
        try {
            boolean isWhole = bench.measure();
            return new ServingReport(
                    options, Machine.of(bench.directory), around.started(), bench.facts, isWhole);
        } finally {
            if (!options.keep()) {
                WorkFolder.delete(bench.directory);
            }
        }
    }

    private boolean measure() throws IOException {
        ServingInput small = input("small", Math.max(10_000, options.links() / 10));
        Path smallStore = build("small", small, false);
        if (stop.getAsBoolean()) {
            return false;
        }
        latency("a tenth of the links, 1 node", "tenth_", smallStore, small, 1);
        ServingInput input = input("all", options.links());
        Path store = build("all", input, true);
        if (stop.getAsBoolean()) {
            return false;
        }
        latency("all links, 1 node", "one_", store, input, 1);
        if (stop.getAsBoolean()) {
            return false;
        }
        ring(store, input);
        if (stop.getAsBoolean()) {
            return false;
        }
        rival(store, input);
        return true;
    }

    private ServingInput input(String name, long links) throws IOException {
        progress.accept("writing %d links".formatted(links));
        return ServingInput.write(directory.resolve("input-" + name), links);
    }

    private LoadOptions load() {
        return LoadOptions.defaults()
                .withMemory(options.memoryBytes(), options.memoryBytes() / 2)
                .withThreads(THREADS);
    }

    /** Builds the first version of a store. */
    private Path build(String name, ServingInput input, boolean isShown) throws IOException {
        progress.accept("building a version of %d links".formatted(input.links()));
        Path store = directory.resolve("store-" + name);
        long begin = nanoTime.getAsLong();
        Storage storage = DirectoryStorage.create(store);
        version(storage, input.all(), true);
        Versions.publish(storage, OptionalInt.empty(), System.currentTimeMillis());
        double seconds = (nanoTime.getAsLong() - begin) / 1e9;
        if (isShown) {
            long bytes = bytes(storage);
            facts.add("build_seconds", "build of a version", seconds, Unit.SECONDS)
                    .add(
                            "build_links_per_second",
                            "links built a second",
                            Math.round(input.links() / seconds),
                            Unit.COUNT)
                    .add("version_bytes", "size of a version", bytes, Unit.BYTES_TO_TENTH);
        }
        return store;
    }

    private void version(Storage storage, Path file, boolean isFresh) throws IOException {
        Source source = Source.open(List.of(file.toString()), null);
        VersionLoad.run(
                storage,
                source,
                load(),
                isFresh,
                System::currentTimeMillis,
                draft ->
                        Load.run(
                                Job.of(
                                        draft,
                                        load(),
                                        new LoadProgress(),
                                        LoadEvents.NONE,
                                        new Demand()),
                                source));
    }

    private static long bytes(Storage storage) throws IOException {
        int newest =
                Versions.list(storage).stream().mapToInt(each -> each.number()).max().orElse(0);
        return ManifestFile.read(storage, VersionFiles.version(newest))
                .orElseThrow()
                .files()
                .stream()
                .mapToLong(file -> file.lengthBytes())
                .sum();
    }

    private static int read(GraphReader reader, long id) throws IOException {
        LinkQuery query =
                new LinkQuery(
                        id, ServingInput.LINK_TYPE, Long.MIN_VALUE, Long.MAX_VALUE, 0, LIST_MAX);
        return reader.linkList(query).value().size();
    }

    private Reads read(GraphReader reader, ServingInput input) throws IOException {
        return Reads.of(id -> read(reader, id), input.ids(), options.seconds(), nanoTime);
    }

    /** Lists over the network, one after the other, after as many that are not counted. */
    private void latency(String what, String name, Path store, ServingInput input, int nodes)
            throws IOException {
        progress.accept("reading: " + what);
        Path folder = directory.resolve("ring-" + name);
        try (ServedRing ring = ServedRing.start(store, folder, nodes, nanoTime)) {
            ring.push();
            try (ServedRing.Client client = ring.client()) {
                read(client.graph(), input);
                add(name, "lists, " + what, read(client.graph(), input));
            }
        }
        WorkFolder.delete(folder);
    }

    private void add(String name, String title, Reads reads) {
        facts.add(name + "p50_micros", title + ": p50 µs", reads.micros(50), Unit.PLAIN)
                .add(name + "p99_micros", title + ": p99 µs", reads.micros(99), Unit.PLAIN)
                .add(
                        name + "per_second",
                        title + ": a second",
                        Math.round(reads.perSecond()),
                        Unit.COUNT,
                        "one thread");
    }

    /** The largest ring: fetches, a delta, reads right after a swap and later, many swaps. */
    private void ring(Path store, ServingInput input) throws IOException {
        progress.accept("a ring of %d nodes".formatted(options.nodes()));
        Path folder = directory.resolve("ring");
        try (ServedRing ring = ServedRing.start(store, folder, options.nodes(), nanoTime)) {
            double pushed = ring.push();
            long fetched = ring.fetchedBytes();
            facts.add(
                            "push_seconds",
                            "push to %d nodes".formatted(options.nodes()),
                            pushed,
                            Unit.SECONDS)
                    .add(
                            "fetch_bytes_per_second",
                            "fetched and verified, all nodes",
                            fetched / pushed,
                            Unit.BYTES_A_SECOND);
            try (ServedRing.Client client = ring.client()) {
                read(client.graph(), input);
                Reads before = read(client.graph(), input);
                version(DirectoryStorage.open(store), input.changed(), false);
                double delta = ring.push();
                facts.add(
                                "delta_push_seconds",
                                "push of a version that differs in 1 %",
                                delta,
                                Unit.SECONDS)
                        .add(
                                "delta_percent",
                                "bytes of it that moved, in %",
                                100.0 * (ring.fetchedBytes() - fetched) / fetched,
                                Unit.PLAIN);
                Reads after = read(client.graph(), input);
                Reads steady = read(client.graph(), input);
                add("ring_", "lists, %d nodes".formatted(options.nodes()), steady);
                facts.add(
                                "after_p99_micros",
                                "p99 µs in the first %.0f s after a swap"
                                        .formatted(options.seconds()),
                                after.micros(99),
                                Unit.PLAIN)
                        .add("before_p99_micros", "p99 µs before it", before.micros(99), Unit.PLAIN)
                        .add(
                                "after_ratio",
                                "after a swap ÷ steady",
                                after.micros(99) / steady.micros(99),
                                Unit.PLAIN);
                swaps(ring, client.graph(), input);
            }
        }
        WorkFolder.delete(folder);
    }

    /** The two versions change places while one thread reads. */
    private void swaps(ServedRing ring, GraphReader reader, ServingInput input) throws IOException {
        progress.accept("%d swaps".formatted(options.swaps()));
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<Reads> reading =
                    thread.submit(
                            () ->
                                    Reads.of(
                                            id -> read(reader, id),
                                            input.ids(),
                                            () -> isOver.get(),
                                            nanoTime));
            int done = 0;
            try {
                for (; done < options.swaps() && !stop.getAsBoolean(); done++) {
                    ring.swap();
                }
            } finally {
                isOver.set(true);
            }
            Reads during = reading.get();
            long[] nanos = ring.swapNanos();
            Arrays.sort(nanos);
            facts.add("swaps", "swaps", done, Unit.COUNT, "on each node")
                    .add(
                            "swap_p50_micros",
                            "a swap on a node: p50 µs",
                            percentile(nanos, 50),
                            Unit.PLAIN)
                    .add(
                            "swap_p99_micros",
                            "a swap on a node: p99 µs",
                            percentile(nanos, 99),
                            Unit.PLAIN)
                    .add(
                            "swap_max_micros",
                            "a swap on a node: longest, µs",
                            percentile(nanos, 100),
                            Unit.PLAIN)
                    .add(
                            "during_p99_micros",
                            "lists while versions swap: p99 µs",
                            during.micros(99),
                            Unit.PLAIN)
                    .add(
                            "during_max_millis",
                            "lists while versions swap: longest, ms",
                            during.maxMillis(),
                            Unit.PLAIN)
                    .add(
                            "during_reads",
                            "reads while versions swap",
                            during.count(),
                            Unit.COUNT,
                            "none failed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "the measurement was interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException("a read failed while versions swapped", e.getCause());
        }
    }

    private static double percentile(long[] sorted, int percent) {
        int at = Math.min(sorted.length - 1, sorted.length * percent / 100);
        return sorted.length == 0 ? 0 : sorted[at] / 1e3;
    }

    /** The same lists in this process: from the files of a version, and from a RocksDB. */
    private void rival(Path store, ServingInput input) throws IOException {
        progress.accept("RocksDB");
        Path folder = directory.resolve("rocksdb");
        RivalTimes times =
                RocksRival.load(
                        new RivalJob(
                                input.all(),
                                folder,
                                THREADS,
                                options.memoryBytes(),
                                false,
                                nanoTime));
        facts.add(
                "rocksdb_build_seconds",
                "RocksDB: build of the same links",
                times.totalNanos() / 1e9,
                Unit.SECONDS);
        Storage storage = DirectoryStorage.open(store);
        try (RocksRival rival = RocksRival.open(folder, options.memoryBytes() / 2);
                RivalCursor cursor = rival.cursor();
                PinnedReader reader =
                        PinnedReader.open(
                                storage,
                                ManifestFile.read(storage, VersionFiles.version(1))
                                        .orElseThrow())) {
            long differing = 0;
            for (long id = 0; id < Math.min(input.ids(), 10_000); id++) {
                int theirs = cursor.list(id, ServingInput.LINK_TYPE, LIST_MAX);
                differing += theirs == read(reader, id) ? 0 : 1;
            }
            read(reader, input);
            Reads ours = read(reader, input);
            Reads.Reader lists = id -> cursor.list(id, ServingInput.LINK_TYPE, LIST_MAX);
            Reads.of(lists, input.ids(), options.seconds(), nanoTime);
            Reads theirs = Reads.of(lists, input.ids(), options.seconds(), nanoTime);
            add("local_", "lists in this process, a version", ours);
            add("rocksdb_", "lists in this process, RocksDB", theirs);
            facts.add("differing", "lists that differ between the two", differing, Unit.COUNT);
        }
        WorkFolder.delete(folder);
    }
}
