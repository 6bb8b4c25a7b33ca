package sluice.coordinator.decision;

/** What is to be done about a list. */
public sealed interface HotListAction {
    ListKey list();

    /** Read it from the cold store, and say {@code Measured} or {@code Refused}. */
    record Copy(ListKey list) implements HotListAction {}

    /** Hold what was measured; what is dropped with the same answer goes first. */
    record Hold(ListKey list) implements HotListAction {}

    /** Hold it no longer. */
    record Drop(ListKey list) implements HotListAction {}
}
