package sluice.segment;

import java.io.IOException;
import sluice.model.RowSink;
import sluice.storage.Storage;

/**
 * Writes one link list that has more rows than memory holds: merges the slices' parts of it, which
 * are sorted already, row by row into the segment. What it must know of all rows at once goes
 * through three {@link ExternalSort}s. Belongs to one thread.
 *
 * <p>Three passes: the first numbers the rows in the order of the list and sorts their keys; in the
 * sorted keys the losers are found; the second pass over the rows leaves these out, and sorts what
 * it writes for the point index. Cost: the list is read twice, and some 20 bytes of disk a row.
 */
final class SuperNodeList {
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
            findLosers(rows, losers);
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

    private void findLosers(Rows rows, ExternalSort losers) throws IOException {
        try (ExternalSort keys = sort("keys")) {
            addKeys(rows.open(), keys);
            addLosers(keys.sorted(), losers);
        }
    }

    /** Sorts the rows by id2. Where the later row wins, its part stands for version and time. */
    private void addKeys(RowMerge merge, ExternalSort keys) throws IOException {
        for (long ordinal = 0; merge.next(); ordinal++) {
            keys.add(
                    merge.id2(),
                    laterWins ? 0 : merge.time(),
                    ordinal,
                    laterWins ? merge.partIndex() : merge.row().version(),
                    merge.row().flags() & RowSink.TOMBSTONE);
        }
    }

    /** Of each key all rows but the one that wins, and that too where it is a deletion. */
    private static void addLosers(RowMerge sorted, ExternalSort losers) throws IOException {
        boolean more = sorted.next();
        while (more) {
            long id2 = sorted.id1();
            long bestTime = sorted.time();
            long bestVersion = sorted.row().version();
            long best = sorted.id2();
            boolean deleted = sorted.row().flags() != 0;
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
                } else {
                    losers.add(sorted.id2(), 0, 0, 0, 0);
                }
            }
            if (deleted) {
                losers.add(best, 0, 0, 0, 0);
            }
        }
    }

    private ExternalSort sort(String what) {
        return new ExternalSort(storage, name + "-" + what, pool, stripes, entriesMax);
    }
}
