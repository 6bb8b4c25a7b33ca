package sluice.linkbench.run;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import sluice.linkbench.workload.MixRequest;
import sluice.linkbench.workload.RequestKind;
import sluice.linkbench.workload.RequestStream;

/**
 * Sends the requests of one stream and measures the answers. For one thread.
 *
 * <p>In a closed loop each request follows on the answer before it. In an open one each has a time
 * at which it should be sent, whatever the answers do: it is sent then or, where the answer before
 * it came late, at once; its response time begins when it should have been sent.
 */
final class Requester {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** So often who waits for the next request looks whether it is to be stopped. */
    private static final long STOP_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** A virtual thread that never waits leaves its core to the others after so many requests. */
    private static final int REQUESTS_A_TURN = 64;

    private final int number;
    private final RunPlan plan;
    private final RequestStream stream;
    private final StoreCalls calls;
    private final BenchClock clock;
    private final Measurements measurements;
    private final BooleanSupplier stop;
    private final @Nullable RequesterSamples sampled;
    private final MixRequest request = new MixRequest();
    private final Outcome outcome = new Outcome();
    private final RunSamples samples = new RunSamples();
    private final Counts counts = new Counts();
    private long failures;
    private boolean aborted;
    private @Nullable Throwable firstFailure;

    /** How many requests should have been sent in the end and were not. */
    private double unsent;

    /**
     * @param sampled takes a sample of all latencies, where one is wanted
     */
    Requester(
            int number,
            RunPlan plan,
            RequestStream stream,
            StoreCalls calls,
            BenchClock clock,
            Measurements measurements,
            BooleanSupplier stop,
            @Nullable RequesterSamples sampled) {
        this.number = number;
        this.plan = plan;
        this.stream = stream;
        this.calls = calls;
        this.clock = clock;
        this.measurements = measurements;
        this.stop = stop;
        this.sampled = sampled;
    }

    /** Sends requests that are not counted from {@code start} on. */
    void warmUp(long start) {
        send(start, plan.warmupNanos(), Long.MAX_VALUE, false);
    }

    /** Sends requests that count from {@code start} on; returns when the last answer came. */
    long measure(long start) {
        samples.clear(0);
        if (sampled != null) {
            sampled.begin(start);
        }
        long end = send(start, plan.measuredNanos(), plan.requestsEach(), true);
        measurements.add(number, samples, samples.second);
        if (sampled != null) {
            sampled.show(end);
        }
        return end;
    }

    /** Whether too many requests failed. */
    boolean aborted() {
        return aborted;
    }

    @Nullable Throwable firstFailure() {
        return firstFailure;
    }

    Counts counts() {
        return counts;
    }

    double unsent() {
        return unsent;
    }

    private long send(long start, long nanos, long requestsMax, boolean measured) {
        double gapNanos = plan.isOpen() ? SECOND_NANOS / plan.ratePerRequester() : 0;
        double intended = 0;
        long now = start;
        for (long sent = 0; sent < requestsMax && !aborted; sent++) {
            if (now - start >= nanos || stop.getAsBoolean()) {
                unsent = plan.isOpen() ? Math.max(0, (now - start - intended) / gapNanos) : 0;
                break;
            }
            if (plan.isOpen()) {
                intended += gapNanos * stream.nextGap();
                if (intended >= nanos) {
                    break;
                }
            }
            stream.next(request);
            if (plan.virtualThreads() && sent % REQUESTS_A_TURN == 0) {
                leaveCore();
            }
            if (plan.isOpen() && !awaited(start + (long) intended)) {
                now = clock.nanoTime();
                break;
            }
            long begun = clock.nanoTime();
            boolean answered = attempt(measured);
            now = clock.nanoTime();
            if (measured) {
                long response = plan.isOpen() ? now - start - (long) intended : now - begun;
                // An answer after the end belongs to the last second.
                long second = Math.min(now - start, nanos - 1) / SECOND_NANOS;
                record(second, answered, response, now - begun);
                if (sampled != null) {
                    sampled.add(request.operation, now - begun, answered, outcome.rows, now);
                }
            }
        }
        return now;
    }

    /** Waits until then; false where it is stopped before. */
    private boolean awaited(long nanos) {
        long left = nanos - clock.nanoTime();
        while (left > STOP_LOOK_NANOS) {
            clock.waitUntil(nanos - left + STOP_LOOK_NANOS);
            if (stop.getAsBoolean()) {
                return false;
            }
            left = nanos - clock.nanoTime();
        }
        clock.waitUntil(nanos);
        return true;
    }

    /** For fairness only: virtual threads are not taken off their core by a clock. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void leaveCore() {
        Thread.yield();
    }

    private boolean attempt(boolean measured) {
        try {
            calls.call(request, outcome);
        } catch (IOException | RuntimeException failure) {
            failed(failure, measured);
            return false;
        }
        if (request.operation == RequestKind.GET_LINKS_LIST) {
            stream.listed(request, outcome.rows, outcome.oldestTime);
        }
        if (measured) {
            counts.answered(request, outcome);
        }
        return true;
    }

    private void failed(Exception failure, boolean measured) {
        if (firstFailure == null) {
            firstFailure = failure;
        }
        failures++;
        aborted = plan.failuresMax() >= 0 && failures > plan.failuresMax();
        if (measured) {
            counts.failed(request);
        }
    }

    private void record(long second, boolean answered, long response, long service) {
        if (second != samples.second || samples.isFull()) {
            measurements.add(number, samples, second);
            samples.clear(second);
        }
        if (answered) {
            samples.add(request.operation.ordinal(), response, service);
        } else {
            samples.errors++;
        }
    }
}
