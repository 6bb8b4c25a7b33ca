package sluice.coordinator.decision;

/** The ids {@code first} to {@code last}, both included, whose buckets are built first. */
public record PinnedRange(long first, long last) {}
