package sluice.load;

import java.util.function.LongUnaryOperator;
import sluice.model.RowKind;

/**
 * One row of a {@link TestFile} and what a load makes of it.
 *
 * @param id2 0 for a node
 * @param data printable, without tabs
 * @param bad whether it is written so that it cannot be read
 */
record TestRow(
        RowKind kind,
        long id1,
        long type,
        long id2,
        long time,
        long version,
        boolean hidden,
        boolean deleted,
        String data,
        boolean bad) {

    /** The row with its ids put through {@code ids}, as a dictionary does with names. */
    TestRow withIds(LongUnaryOperator ids) {
        return new TestRow(
                kind,
                ids.applyAsLong(id1),
                type,
                kind == RowKind.LINK ? ids.applyAsLong(id2) : 0,
                time,
                version,
                hidden,
                deleted,
                data,
                bad);
    }
}
