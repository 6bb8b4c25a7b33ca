package sluice.experiments.debl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How long the parts of one load took. Safe for any number of threads. */
final class Phases {
    private final LongSupplier nanoTime;
    private volatile long begun;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    Phases(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The load begins now. */
    void begin() {
        begun = nanoTime.getAsLong();
    }

    /** Seconds since the beginning of the load. */
    double now() {
        return (nanoTime.getAsLong() - begun) / 1e9;
    }

    /** Notes that a part which began at {@code from} ends now; returns now. */
    synchronized double ended(String part, double from) {
        double now = now();
        seconds.put(part, now - from);
        return now;
    }

    /** Notes how long something took. */
    synchronized void note(String part, double took) {
        seconds.put(part, took);
    }

    /** The parts that ended, in order. */
    synchronized Map<String, Double> seconds() {
        return new LinkedHashMap<>(seconds);
    }
}
