package sluice.coordinator.decision;

/** Something to be done because of an event. */
public sealed interface Action {

    /** Answer {@code query} now. It is complete unless it chose to be answered partially. */
    record Answer(long query, boolean complete) implements Action {}

    /** End {@code query} without an answer. */
    record Refuse(long query, Reason reason) implements Action {}

    /** Ask {@code query} once more: the buckets are others now. Its deadline stays. */
    record AskAgain(long query) implements Action {}

    /** Have {@code builder} build {@code bucket}. */
    record Build(int builder, int bucket) implements Action {}

    /**
     * Have {@code builder} do nothing for so long, then say that it is idle. With 0 it says
     * nothing: there is nothing to build, and it is given the next bucket unasked.
     */
    record Rest(int builder, long nanos) implements Action {}

    /** Take the hot store's rows over into segments. */
    record Absorb() implements Action {}

    /** Why a query ends without an answer. */
    enum Reason {
        /** It asked for a complete answer or none. */
        NOT_COMPLETE,
        /** It waited until its deadline. */
        DEADLINE
    }
}
