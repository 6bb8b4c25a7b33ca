package sluice.model;

/**
 * Which part of one link list is wanted: the visible links of {@code (id1, linkType)} whose time
 * lies from {@code minTime} to {@code maxTime}, both included, newest first, {@code offset} of them
 * left out, at most {@code limit} returned. Links of one time come in unsigned order of their id2.
 */
public record LinkQuery(
        long id1, long linkType, long minTime, long maxTime, long offset, int limit) {

    public LinkQuery {
        if (offset < 0 || limit < 0) {
            throw new IllegalArgumentException(
                    "offset and limit cannot be negative: offset=%d limit=%d"
                            .formatted(offset, limit));
        }
    }

    /** The {@code limit} newest links of a list. */
    public static LinkQuery newest(long id1, long linkType, int limit) {
        return new LinkQuery(id1, linkType, Long.MIN_VALUE, Long.MAX_VALUE, 0, limit);
    }
}
