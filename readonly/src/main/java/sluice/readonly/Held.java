package sluice.readonly;

/**
 * A record as it was read.
 *
 * @param revision what a compare-and-set must name; 0 if there is no record yet
 */
public record Held<T>(long revision, T value) {}
