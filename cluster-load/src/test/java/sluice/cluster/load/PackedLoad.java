package sluice.cluster.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.cluster.load.plan.SourceRecipe;
import sluice.load.LoadResult;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;
import sluice.storage.publish.SyncedFiles;
import sluice.store.packed.RunPacking;
import sluice.store.shared.CacheSettings;
import sluice.store.shared.SharedStorage;

/**
 * Loads the same links into a store behind a line of some bytes in a second, with and without
 * packed runs, in turns, and prints what each took: docs/scale.md, "Packed runs".
 *
 * <pre>
 * java … sluice.cluster.load.PackedLoad write links.tsv 3000000
 * java … sluice.cluster.load.PackedLoad load FOLDER links.tsv TURNS MB_PER_SECOND…
 * </pre>
 */
final class PackedLoad {
    private static final PrintStream OUT = System.out;
    private static final long MEGABYTE = 1_000_000;
    private static final int THREADS = 2;

    private PackedLoad() {}

    private record Took(
            double uptime, double all, double processor, long runBytes, long written, long read) {}

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        if (arguments[0].equals("write")) {
            write(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            return;
        }
        Path folder = Path.of(arguments[1]);
        String source = Path.of(arguments[2]).toAbsolutePath().toString();
        int turns = Integer.parseInt(arguments[3]);
        // Compiles what both kinds have in common.
        load(folder, source, RunPacking.ZSTD, 0);
        OUT.println(
                "line MB/s | runs | to uptime, s | in all, s | processor, s | MB of runs | MB written | MB read");
        for (int i = 4; i < arguments.length; i++) {
            for (int turn = 0; turn < turns; turn++) {
                for (RunPacking packing : RunPacking.values()) {
                    long rate = Long.parseLong(arguments[i]);
                    Took took = load(folder, source, packing, rate * MEGABYTE);
                    OUT.printf(
                            "%s | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f%n",
                            rate == 0 ? "no limit" : rate + "",
                            packing,
                            took.uptime,
                            took.all,
                            took.processor,
                            took.runBytes / (double) MEGABYTE,
                            took.written / (double) MEGABYTE,
                            took.read / (double) MEGABYTE);
                }
            }
        }
    }

    /** Links of few sources, each with a JSON object of about 50 bytes. */
    private static void write(Path file, int links) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id1\tid2\ttime\tdata\n");
            for (int i = 0; i < links; i++) {
                out.write(
                        "%d\t%d\t%d\t{\"weight\":%d,\"source\":\"web\",\"seen\":%d,\"ok\":%b}\n"
                                .formatted(
                                        random.nextInt(1 + links / 10),
                                        random.nextInt(1 + links / 10),
                                        1_700_000_000L + i,
                                        random.nextInt(1000),
                                        random.nextInt(1_000_000),
                                        random.nextInt(5) > 0));
            }
        }
    }

    private static Took load(Path folder, String source, RunPacking packing, long bytesPerSecond)
            throws IOException {
        delete(folder);
        SlowFiles far =
                new SlowFiles(
                        SyncedFiles.over(DirectoryStorage.create(folder.resolve("store")), "p"),
                        bytesPerSecond);
        double processor = processorSeconds();
        long begin = System.nanoTime();
        double[] uptime = new double[1];
        long[] runBytes = new long[1];
        LoadEvents events =
                new LoadEvents() {
                    @Override
                    public void uptime() {
                        uptime[0] = seconds(begin);
                        runBytes[0] = runBytes(folder.resolve("store"));
                    }
                };
        try (SharedStorage storage =
                SharedStorage.open(
                        new AddressedFiles(far),
                        far,
                        () -> DirectoryStorage.create(folder.resolve("cache")),
                        new CacheSettings(10L << 30, 64 << 20),
                        System::nanoTime)) {
            LoadOptions options = LoadOptions.defaults().withThreads(THREADS);
            LoadResult result =
                    ClusterLoad.run(
                            StorePlace.shared(storage, far),
                            SourceRecipe.of(List.of(source)),
                            new ThreadEngine(THREADS, "process-1"),
                            new ClusterSettings(
                                            options.withMemory(1L << 30, 512L << 20),
                                            0,
                                            new DriverName(
                                                    UUID.randomUUID(),
                                                    "host",
                                                    System::currentTimeMillis),
                                            new LoadProgress(),
                                            events)
                                    .withPacking(packing));
            if (result.rowsRead() == 0) {
                throw new IllegalStateException("no rows in " + source);
            }
        }
        return new Took(
                uptime[0],
                seconds(begin),
                processorSeconds() - processor,
                runBytes[0],
                far.written.get(),
                far.read.get());
    }

    private static double processorSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static long runBytes(Path store) {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(file -> file.getFileName().toString().startsWith("run-"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
