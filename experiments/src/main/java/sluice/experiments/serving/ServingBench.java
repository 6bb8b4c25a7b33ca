package sluice.experiments.serving;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import sluice.experiments.WorkFolder;
import sluice.experiments.rival.RivalCursor;
import sluice.experiments.rival.RivalJob;
import sluice.experiments.rival.RivalTimes;
import sluice.experiments.rival.RocksRival;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;
import sluice.report.Amounts;
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
    private static final int THREADS = 2;
    private static final int SLOW_READS_PER_SECOND = 5_000;
    private static final int SLOW_READS_MIN = 400;

    /** Large versions have few links with much data, so that they are made soon. */
    private static final int LARGE_DATA_BYTES = 400;

    /** About what a link takes in a version beside its data. */
    private static final int KEY_BYTES = 12;

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
        return run(options, around, false, ServingBench::measure);
    }

    /** Measures swaps alone, of versions of each of some sizes; at least one. */
    public static ServingReport swaps(
            ServingOptions options, List<Long> sizesBytes, Surroundings around) throws IOException {
        return run(options, around, true, bench -> bench.measureSwaps(sizesBytes));
    }

    private interface Measuring {
        /** Whether all was measured. */
        boolean of(ServingBench bench) throws IOException;
    }

    private static ServingReport run(
            ServingOptions options, Surroundings around, boolean isOfSwaps, Measuring measuring)
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
            boolean isWhole = measuring.of(bench);
            return new ServingReport(
                    options,
                    Machine.of(bench.directory),
                    around.started(),
                    bench.facts,
                    isWhole,
                    isOfSwaps);
        } finally {
            if (!options.keep()) {
                WorkFolder.delete(bench.directory);
            }
        }
    }

    private boolean measure() throws IOException {
        ServingInput small = input("small", Math.max(10_000, options.links() / 10));
        ServedVersions smallStore = build("small", small, false);
        if (stop.getAsBoolean()) {
            return false;
        }
        latency("a tenth of the links, 1 node", "tenth_", smallStore, small, 1);
        ServingInput input = input("all", options.links());
        ServedVersions store = build("all", input, true);
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
        progress.accept("a slow node");
        int reads = (int) (SLOW_READS_PER_SECOND * options.seconds());
        SlowReplica.measure(facts, Math.max(SLOW_READS_MIN, reads), nanoTime);
        if (stop.getAsBoolean()) {
            return false;
        }
        rival(store, input);
        return true;
    }

    private ServingInput input(String name, long links) throws IOException {
        progress.accept("writing %d links".formatted(links));
        return ServingInput.write(
                directory.resolve("input-" + name), links, ServingInput.DATA_BYTES);
    }

    private ServedVersions store(String name, ServingInput input) {
        return new ServedVersions(
                directory.resolve("store-" + name), input, options.memoryBytes(), THREADS);
    }

    /** Builds the first version of a store. */
    private ServedVersions build(String name, ServingInput input, boolean isShown)
            throws IOException {
        progress.accept("building a version of %d links".formatted(input.links()));
        ServedVersions store = store(name, input);
        long begin = nanoTime.getAsLong();
        store.buildFirst();
        double seconds = (nanoTime.getAsLong() - begin) / 1e9;
        if (isShown) {
            facts.add("build_seconds", "build of a version", seconds, Unit.SECONDS)
                    .add(
                            "build_links_per_second",
                            "links built a second",
                            Math.round(input.links() / seconds),
                            Unit.COUNT)
                    .add("version_bytes", "size of a version", store.bytes(), Unit.BYTES_TO_TENTH);
        }
        return store;
    }

    private Reads read(GraphReader reader, ServingInput input) throws IOException {
        return Reads.of(id -> Reads.list(reader, id), input.ids(), options.seconds(), nanoTime);
    }

    /** Lists over the network, one after the other, after as many that are not counted. */
    private void latency(
            String what, String name, ServedVersions store, ServingInput input, int nodes)
            throws IOException {
        progress.accept("reading: " + what);
        Path folder = directory.resolve("ring-" + name);
        try (ServedRing ring = ServedRing.start(store.folder(), folder, nodes, nanoTime)) {
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
    private void ring(ServedVersions store, ServingInput input) throws IOException {
        progress.accept("a ring of %d nodes".formatted(options.nodes()));
        Path folder = directory.resolve("ring");
        try (ServedRing ring =
                ServedRing.start(store.folder(), folder, options.nodes(), nanoTime)) {
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
                store.buildChanged();
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
                swaps(ring, client.graph(), input, folder).add(facts, "", "");
            }
        }
        WorkFolder.delete(folder);
    }

    /** The two versions change places while one thread reads. */
    private Swaps swaps(ServedRing ring, GraphReader reader, ServingInput input, Path folder)
            throws IOException {
        progress.accept("%d swaps".formatted(options.swaps()));
        return Swaps.of(
                ring,
                id -> Reads.list(reader, id),
                input,
                folder,
                options.swaps(),
                new Swaps.Clock(nanoTime, stop));
    }

    /** Swaps of versions of each size, and how much longer those of the last one take. */
    private boolean measureSwaps(List<Long> sizesBytes) throws IOException {
        List<Double> p99Micros = new ArrayList<>();
        for (long bytes : sizesBytes) {
            if (stop.getAsBoolean()) {
                return false;
            }
            p99Micros.add(swapsOf(bytes));
        }
        facts.add(
                "swap_p99_ratio",
                "p99 of a swap: last size ÷ first",
                p99Micros.getLast() / Math.max(0.001, p99Micros.getFirst()),
                Unit.PLAIN);
        return true;
    }

    private double swapsOf(long bytes) throws IOException {
        String size = Amounts.bytes(bytes);
        progress.accept("writing links of " + size);
        String name = bytes + "-bytes";
        Path inputs = directory.resolve("input-" + name);
        ServingInput input =
                ServingInput.write(
                        inputs,
                        Math.max(1_000, bytes / (LARGE_DATA_BYTES + KEY_BYTES)),
                        LARGE_DATA_BYTES);
        ServedVersions store = build(name, input, false);
        store.buildChanged();
        WorkFolder.delete(inputs);
        long built = store.bytes();
        Path folder = directory.resolve("ring-" + name);
        progress.accept("a ring of %d nodes".formatted(options.nodes()));
        Swaps swaps;
        try (ServedRing ring = ServedRing.start(store.folder(), folder, options.nodes(), nanoTime);
                ServedRing.Client client = ring.client()) {
            ring.push(1);
            ring.push(2);
            swaps = swaps(ring, client.graph(), input, folder);
        }
        WorkFolder.delete(folder);
        WorkFolder.delete(store.folder());
        facts.add(
                "of_%d_version_bytes".formatted(bytes),
                "size of a version",
                built,
                Unit.BYTES_TO_TENTH);
        swaps.add(facts, "of_%d_".formatted(bytes), ", " + size);
        return swaps.p99Micros();
    }

    /** The same lists in this process: from the files of a version, and from a RocksDB. */
    private void rival(ServedVersions store, ServingInput input) throws IOException {
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
        Storage storage = DirectoryStorage.open(store.folder());
        try (RocksRival rival = RocksRival.open(folder, options.memoryBytes() / 2);
                RivalCursor cursor = rival.cursor();
                PinnedReader reader =
                        PinnedReader.open(
                                storage,
                                ManifestFile.read(storage, VersionFiles.version(1))
                                        .orElseThrow())) {
            long differing = 0;
            for (long id = 0; id < Math.min(input.ids(), 10_000); id++) {
                int theirs = cursor.list(id, ServingInput.LINK_TYPE, Reads.LIST_MAX);
                differing += theirs == Reads.list(reader, id) ? 0 : 1;
            }
            read(reader, input);
            Reads ours = read(reader, input);
            Reads.Reader lists = id -> cursor.list(id, ServingInput.LINK_TYPE, Reads.LIST_MAX);
            Reads.of(lists, input.ids(), options.seconds(), nanoTime);
            Reads theirs = Reads.of(lists, input.ids(), options.seconds(), nanoTime);
            add("local_", "lists in this process, a version", ours);
            add("rocksdb_", "lists in this process, RocksDB", theirs);
            facts.add("differing", "lists that differ between the two", differing, Unit.COUNT);
        }
        WorkFolder.delete(folder);
    }
}
