package sluice.store.scan;

import java.io.Serializable;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.segment.KeyRange;

/**
 * The rows of a scan that its reader wants. Numbers are compared as signed ones, also ids. For
 * nodes {@code id1} is the id and {@code id2} is 0.
 *
 * @param flags of a row: 0, or {@link RowSink#HIDDEN}
 * @param data whether the data of rows is wanted too
 */
public record RowWish(
        LongRanges id1,
        LongRanges type,
        LongRanges id2,
        LongRanges time,
        LongRanges version,
        LongRanges flags,
        boolean data)
        implements Serializable {
    private static final LongRanges PROPERTIES =
            LongRanges.of(PropertyTypes.FIRST, PropertyTypes.LAST);

    /** Every row, whole. */
    public static final RowWish ALL = of(LongRanges.ALL, LongRanges.ALL);

    /** The links, without properties. */
    public static final RowWish LINKS = of(LongRanges.ALL, PROPERTIES.not());

    /** The properties alone. */
    public static final RowWish PROPERTIES_ALONE = of(LongRanges.ALL, PROPERTIES);

    /** The rows with these id1s and types, whole. */
    public static RowWish of(LongRanges id1, LongRanges type) {
        return new RowWish(
                id1, type, LongRanges.ALL, LongRanges.ALL, LongRanges.ALL, LongRanges.ALL, true);
    }

    /** The same rows with or without their data. */
    public RowWish withData(boolean newData) {
        return new RowWish(id1, type, id2, time, version, flags, newData);
    }

    /** Whether no row can be wanted. */
    public boolean isEmpty() {
        return id1.isEmpty()
                || type.isEmpty()
                || id2.isEmpty()
                || time.isEmpty()
                || version.isEmpty()
                || flags.isEmpty();
    }

    /** The first id1 in {@code range} of which a row may be wanted; some id1 must be wanted. */
    long firstId1(KeyRange range) {
        long lowest = id1.unsigned()[0][0];
        return Long.compareUnsigned(lowest, range.firstId1()) > 0 ? lowest : range.firstId1();
    }

    /** The highest id1 that is wanted, in unsigned order; there must be one. */
    long highestId1() {
        long[][] ranges = id1.unsigned();
        return ranges[ranges.length - 1][1];
    }

    /** Whether all rows are wanted, with or without their data. */
    boolean wantsAll() {
        return id1.isAll() && type.isAll() && wantsWholeLists();
    }

    /** Whether a row is wanted whose numbers of its list are. */
    boolean hasRow(long rowId2, long rowTime, long rowVersion, int rowFlags) {
        return id2.has(rowId2)
                && time.has(rowTime)
                && version.has(rowVersion)
                && flags.has(rowFlags);
    }

    /** Whether every row of a wanted list is wanted. */
    private boolean wantsWholeLists() {
        return id2.isAll() && time.isAll() && version.isAll() && flags.isAll();
    }
}
