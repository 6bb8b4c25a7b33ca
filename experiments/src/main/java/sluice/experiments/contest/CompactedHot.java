package sluice.experiments.contest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import sluice.hot.rocksdb.Durability;
import sluice.hot.rocksdb.HotOptions;
import sluice.hot.rocksdb.RocksHotStore;
import sluice.linkbench.run.BenchClock;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * Measures a hot store whose files RocksDB has merged into large ones: the bytes that a look-up
 * reads, look-ups and writes a second, and writes a second with more memory. It is the store alone,
 * without server and cold store, with as many writing threads as a server has.
 */
final class CompactedHot {
    private static final long BYTES_MAX = 200L << 20;
    private static final long BYTES_PER_ID = 200;
    private static final int LINKS = 40;
    private static final int DATA_BYTES = 100;

    /** About what a list takes: each link is there twice. */
    private static final long LIST_BYTES = 2 * LINKS * (DATA_BYTES + 30);

    private static final long TYPE = 7;
    private static final int WRITERS = 16;

    /** Shares no factor with the lists: each file of new rows has some of all parts. */
    private static final long SPREAD = 1_000_003;

    private static final long LISTS_MAX = 1L << 20;

    /** Linux counts there what the process has read, from the page cache too. */
    private static final Path COUNTS = Path.of("/proc/self/io");

    private static final String READ = "rchar: ";
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int QUIET_TRIES = 100;

    /** To look at the count costs some bytes too. */
    private static final long QUIET_BYTES_MAX = 64 << 10;

    private final long bytes;
    private final Duration time;
    private final BenchClock clock;
    private final BooleanSupplier stop;

    /**
     * The figures.
     *
     * @param storeBytes of the compacted store
     * @param bytesRead a look-up, where the system counts them
     * @param morePerSecond writes a second with more memory
     */
    record Found(
            long storeBytes,
            OptionalDouble bytesRead,
            double lookUpsPerSecond,
            double writesPerSecond,
            double morePerSecond) {

        double writesRatio() {
            return writesPerSecond / morePerSecond;
        }

        String text() {
            return "compacted hot store of %,d MiB: %,.0f look-ups/s of %s bytes each; %,.0f writes/s, with more memory %,.0f"
                    .formatted(
                            storeBytes >> 20,
                            lookUpsPerSecond,
                            bytesRead.isEmpty()
                                    ? "unknown"
                                    : "%,.0f".formatted(bytesRead.getAsDouble()),
                            writesPerSecond,
                            morePerSecond);
        }
    }

    /** A store of 200 MiB, and of less where there are less than a million ids. */
    CompactedHot(long ids, Duration time, BenchClock clock, BooleanSupplier stop) {
        this.bytes = Math.min(BYTES_MAX, ids * BYTES_PER_ID);
        this.time = time;
        this.clock = clock;
        this.stop = stop;
    }

    /** Measures with {@code hotBytes} of memory, and writes with {@code moreBytes} too. */
    Found run(long hotBytes, long moreBytes) throws IOException {
        Path directory = Files.createTempDirectory("sluice-compacted-");
        try {
            long lists = fill(directory, hotBytes);
            long storeBytes;
            OptionalDouble bytesRead;
            double lookUps;
            double seconds = time.toNanos() / 1e9;
            double writes;
            try (RocksHotStore store = open(directory, hotBytes)) {
                awaitQuiet();
                storeBytes = store.sizeBytes();
                long before = bytesRead();
                lookUps = lookUps(store, lists);
                bytesRead =
                        before < 0
                                ? OptionalDouble.empty()
                                : OptionalDouble.of((bytesRead() - before) / lookUps);
                writes = writes(store, lists);
            }
            try (RocksHotStore store = open(directory, moreBytes)) {
                // The writes before have left files that are not merged.
                store.compact();
                awaitQuiet();
                return new Found(
                        storeBytes,
                        bytesRead,
                        lookUps / seconds,
                        writes / seconds,
                        writes(store, lists) / seconds);
            }
        } finally {
            RocksHotStore.delete(directory);
        }
    }

    private static RocksHotStore open(Path directory, long hotBytes) throws IOException {
        return RocksHotStore.open(directory, new HotOptions(hotBytes, Durability.SYNC));
    }

