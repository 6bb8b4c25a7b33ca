package sluice.model;

/**
 * What a read does while its answer cannot be complete, and how long it may wait for that.
 *
 * @param waitNanosMax from the moment on which the read begins; not looked at unless it waits
 */
public record Patience(WhenPartial whenPartial, long waitNanosMax) {

    /** Answers at once with what there is, marked as partial. */
    public static final Patience NONE = new Patience(WhenPartial.ANSWER, 0);

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
