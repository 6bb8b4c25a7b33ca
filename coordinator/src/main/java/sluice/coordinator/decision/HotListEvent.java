package sluice.coordinator.decision;

/** Something that happened to lists. Times never run backwards from event to event. */
public sealed interface HotListEvent {
    /** When, by a clock that never runs backwards. */
    long atNanos();

    /** Readers asked so often for the list since the last event for it. */
    record Asked(long atNanos, ListKey list, long times) implements HotListEvent {}

    /** The hot store holds the list from before. */
    record Found(long atNanos, ListKey list, long bytes) implements HotListEvent {}

    /** A list that was to be copied was read and can be held: it would take so many bytes. */
    record Measured(long atNanos, ListKey list, long bytes) implements HotListEvent {}

    /** A list that was to be copied cannot be held, and is not to be tried before then. */
    record Refused(long atNanos, ListKey list, long untilNanos) implements HotListEvent {}

    /** A list is held no longer, though nobody decided so. */
    record Lost(long atNanos, ListKey list) implements HotListEvent {}

    /** Time has passed. */
    record Tick(long atNanos) implements HotListEvent {}
}
