package sluice.load.job;

import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Schema;

/**
 * How a load works.
 *
 * @param memoryBytes of the whole process, heap and all; at least 256 MiB
 * @param heapBytes the part of it that the Java heap may take
 * @param threads that parse, sort and merge; 1 to 1024
 * @param chunkBytes of (unpacked) input staged as one; 0 chooses by memory and input
 * @param bucketBytes of input that a bucket should hold; 0 chooses by the input
 * @param onError what becomes of a row that cannot be read
 * @param maxRejects how many such rows are borne before the load stops
 * @param dangling what becomes of a link whose ends no node row declares
 * @param schema what it declares of predicates, beside what the store declares already
 * @param onConflict whether a load may end with nodes that have several links of a predicate which
 *     the schema declares with one
 * @param onDuplicate whether it may end with values that several nodes have, of a predicate which
 *     the schema declares as unique
 */
public record LoadOptions(
        long memoryBytes,
        long heapBytes,
        int threads,
        long chunkBytes,
        long bucketBytes,
        OnError onError,
        RejectBudget maxRejects,
        Dangling dangling,
        Schema schema,
        OnConflict onConflict,
        OnConflict onDuplicate) {
    public static final long MEMORY_BYTES_MIN = 256L << 20;

    /** What becomes of a row that cannot be read. */
    public enum OnError {
        /** The load stops. */
        FAIL,
        /** It is counted and left out. */
        SKIP,
        /** It goes to the reject ledger, from which it can be loaded once it was fixed. */
        DIVERT
    }

    /** What becomes of a link one of whose ends no node row declares. */
    public enum Dangling {
        ACCEPT,
        /** It is loaded and counted. */
        REPORT,
        /** It is treated as a row that cannot be read. */
        REJECT
    }

    /** The rule for rows that the schema does not expect and that are whole all the same. */
    public enum OnConflict {
        /** They are all kept, and counted. */
        REPORT,
        /** The load ends with an error before it is complete. */
        FAIL
    }

    /** How many rows may be rejected: so many, and so many in a hundred of those read. */
    public record RejectBudget(long rows, double percent) {
        public static final RejectBudget UNLIMITED = new RejectBudget(Long.MAX_VALUE, 100);

        public RejectBudget {
            if (rows < 0 || !(percent >= 0 && percent <= 100)) {
                throw new IllegalArgumentException(
                        "a budget of %d rows and %s percent".formatted(rows, percent));
            }
        }

        /** Written out: what Java puts together by itself for a record costs time at the start. */
        @Override
        public String toString() {
            return rows + " rows and " + percent + " percent";
        }

        /** Whether {@code rejected} rows of {@code all} are within it. */
        public boolean allows(long rejected, long all) {
            return rejected <= rows && 100.0 * rejected / Math.max(1, all) <= percent;
        }

        /** Reads a number of rows ({@code 100}) or a share of them ({@code 0.5%}). */
        public static RejectBudget parse(String text) {
            try {
                if (text.endsWith("%")) {
                    String percent = text.substring(0, text.length() - 1).strip();
                    if (!percent.matches("[0-9]*[.]?[0-9]*")) {
                        // Java reads 5f, 0x1p3 and 1e1 too.
                        throw new IllegalArgumentException(percent);
                    }
                    return new RejectBudget(Long.MAX_VALUE, Double.parseDouble(percent));
                }
                return new RejectBudget(Long.parseLong(text), 100);
            } catch (IllegalArgumentException e) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "\"%s\" is not a number of rows; give one such as 100, or a share from 0%% to 100%% such as 0.5%%"
                                .formatted(text),
                        e);
            }
        }
    }

    public LoadOptions {
        if (memoryBytes < MEMORY_BYTES_MIN) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--memory of %d MiB is too little; give at least %d MiB"
                            .formatted(memoryBytes >> 20, MEMORY_BYTES_MIN >> 20));
        }
        if (threads < 1 || threads > 1024) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "--threads must be from 1 to 1024, not " + threads);
        }
        if (chunkBytes < 0 || bucketBytes < 0) {
            throw new SluiceException(ErrorCode.CONFIG, "sizes cannot be negative");
        }
    }

    /** What is usual, in the memory that this process was given. */
    public static LoadOptions defaults() {
        long heap = Runtime.getRuntime().maxMemory();
        long memory = Long.getLong("sluice.memory.bytes", Math.max(2 * heap, 512L << 20));
        return new LoadOptions(
                Math.max(memory, MEMORY_BYTES_MIN),
                heap,
                Runtime.getRuntime().availableProcessors(),
                0,
                0,
                OnError.FAIL,
                RejectBudget.UNLIMITED,
                Dangling.ACCEPT,
                Schema.EMPTY,
                OnConflict.REPORT,
                OnConflict.REPORT);
    }

    public LoadOptions withThreads(int newThreads) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                newThreads,
                chunkBytes,
                bucketBytes,
                onError,
                maxRejects,
                dangling,
                schema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withChunkBytes(long newChunkBytes) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                threads,
                newChunkBytes,
                bucketBytes,
                onError,
                maxRejects,
                dangling,
                schema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withBucketBytes(long newBucketBytes) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                threads,
                chunkBytes,
                newBucketBytes,
                onError,
                maxRejects,
                dangling,
                schema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withMemory(long newMemoryBytes, long newHeapBytes) {
        return new LoadOptions(
                newMemoryBytes,
                newHeapBytes,
                threads,
                chunkBytes,
                bucketBytes,
                onError,
                maxRejects,
                dangling,
                schema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withRejects(OnError newOnError, RejectBudget newMaxRejects) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                threads,
                chunkBytes,
                bucketBytes,
                newOnError,
                newMaxRejects,
                dangling,
                schema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withDangling(Dangling newDangling) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                threads,
                chunkBytes,
                bucketBytes,
                onError,
                maxRejects,
                newDangling,
                schema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withSchema(Schema newSchema) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                threads,
                chunkBytes,
                bucketBytes,
                onError,
                maxRejects,
                dangling,
                newSchema,
                onConflict,
                onDuplicate);
    }

    public LoadOptions withConflicts(OnConflict newOnConflict, OnConflict newOnDuplicate) {
        return new LoadOptions(
                memoryBytes,
                heapBytes,
                threads,
                chunkBytes,
                bucketBytes,
                onError,
                maxRejects,
                dangling,
                schema,
                newOnConflict,
                newOnDuplicate);
    }
}
