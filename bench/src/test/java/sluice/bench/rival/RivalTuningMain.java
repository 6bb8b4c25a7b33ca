package sluice.bench.rival;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Loads a file and measures list scans and gets, to try settings: FORMAT INPUT DIRECTORY PAIR MEMORY_MIB THREADS. */
final class RivalTuningMain {
    private static final int SAMPLE = 200_000;

    private RivalTuningMain() {}

    public static void main(String[] arguments) throws IOException {
        RivalFormat format = RivalFormat.valueOf(arguments[0]);
        Path input = Path.of(arguments[1]);
        Path directory = Path.of(arguments[2]);
        boolean pair = Boolean.parseBoolean(arguments[3]);
        long memoryBytes = Long.parseLong(arguments[4]) << 20;
        int threads = Integer.parseInt(arguments[5]);
        RivalTuning tuning = RivalTuning.BEST;
        if (!Files.exists(directory)) {
            RivalTimes times = RocksRival.load(input, directory, 2, memoryBytes, pair, format, System::nanoTime, tuning);
            System.out.printf("%s%n total %d ms: sample %d parse %d build %d ingest %d%n", times,
                    times.totalNanos() / 1_000_000, times.sampleNanos() / 1_000_000, times.parseNanos() / 1_000_000,
                    times.buildNanos() / 1_000_000, times.ingestNanos() / 1_000_000);
        }
        if (threads == 0) {
            return;
        }
        long[] keys = sample(input, format);
        try (RocksRival rival = RocksRival.open(directory, 2L << 30, tuning)) {
            for (int round = 0; round < 4; round++) {
                AtomicLong next = new AtomicLong();
                AtomicLong links = new AtomicLong();
                long start = System.nanoTime();
                Workers.run("scan", threads, (_, _) -> {
                    try (RivalCursor cursor = rival.cursor()) {
                        long found = 0;
                        for (int i = (int) next.getAndIncrement(); i < SAMPLE; i = (int) next.getAndIncrement()) {
                            found += cursor.list(keys[3 * i], keys[3 * i + 1], 50);
                        }
                        links.addAndGet(found);
                    }
                });
                double seconds = (System.nanoTime() - start) / 1e9;
                System.out.printf("lists/s %.0f, links/list %.1f%n", SAMPLE / seconds, (double) links.get() / SAMPLE);
            }
            for (int round = 0; round < 3 && (pair || format == RivalFormat.EDGES); round++) {
                AtomicLong next = new AtomicLong();
                AtomicLong links = new AtomicLong();
                long start = System.nanoTime();
                Workers.run("get", threads, (_, _) -> {
                    try (RivalCursor cursor = rival.cursor()) {
                        long found = 0;
                        for (int i = (int) next.getAndIncrement(); i < SAMPLE; i = (int) next.getAndIncrement()) {
                            found += cursor.get(keys[3 * i], keys[3 * i + 1], keys[3 * i + 2]) ? 1 : 0;
                        }
                        links.addAndGet(found);
                    }
                });
                double seconds = (System.nanoTime() - start) / 1e9;
                System.out.printf("gets/s %.0f, found %d of %d%n", SAMPLE / seconds, links.get(), SAMPLE);
            }
        }
    }

    private static long[] sample(Path input, RivalFormat format) throws IOException {
        long[] keys = new long[3 * SAMPLE];
        Random random = new Random(1);
        try (var file = new java.io.RandomAccessFile(input.toFile(), "r")) {
            byte[] bytes = new byte[512];
            for (int i = 0; i < SAMPLE; i++) {
                file.seek(random.nextLong(file.length() - 600));
                file.readFully(bytes);
                int at = 0;
                while (bytes[at++] != '\n') {}
                String[] fields = new String(bytes, at, 200, java.nio.charset.StandardCharsets.ISO_8859_1)
                        .split("[\t \n]");
                keys[3 * i] = Long.parseLong(fields[0]);
                keys[3 * i + 1] = format == RivalFormat.EDGES ? 0 : Long.parseLong(fields[1]);
                keys[3 * i + 2] = Long.parseLong(fields[format == RivalFormat.EDGES ? 1 : 2]);
            }
        }
        return keys;
    }
}
