package sluice.experiments.rival;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import sluice.experiments.LinkSample;

/**
 * Loads a file, if the directory does not exist yet, and measures lists and gets, to try settings.
 * Beside the time it prints processor time, which tells settings apart on a machine that others use
 * too. Arguments: input, directory, pair, MiB of memory, reading threads. Settings are system
 * properties by their names.
 */
final class RivalTuningMain {
    private static final int SAMPLE = 200_000;
    private static final int ROUNDS = 4;

    private interface Read {
        long at(RivalCursor cursor, int index) throws IOException;
    }

    private RivalTuningMain() {}

    public static void main(String[] arguments) throws IOException {
        Path input = Path.of(arguments[0]);
        Path directory = Path.of(arguments[1]);
        boolean pair = Boolean.parseBoolean(arguments[2]);
        long memoryBytes = Long.parseLong(arguments[3]) << 20;
        int threads = Integer.parseInt(arguments[4]);
        RivalTuning best = RivalTuning.BEST;
        RivalTuning tuning =
                new RivalTuning(
                        Integer.getInteger("blockBytes", best.blockBytes()),
                        Integer.getInteger("restartInterval", best.restartInterval()),
                        Boolean.parseBoolean(
                                System.getProperty("mmapReads", "" + best.mmapReads())),
                        Boolean.parseBoolean(
                                System.getProperty("deltaKeys", "" + best.deltaKeys())),
                        Long.getLong("pieceBytes", best.pieceBytes()),
                        Long.getLong("fileBytes", best.fileBytes()));
        if (!Files.exists(directory)) {
            long processorNanos = processorNanos();
            RivalTimes times =
                    RocksRival.load(
                            new RivalJob(input, directory, 2, memoryBytes, pair, System::nanoTime),
                            tuning);
            System.out.printf(
                    "%s%n%d ms, %d ms of processors: sample %d, parse %d, build %d, ingest %d%n",
                    times,
                    times.totalNanos() / 1_000_000,
                    (processorNanos() - processorNanos) / 1_000_000,
                    times.sampleNanos() / 1_000_000,
                    times.parseNanos() / 1_000_000,
                    times.buildNanos() / 1_000_000,
                    times.ingestNanos() / 1_000_000);
        }
        if (threads == 0) {
            return;
        }
        LinkSample sample = LinkSample.byDegree(input, SAMPLE, 1);
        try (RocksRival rival = RocksRival.open(directory, 2L << 30, tuning)) {
            measure(
                    "lists",
                    rival,
                    threads,
                    (cursor, index) -> cursor.list(sample.id1(index), sample.linkType(index), 50));
            if (pair) {
                measure(
                        "gets",
                        rival,
                        threads,
                        (cursor, index) ->
                                cursor.get(
                                                sample.id1(index),
                                                sample.linkType(index),
                                                sample.id2(index))
                                        ? 1
                                        : 0);
            }
        }
    }

    private static void measure(String name, RocksRival rival, int threads, Read read)
            throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            AtomicInteger next = new AtomicInteger();
            AtomicLong links = new AtomicLong();
            long processorNanos = processorNanos();
            long start = System.nanoTime();
            RivalThreads.run(
                    name,
                    threads,
                    (_, _) -> {
                        try (RivalCursor cursor = rival.cursor()) {
                            long found = 0;
                            for (int i = next.getAndIncrement();
                                    i < SAMPLE;
                                    i = next.getAndIncrement()) {
                                found += read.at(cursor, i);
                            }
                            links.addAndGet(found);
                        }
                    });
            double seconds = (System.nanoTime() - start) / 1e9;
            double processorSeconds = (processorNanos() - processorNanos) / 1e9;
            System.out.printf(
                    "%.0f %s/s, %.0f a processor second, %.1f links each%n",
                    SAMPLE / seconds,
                    name,
                    SAMPLE / processorSeconds,
                    (double) links.get() / SAMPLE);
        }
    }

    private static long processorNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
