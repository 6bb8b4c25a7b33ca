package sluice.segment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.storage.Storage;

/**
 * Merges the slices of a bucket into its segment. Belongs to one thread and is reused for bucket
 * after bucket.
 *
 * <p>The slices' rows go through a {@link RowPool} in passes, each over as many ids as the pool has
 * room for, so that a bucket may be larger than memory. Where it has no room for the rows of one
 * id, the pass goes list by list ({@link SliceLists}), so that a list may be larger than memory
 * too. The segment's bytes do not depend on the passes. Cost: the slices are read once, plus a
 * block of each slice for each pass after the first.
 */
public final class SegmentBuild {
    /**
     * Ids of a stripe together hold about this many bytes in the pool: a share of a core's cache.
     */
    private static final long STRIPE_BYTES = 192 << 10;

    /** Bytes of a row in the pool besides its data: header, version, padding. */
    private static final long ROW_BYTES_MAX = RowPool.HEADER_BYTES + 16;

    /**
     * A stripe of more rows than the pool's bytes by this is not sorted in memory: what sorts it,
     * finds its winners and makes its point index takes up to 80 bytes a row beside the pool.
     */
    private static final int POOL_BYTES_PER_ROW = 256;

    private final RowPool pool;
    private final @Nullable RowIndex index;
    private final int stripeRowsMax;
    private final PoolOverflow overflow = new PoolOverflow();
    private final SliceLists sliceLists;
    private final KeySorter sorter = new KeySorter();
    private final StripeWriter stripeWriter;
    private final RowScanner scanner = new RowScanner();

    /**
     * The first ids of blocks, ascending, and an upper bound of what each block's rows take in the
     * pool.
     */
    private record Fences(long[] id1s, long[] bytes) {
        int count() {
            return id1s.length;
        }

        long bytes(int from, int to) {
            return Arrays.stream(bytes, from, to).sum();
        }
    }

    /**
     * Uses {@code pool}, which stays the caller's. With {@code laterWins} the row of a later slice
     * wins whatever its version and time.
     *
     * @param index collects the index entries of the rows; null in a store without indexes
     */
    public SegmentBuild(RowPool pool, boolean laterWins, @Nullable RowIndex index) {
        this.pool = pool;
        this.index = index;
        this.stripeRowsMax = (int) (pool.capacityBytes() / POOL_BYTES_PER_ROW);
        this.stripeWriter = new StripeWriter(laterWins);
        this.sliceLists = new SliceLists(pool, overflow, stripeWriter, laterWins, stripeRowsMax);
        pool.onFull(overflow);
    }

    /**
     * Writes the segment {@code name} of the rows of {@code slices} whose keys are in {@code
     * range}. Of two rows equal in version and time that of the later slice wins. Returns null, and
     * writes nothing, when no row is left.
     */
    public @Nullable PendingFile build(
            Storage storage, String name, List<Slice> slices, KeyRange range) throws IOException {
        String temporary = name + "-sort";
        if (index != null) {
            index.beginSegment(storage, temporary + "-keys", range);
        }
        try (BlockFileWriter writer = new BlockFileWriter(storage, name, FileKind.SEGMENT, index)) {
            Target target = new Target(storage, temporary, writer);
            writeKind(slices, RowKind.LINK, range, target);
            writer.beginNodes();
            writeKind(slices, RowKind.NODE, range, target);
            return writer.rowCount() == 0 ? null : writer.finishSegment();
        } finally {
            if (index != null) {
                index.end();
            }
        }
    }

    /**
     * How many properties lost, in all segments so far, to one of the same key with another value
     * or other facets.
     */
    public long replacedValues() {
        return stripeWriter.replaced() + sliceLists.replaced();
    }

    /** The segment's writer, and what the names of files that it needs meanwhile begin with. */
    private record Target(Storage storage, String temporary, BlockFileWriter writer) {}

    private void writeKind(List<Slice> all, RowKind kind, KeyRange range, Target target)
            throws IOException {
        List<Slice> slices = all.stream().filter(slice -> slice.kind() == kind).toList();
        Fences fences = fences(slices, range);
        int begin = 0;
        while (begin < fences.count()) {
            List<Long> stripes = new ArrayList<>();
            int end = planPass(fences, begin, stripes);
            long firstId1 = begin == 0 ? range.firstId1() : fences.id1s[begin];
            KeyRange pass =
                    begin == 0 && end == fences.count()
                            ? range
                            : passRange(range, begin, firstId1, fences, end);
            writePass(slices, kind, pass, fences.bytes(begin, end), stripes, target);
            begin = end;
        }
    }

