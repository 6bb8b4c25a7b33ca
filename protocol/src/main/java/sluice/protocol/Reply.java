package sluice.protocol;

/** The result of the request {@code id}. */
public record Reply(long id, Result result) {}
