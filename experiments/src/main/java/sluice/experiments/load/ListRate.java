package sluice.experiments.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import sluice.experiments.LinkSample;

/**
 * How many lists a second a store gives. Each thread goes round the sample from a place of its own
 * on, and all begin together and end after the same time; nothing is shared between them.
 */
final class ListRate {
    /** Between two looks at the clock. */
    private static final int LISTS_PER_LOOK = 64;

    private static final long START_TIMEOUT_SECONDS = 60;

    private ListRate() {}

    static double perSecond(
            Supplier<ListReader> readers,
            LinkSample sample,
            int limit,
            int threads,
            long nanos,
            LongSupplier nanoTime)
            throws IOException {
        CyclicBarrier begin = new CyclicBarrier(threads);
        List<Callable<Double>> tasks = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int from = (int) ((long) sample.count() * thread / threads);
            tasks.add(
                    () -> {
                        try (ListReader reader = readers.get()) {
                            awaitOthers(begin);
                            return ask(reader, sample, from, limit, nanos, nanoTime);
                        }
                    });
        }
        try (ExecutorService pool =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().name("lists-", 1).factory())) {
            double rate = 0;
            for (Future<Double> result : pool.invokeAll(tasks)) {
                rate += result.get();
            }
            return rate;
        } catch (ExecutionException e) {
            throw new IOException("lists could not be read: " + e.getCause(), e.getCause());
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while lists were read", interrupt);
        }
    }

    private static void awaitOthers(CyclicBarrier begin) throws IOException, InterruptedException {
        try {
            begin.await(START_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (BrokenBarrierException | TimeoutException e) {
            throw new IOException("another thread could not begin", e);
        }
    }

    /** Lists a second of one thread. */
    private static double ask(
            ListReader reader,
            LinkSample sample,
            int from,
            int limit,
            long nanos,
            LongSupplier nanoTime)
            throws IOException {
        long start = nanoTime.getAsLong();
        long asked = 0;
        long sum = 0;
        int at = from;
        while (true) {
            for (int i = 0; i < LISTS_PER_LOOK; i++) {
                sum += reader.newest(sample.id1(at), sample.linkType(at), limit);
                at = at + 1 == sample.count() ? 0 : at + 1;
            }
            asked += LISTS_PER_LOOK;
            long passed = nanoTime.getAsLong() - start;
            if (passed >= nanos) {
                // The sum is used, so that no list can be left out as useless.
                return sum == Long.MIN_VALUE ? 0 : asked * 1e9 / passed;
            }
        }
    }
}
