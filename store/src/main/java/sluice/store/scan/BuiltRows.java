package sluice.store.scan;

import java.io.IOException;
import sluice.model.RowSink;
import sluice.segment.KeyRange;
import sluice.segment.RowScanner;

/** {@link BucketRows} that one segment has all of: block after block. */
final class BuiltRows implements BucketRows {
    /** As many as one read takes, about. */
    private static final int BLOCKS_PER_PIECE = 16;

    private final RowPart part;
    private final KeyRange range;
    private final RowWish wish;
    private final boolean wantsAll;
    private final long[][] ids;
    private final RowScanner scanner = new RowScanner();
    private int nextIds;
    private long block;
    private long blockEnd;

    BuiltRows(RowPart part, KeyRange range, RowWish wish) {
        this.part = part;
        this.range = range;
        this.wish = wish;
        this.wantsAll = wish.wantsAll();
        this.ids = wish.id1().unsigned();
        this.block = part.from();
        this.blockEnd = part.from();
    }

    @Override
    public boolean next(RowSink sink) throws IOException {
        while (block >= blockEnd) {
            if (nextIds == ids.length) {
                return false;
            }
            moveTo(ids[nextIds++]);
        }
        long end = Math.min(blockEnd, block + BLOCKS_PER_PIECE);
        RowSink target = wantsAll ? sink : new Wanted(wish, sink);
        scanner.scan(part.file(), part.kind(), block, end, range, target);
        block = end;
        return true;
    }

    /** The blocks with the ids of one range, but for those that were read already. */
    private void moveTo(long[] firstAndLast) throws IOException {
        boolean startsInside = Long.compareUnsigned(firstAndLast[0], range.firstId1()) > 0;
        long first = startsInside ? firstAndLast[0] : range.firstId1();
        boolean endsInside =
                range.open() || Long.compareUnsigned(firstAndLast[1], range.endId1()) < 0;
        long last = endsInside ? firstAndLast[1] : range.endId1();
        if (Long.compareUnsigned(first, last) <= 0) {
            block = Math.max(blockEnd, part.firstBlock(first));
            blockEnd = Math.max(blockEnd, part.endBlock(last));
        }
    }

    /** Passes on the rows that are wanted. */
    private record Wanted(RowWish wish, RowSink sink) implements RowSink {
        @Override
        public void append(
                long id1,
                long type,
                long id2,
                long time,
                long version,
                int flags,
                byte[] data,
                int dataOffset,
                int dataLength) {
            if (wish.id1().has(id1)
                    && wish.type().has(type)
                    && wish.hasRow(id2, time, version, flags)) {
                sink.append(id1, type, id2, time, version, flags, data, dataOffset, dataLength);
            }
        }
    }
}
