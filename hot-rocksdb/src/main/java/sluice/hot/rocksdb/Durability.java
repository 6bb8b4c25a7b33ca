package sluice.hot.rocksdb;

/**
 * What a write outlives once it was waited for. All outlive the end of the process, also by
 * SIGKILL: the log was handed to the system then.
 */
public sealed interface Durability {
    /** The default: a write outlives power loss. Writers that wait at one time share a sync. */
    Durability SYNC = new Sync();

    /** Every write waits until the log is on disk. */
    record Sync() implements Durability {
        @Override
        public String toString() {
            return "sync";
        }
    }

    /**
     * The log is brought to disk every so many milliseconds: power loss takes the writes of about
     * that time, the last ones first.
     */
    record Async(long windowMillis) implements Durability {
        public Async {
            if (windowMillis < 1) {
                throw new IllegalArgumentException("a window of " + windowMillis + " ms");
            }
        }

        @Override
        public String toString() {
            return "async:" + windowMillis;
        }
    }
}
