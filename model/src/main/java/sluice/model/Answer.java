package sluice.model;

/**
 * What a read found, and whether that is everything: {@code complete} is false while a load still
 * copies its source, because rows of the answer may not have arrived yet.
 */
public record Answer<T>(T value, boolean complete) {}
