package sluice.linkbench.run;

/** Time that passes only when somebody waits or says so; for one thread. */
final class FakeClock implements BenchClock {
    private long nanos = 1_000_000_000_000L;

    void advance(long byNanos) {
        nanos += byNanos;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long millis() {
        return 1_800_000_000_000L + nanos / 1_000_000;
    }

    @Override
    public void waitUntil(long until) {
        nanos = Math.max(nanos, until);
    }
}
