package sluice.segment;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.storage.Storage;

/**
 * Writes one link list that has more rows than memory holds: merges the slices' parts of it, which
 * are sorted already, row by row into the segment. What it must know of all rows at once goes
 * through three {@link ExternalSort}s. Belongs to one thread.
 *
 * <p>Three passes: the first numbers the rows in the order of the list and sorts their keys; in the
 * sorted keys the losers are found; the second pass over the rows leaves these out, and sorts what
 * it writes for the point index. Cost: the list is read twice, and some 20 bytes of disk a row; of
 * properties some 28, and the sorted keys are read twice, to count those that were replaced.
 */
final class SuperNodeList {
    private static final byte[] NO_DATA = {};
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    /** Gives the rows of the list, from the first one on. */
    interface Rows {
        RowMerge open() throws IOException;
    }

    private final Storage storage;
    private final String name;
    private final RowPool pool;
    private final StripeWriter stripes;
    private final boolean laterWins;
    private final int entriesMax;
    private final LooseRow row = new LooseRow();
    private final byte[] digest = new byte[Long.BYTES];
    private byte[] data = new byte[1 << 10];
    private long replaced;

    /** Uses {@code pool}, {@code entriesMax} rows of it at most; names of files begin so. */
    SuperNodeList(
            Storage storage,
            String name,
            RowPool pool,
            StripeWriter stripes,
            boolean laterWins,
            int entriesMax) {
        this.storage = storage;
        this.name = name;
        this.pool = pool;
        this.stripes = stripes;
        this.laterWins = laterWins;
        this.entriesMax = entriesMax;
    }

    /** Writes the winners among {@code rows}, all of one list. */
    void write(long id1, long type, Rows rows, BlockFileWriter writer) throws IOException {
        try (ExternalSort losers = sort("losers")) {
            findLosers(rows, PropertyTypes.isProperty(type), losers);
            RowMerge lost = losers.sorted();
            try (ExternalSort points = sort("points")) {
                PointOrder usual = writer.orderPointsBy(new SortedPointIndex(points));
                if (writeOthers(lost, id1, type, rows.open(), writer)) {
                    writer.endList(id1, type);
                }
                writer.orderPointsBy(usual);
            }
        }
    }

    /** Writes the rows whose numbers {@code lost} does not name; false where there are none. */
    private boolean writeOthers(
            RowMerge lost, long id1, long type, RowMerge merge, BlockFileWriter writer)
            throws IOException {
        boolean written = false;
        boolean moreLost = lost.next();
        for (long ordinal = 0; merge.next(); ordinal++) {
            if (moreLost && lost.id1() == ordinal) {
                moreLost = lost.next();
            } else {
                row.set(merge.row());
                writer.addRow(row.memory(), 0, id1, type);
                written = true;
            }
        }
        return written;
    }

    /** Properties that lost, so far, to one with another value or other facets. */
    long replaced() {
        return replaced;
    }

    private void findLosers(Rows rows, boolean areValues, ExternalSort losers) throws IOException {
        try (ExternalSort keys = sort("keys")) {
            addKeys(rows.open(), areValues, keys);
            addLosers(keys.sorted(), areValues ? keys.sorted() : null, losers);
        }
    }

    /** Sorts the rows by id2. Where the later row wins, its part stands for version and time. */
    private void addKeys(RowMerge merge, boolean areValues, ExternalSort keys) throws IOException {
        for (long ordinal = 0; merge.next(); ordinal++) {
            keys.add(
                    merge.id2(),
                    laterWins ? 0 : merge.time(),
                    ordinal,
                    laterWins ? merge.partIndex() : merge.row().version(),
                    merge.row().flags() & RowSink.TOMBSTONE,
                    areValues ? digestOfData(merge.row()) : NO_DATA);
        }
    }

    private byte[] digestOfData(ListCursor at) {
        int length = at.dataLength();
        if (length > data.length) {
            data = new byte[2 * length];
        }
        at.copyData(data, 0);
        long hash = length;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ data[i]) * HASH_FACTOR;
            hash ^= hash >>> 32;
        }
        Bytes.putLong(digest, 0, hash);
        return digest;
    }

    private long digest(ListCursor key) {
        key.copyData(digest, 0);
        return Bytes.getLong(digest, 0);
    }

    /**
     * Of each key all rows but the one that wins, and that too where it is a deletion. The rows
     * {@code again}, if they are not null, are counted where another value has replaced them.
     */
    private void addLosers(RowMerge sorted, @Nullable RowMerge again, ExternalSort losers)
            throws IOException {
        boolean more = sorted.next();
        boolean moreAgain = again != null && again.next();
        while (more) {
            long id2 = sorted.id1();
            long bestTime = sorted.time();
            long bestVersion = sorted.row().version();
            long best = sorted.id2();
            boolean deleted = sorted.row().flags() != 0;
            long value = again == null ? 0 : digest(sorted.row());
            for (more = sorted.next(); more && sorted.id1() == id2; more = sorted.next()) {
                long version = sorted.row().version();
                // Times descend, and of equal ones the later row wins.
                if (version > bestVersion
                        || (version == bestVersion && sorted.time() == bestTime)) {
                    losers.add(best, 0, 0, 0, 0);
                    bestTime = sorted.time();
                    bestVersion = version;
                    best = sorted.id2();
                    deleted = sorted.row().flags() != 0;
                    value = again == null ? 0 : digest(sorted.row());
                } else {
                    losers.add(sorted.id2(), 0, 0, 0, 0);
                }
            }
            if (deleted) {
                losers.add(best, 0, 0, 0, 0);
            }
            while (again != null && moreAgain && again.id1() == id2) {
                boolean isValue = !deleted && again.row().flags() == 0;
                replaced += isValue && digest(again.row()) != value ? 1 : 0;
                moreAgain = again.next();
            }
        }
    }

    private ExternalSort sort(String what) {
        return new ExternalSort(storage, name + "-" + what, pool, stripes, entriesMax);
    }
}
