package sluice.coordinator;

/**
 * What a hot store holds of lists of the cold store, whole.
 *
 * @param bytes of these lists, about
 * @param answers requests that were answered without the cold store since it was opened
 */
public record HotListCounts(long lists, long bytes, long answers) {
    /** Where no list is held. */
    public static final HotListCounts NONE = new HotListCounts(0, 0, 0);
}
