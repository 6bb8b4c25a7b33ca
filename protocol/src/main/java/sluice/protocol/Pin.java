package sluice.protocol;

/**
 * Wishes that a range of ids is built before all others, or no longer.
 *
 * @param first the lowest id of the range, as the message has it: not compared with the last yet
 * @param last the highest, included
 */
public record Pin(long first, long last, boolean unpin) {}
