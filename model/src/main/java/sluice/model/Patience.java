package sluice.model;

/**
 * What a read does while its answer cannot be complete, how long it may wait for that, and which
 * version it is of.
 *
 * @param waitNanosMax from the moment on which the read begins; not looked at unless it waits
 * @param version that alone may answer, at the very server that is asked; 0 for the one that is
 *     served
 */
public record Patience(WhenPartial whenPartial, long waitNanosMax, int version) {

    /** Answers at once with what there is, marked as partial. */
    public static final Patience NONE = new Patience(WhenPartial.ANSWER, 0);

    /** A read of the version that is served. */
    public Patience(WhenPartial whenPartial, long waitNanosMax) {
        this(whenPartial, waitNanosMax, 0);
    }

    /** A read of {@code version}, answered at once. */
    public static Patience of(int version) {
        return new Patience(WhenPartial.ANSWER, 0, version);
    }

    /** The choices of a reader whose answer would not be complete. */
    public enum WhenPartial {
        /** Answer with what there is; {@link Answer#complete} is false. */
        ANSWER,
        /**
         * Wait until the answer is complete, at most so long; then fail with {@link
         * ErrorCode#INCOMPLETE}.
         */
        WAIT,
        /** Fail with {@link ErrorCode#INCOMPLETE}. */
        FAIL
    }
}