    /** Writes lists until the store is large enough once it is compacted; returns how many. */
    private long fill(Path directory, long hotBytes) throws IOException {
        long lists = 0;
        try (RocksHotStore store = open(directory, hotBytes)) {
            long compacted = 0;
            while (compacted < bytes && lists < LISTS_MAX && !stop.getAsBoolean()) {
                // Headers are written again and again, and take less room afterwards.
                long more = (bytes - compacted) / LIST_BYTES + 1;
                for (long end = Math.min(LISTS_MAX, lists + more); lists < end; lists++) {
                    putList(store, id1(lists));
                }
                store.awaitDurable();
                store.compact();
                compacted = store.sizeBytes();
            }
        }
        return lists;
    }

    private static void putList(RocksHotStore store, long id1) throws IOException {
        HotHeader header = HotHeader.EMPTY;
        for (long id2 = 0; id2 < LINKS; id2++) {
            HotLink row = row(store, id1, id2);
            header = header.adding(row, false, 0);
            store.putLink(null, row, header);
        }
    }

    private static long id1(long list) {
        return list * SPREAD % LISTS_MAX;
    }

    private static HotLink row(RocksHotStore store, long id1, long id2) {
        Link link = new Link(id1, TYPE, id2, Visibility.VISIBLE, 1, id2, new byte[DATA_BYTES]);
        return new HotLink(HotLink.Kind.LINK, link, store.nextSequence());
    }

    /** Asks for links, of which half are there; returns how many it asked for. */
    private double lookUps(RocksHotStore store, long lists) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        long asked = 0;
        long end = clock.nanoTime() + time.toNanos();
        while (clock.nanoTime() - end < 0 && !stop.getAsBoolean()) {
            long id2 = random.nextLong(2 * LINKS);
            boolean isThere = store.link(id1(random.nextLong(lists)), TYPE, id2) != null;
            if (isThere != id2 < LINKS) {
                throw new IllegalStateException("link to " + id2 + " is there: " + isThere);
            }
            asked++;
        }
        return Math.max(1, asked);
    }

    /** Writes over links, each thread over those of its lists; returns how many. */
    private double writes(RocksHotStore store, long lists) throws IOException {
        long end = clock.nanoTime() + time.toNanos();
        List<Future<Long>> writers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
            for (int writer = 0; writer < WRITERS; writer++) {
                SplittableRandom random = new SplittableRandom(writer);
                long first = writer;
                writers.add(threads.submit(() -> write(store, random, first, lists, end)));
            }
        }
        double sum = 0;
        for (Future<Long> writer : writers) {
            try {
                sum += writer.get();
            } catch (ExecutionException e) {
                throw new IOException("a write failed", e.getCause());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return Math.max(1, sum);
    }

    /** As a server does it: reads the row and the header of its list, writes both, and waits. */
    private long write(
            RocksHotStore store, SplittableRandom random, long first, long lists, long end)
            throws IOException {
        long written = 0;
        while (clock.nanoTime() - end < 0 && !stop.getAsBoolean() && first < lists) {
            long list = first + WRITERS * random.nextLong((lists - first - 1) / WRITERS + 1);
            long id1 = id1(list);
            long id2 = random.nextLong(LINKS);
            HotLink before = store.link(id1, TYPE, id2);
            HotLink row = row(store, id1, id2);
            if (before == null) {
                throw new IOException("link " + id1 + " to " + id2 + " is missing");
            }
            store.putLink(before, row, store.header(id1, TYPE).replacing(before, row));
            store.awaitDurable();
            written++;
        }
        return written;
    }

    /** Waits for the threads that read through a store when it was opened. */
    private void awaitQuiet() throws IOException {
        long before;
        int tries = 0;
        do {
            before = bytesRead();
            clock.waitUntil(clock.nanoTime() + QUIET_NANOS);
        } while (bytesRead() - before > QUIET_BYTES_MAX && ++tries < QUIET_TRIES);
    }

    /** The bytes that this process has read so far; -1 if the system does not count it. */
    private static long bytesRead() throws IOException {
        if (!Files.isReadable(COUNTS)) {
            return -1;
        }
        for (String line : Files.readAllLines(COUNTS)) {
            if (line.startsWith(READ)) {
                return Long.parseLong(line.substring(READ.length()));
            }
        }
        return -1;
    }
}