    /** Of all blocks of the slices the first ids, in order, each with the bytes from there on. */
    private Fences fences(List<Slice> slices, KeyRange range) throws IOException {
        int blocks = 0;
        for (Slice slice : slices) {
            blocks = Math.addExact(blocks, Math.toIntExact(slice.to() - slice.from()));
        }
        sorter.begin(blocks);
        long[] bytes = new long[blocks];
        int count = 0;
        for (Slice slice : slices) {
            BlockFile file = slice.file();
            file.checkTables();
            for (long block = slice.from(); block < slice.to(); block++) {
                long id1 = file.fenceId1(slice.kind(), block);
                if (Long.compareUnsigned(id1, range.firstId1()) < 0) {
                    id1 = range.firstId1();
                }
                if (range.holdsSome(id1)) {
                    long rows = new Slice(file, slice.kind(), block, block + 1).rows();
                    sorter.keys()[count] = id1;
                    sorter.values()[count] = count;
                    bytes[count++] = rows * ROW_BYTES_MAX + file.blockLength(slice.kind(), block);
                }
            }
        }
        sorter.begin(count);
        sorter.sort(0, count);
        long[] sortedBytes = new long[count];
        for (int i = 0; i < count; i++) {
            sortedBytes[i] = bytes[sorter.values()[i]];
        }
        return new Fences(Arrays.copyOf(sorter.keys(), count), sortedBytes);
    }

    /**
     * Decides how far a pass goes: to the fence before which it ends. Fills {@code stripes} with
     * the first ids of the pass's stripes but the first.
     */
    private int planPass(Fences fences, int begin, List<Long> stripes) {
        long passBytes = 0;
        long stripeBytes = 0;
        int end = begin;
        while (end < fences.count()) {
            long id1 = fences.id1s[end];
            long bytes = 0;
            int next = end;
            while (next < fences.count() && fences.id1s[next] == id1) {
                bytes += fences.bytes[next];
                next++;
            }
            // Half the pool: blocks that begin before the pass and extents that end half empty.
            if (end > begin && passBytes + bytes > pool.capacityBytes() / 2) {
                break;
            }
            if (end > begin && stripeBytes + bytes > STRIPE_BYTES) {
                stripes.add(id1);
                stripeBytes = 0;
            }
            passBytes += bytes;
            stripeBytes += bytes;
            end = next;
        }
        return end;
    }

    private static KeyRange passRange(
            KeyRange range, int begin, long firstId1, Fences fences, int end) {
        long firstId2 = begin == 0 ? range.firstId2() : 0;
        boolean last = end == fences.count();
        return last
                ? new KeyRange(firstId1, firstId2, range.endId1(), range.endId2(), range.open())
                : new KeyRange(firstId1, firstId2, fences.id1s[end], 0, false);
    }

    private void writePass(
            List<Slice> slices,
            RowKind kind,
            KeyRange pass,
            long bytes,
            List<Long> stripes,
            Target target)
            throws IOException {
        pool.reserve(2 * bytes);
        // The bytes are at most twice what the rows take, so that more need not be tried.
        if (bytes <= 2L * pool.capacityBytes() && gather(slices, pass, stripes)) {
            writePool(kind, stripes.size() + 1, target.writer);
        } else {
            sliceLists.write(target.storage, target.temporary, slices, kind, pass, target.writer);
        }
        pool.clear();
    }

    /** Brings the rows of a pass into the pool; false where it has no room for them. */
    private boolean gather(List<Slice> slices, KeyRange pass, List<Long> stripes)
            throws IOException {
        pool.reset(stripeBorders(stripes));
        overflow.forget();
        for (Slice slice : slices) {
            if (!overflow.happened()) {
                scanPart(slice, pass);
            }
        }
        for (int stripe = 0; !overflow.happened() && stripe <= stripes.size(); stripe++) {
            if (pool.rows(stripe) > stripeRowsMax) {
                return false;
            }
        }
        return !overflow.happened();
    }

    private void writePool(RowKind kind, int stripes, BlockFileWriter writer) throws IOException {
        stripeWriter.beginWinners(pool);
        for (int stripe = 0; stripe < stripes; stripe++) {
            stripeWriter.writeWinners(pool, stripe, kind, writer);
        }
    }

    private void scanPart(Slice slice, KeyRange pass) throws IOException {
        BlockFile file = slice.file();
        RowKind kind = slice.kind();
        long from = slice.from();
        if (pass.firstId1() != 0) {
            // Rows of the first id may begin in a block before the first whose fence is that id.
            long before = file.findBlock(kind, slice.from(), slice.to(), pass.firstId1() - 1, -1);
            from = Math.max(from, before);
        }
        long to = slice.to();
        if (!pass.open()) {
            long lastId1 = pass.endId2() == 0 ? pass.endId1() - 1 : pass.endId1();
            to = file.findBlock(kind, slice.from(), slice.to(), lastId1, -1) + 1;
        }
        if (from < to) {
            scanner.scan(file, kind, from, to, pass, pool);
        }
    }

    private static Borders stripeBorders(List<Long> firstIds) {
        long[] id1s = new long[firstIds.size() + 1];
        for (int i = 0; i < firstIds.size(); i++) {
            id1s[i + 1] = firstIds.get(i);
        }
        return new Borders(id1s, new long[id1s.length]);
    }
}
