package sluice.server;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.Verb;

/**
 * Counts requests and keeps how long they took, from the moment on which their message was read. A
 * record costs some 100 ns and no lock. Safe for any number of threads.
 */
final class RequestMeter {
    private static final int VERBS = Verb.values().length;
    private static final long MICROS_MAX = TimeUnit.HOURS.toMicros(1);

    private final LongAdder[] answered = adders(VERBS);
    private final LongAdder[] failed = adders(VERBS);
    private final Latencies reads = new Latencies();
    private final Latencies writes = new Latencies();

    /** Latencies of one kind of request: those since the last look, and the sum of all. */
    static final class Latencies {
        private final Recorder recorder = new Recorder(MICROS_MAX, 2);
        private final LongAdder count = new LongAdder();
        private final LongAdder sumMicros = new LongAdder();

        private void record(long micros) {
            // 0 stands for seconds in which nothing was asked.
            recorder.recordValue(Math.clamp(micros, 1, MICROS_MAX));
            count.increment();
            sumMicros.add(micros);
        }

        /** Those since the last call of this method, which one thread calls. */
        Histogram sinceLastLook() {
            return recorder.getIntervalHistogram();
        }

        long count() {
            return count.sum();
        }

        long sumMicros() {
            return sumMicros.sum();
        }
    }

    void record(Verb verb, long nanos, Result result) {
        (result instanceof Failure ? failed : answered)[verb.ordinal()].increment();
        // A question takes as long as it asks for, which says nothing of the reads beside it.
        if (!verb.isQuestion()) {
            (verb.isWrite() ? writes : reads).record(nanos / 1000);
        }
    }

    Latencies reads() {
        return reads;
    }

    Latencies writes() {
        return writes;
    }

    long answered(Verb verb) {
        return answered[verb.ordinal()].sum();
    }

    long failed(Verb verb) {
        return failed[verb.ordinal()].sum();
    }

    long failed() {
        long sum = 0;
        for (LongAdder adder : failed) {
            sum += adder.sum();
        }
        return sum;
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int index = 0; index < count; index++) {
            adders[index] = new LongAdder();
        }
        return adders;
    }
}
