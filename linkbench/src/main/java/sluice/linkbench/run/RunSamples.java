package sluice.linkbench.run;

/** The latencies that one requester has measured within one second and not handed over yet. */
final class RunSamples {
    private static final int CAPACITY = 1024;

    final byte[] operations = new byte[CAPACITY];

    /** From when each request should have been sent. */
    final long[] responseNanos = new long[CAPACITY];

    /** From when it was sent. */
    final long[] serviceNanos = new long[CAPACITY];

    int count;

    /** Counted from the beginning of the measured phase. */
    long second;

    /** Requests that failed within that second. */
    long errors;

    boolean isFull() {
        return count == CAPACITY;
    }

    void add(int operation, long response, long service) {
        operations[count] = (byte) operation;
        responseNanos[count] = response;
        serviceNanos[count] = service;
        count++;
    }

    void clear(long newSecond) {
        count = 0;
        errors = 0;
        second = newSecond;
    }
}
