package sluice.proof;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;

/**
 * The second pass of a proof: gathers the rows of the cells that differ and compares them key by
 * key, partition by partition.
 *
 * <p>Memory: the rows of one partition, or all where they fit; else they go through temporary files
 * of 112 bytes for a row that both sides have.
 */
final class RowComparison {
    private static final int PARTITIONS_MAX = 512;

    /** Buffers of files get one part in this many of the memory. */
    private static final int BUFFER_PART = 4;

    /** No cell's bits and no slot of a table depend on the bits from here on. */
    private static final int PARTITION_SHIFT = 16;

    private final SourceScan sources;
    private final StoredScan stored;
    private final ProofJob job;
    private final BitSet cells;
    private final int partitions;
    private final long sourceRows;

    /** Two names, or ids, have the hash of one; another seed makes another hash. */
    static final class SameHash extends Exception {
        private static final long serialVersionUID = 1;
    }

    RowComparison(
            SourceScan sources, StoredScan stored, ProofJob job, Digests digests, BitSet cells) {
        this.sources = sources;
        this.stored = stored;
        this.job = job;
        this.cells = cells;
        this.sourceRows = cells.stream().mapToLong(digests.source()::rows).sum();
        long storedRows = cells.stream().mapToLong(digests.stored()::rows).sum();
        long bytes =
                WinnerTable.bytes(sourceRows)
                        + Long.BYTES
                                * (sourceRows * Records.SOURCE_LONGS
                                        + storedRows * Records.STORED_LONGS);
        this.partitions = bytes <= job.options().memoryBytes() ? 1 : filePartitions();
    }

    private int filePartitions() {
        long memory = job.options().memoryBytes() / BUFFER_PART * (BUFFER_PART - 1);
        long wanted = WinnerTable.bytes(sourceRows) / memory + 1;
        int power = 2;
        while (power < wanted && power < PARTITIONS_MAX) {
            power *= 2;
        }
        return power;
    }

    /** How many rows of the sources are compared. */
    long sourceRows() {
        return sourceRows;
    }

    /** Finds all differences. */
    FoundDifferences compare() throws IOException, SameHash {
        FoundDifferences found = new FoundDifferences(job.options().shownMax());
        try (Spool sourceRecords = spool("proof-source", Records.SOURCE_LONGS);
                Spool storedRecords = spool("proof-stored", Records.STORED_LONGS)) {
            job.progress().enter("gathering rows of the source");
            sources.all(_ -> new SourceRows(sourceRecords));
            sourceRecords.seal();
            job.progress().enter("gathering rows of the store");
            stored.all(() -> new StoredRecords(storedRecords));
            storedRecords.seal();
            job.progress().enter("comparing rows");
            job.progress().begin(partitions);
            for (int partition = 0; partition < partitions; partition++) {
                job.throwIfStopped();
                compare(partition, sourceRecords, storedRecords, found);
                job.progress().partDone();
            }
        }
        return found;
    }

    private Spool spool(String name, int longs) {
        return partitions == 1
                ? new MemorySpool(longs)
                : new FileSpool(
                        job.scratch(),
                        name,
                        longs,
                        partitions,
                        job.options().memoryBytes() / BUFFER_PART);
    }

    private int partition(long key1) {
        return (int) (key1 >>> PARTITION_SHIFT) & partitions - 1;
    }

    private void compare(
            int partition, Spool sourceRecords, Spool storedRecords, FoundDifferences found)
            throws IOException, SameHash {
        // Keys are spread evenly, so a partition of more rows has them of few keys.
        long keys =
                Math.min(sourceRecords.records(partition), sourceRows / partitions * 5 / 4 + 64);
        WinnerTable winners = new WinnerTable(keys);
        sourceRecords.replay(partition, winners::add);
        boolean[] twice = new boolean[1];
        storedRecords.replay(partition, record -> twice[0] |= !take(record, winners, found));
        if (twice[0]) {
            throw new SameHash();
        }
        for (int slot : winners.unmatched()) {
            add(Difference.Kind.MISSING, winners, slot, found);
        }
    }

    /** Compares a stored row; false where another one had its key. */
    private boolean take(long[] record, WinnerTable winners, FoundDifferences found) {
        int slot = winners.slotOf(record[Records.KEY_1], record[Records.KEY_2]);
        if (slot < 0) {
            if (job.options().subset()) {
                found.addOnlyStored();
            } else {
                found.add(
                        Difference.Kind.EXTRA, record[Records.KEY_1], record[Records.KEY_2], 0, 0);
            }
            return true;
        }
        boolean same =
                record[Records.STORED_HASH_1] == winners.field(slot, Records.SOURCE_HASH_1)
                        && record[Records.STORED_HASH_2]
                                == winners.field(slot, Records.SOURCE_HASH_2);
        if (!same) {
            if (job.options().subset() && isNewer(record, winners, slot)) {
                found.addNewer();
            } else {
                add(Difference.Kind.DIFFERENT, winners, slot, found);
            }
        }
        return winners.match(slot);
    }

    private static boolean isNewer(long[] record, WinnerTable winners, int slot) {
        long version = record[Records.VERSION];
        long sourceVersion = winners.field(slot, Records.VERSION);
        return version != sourceVersion
                ? version > sourceVersion
                : record[Records.TIME] > winners.field(slot, Records.TIME);
    }

    private static void add(
            Difference.Kind kind, WinnerTable winners, int slot, FoundDifferences found) {
        found.add(
                kind,
                winners.field(slot, Records.KEY_1),
                winners.field(slot, Records.KEY_2),
                winners.field(slot, Records.SOURCE_FILE),
                winners.field(slot, Records.SOURCE_ROW));
    }

    private final class SourceRows extends SourceScan.Taker {
        private final Spool target;
        private final RowHasher hasher = new RowHasher();
        private final long[] record = new long[Records.SOURCE_LONGS];

        SourceRows(Spool target) {
            this.target = target;
        }

        @Override
        void take() {
            hasher.take(fields);
            if (cells.get(CellSums.cell(hasher.key1()))) {
                boolean deletes = (fields.flags & TOMBSTONE) != 0;
                record[Records.KEY_1] = hasher.key1();
                record[Records.KEY_2] = hasher.key2();
                record[Records.VERSION] = fields.version;
                record[Records.TIME] = fields.time;
                record[Records.SOURCE_FILE] = file | (deletes ? Records.DELETION : 0);
                record[Records.SOURCE_ROW] = row;
                record[Records.SOURCE_HASH_1] = hasher.row1();
                record[Records.SOURCE_HASH_2] = hasher.row2();
                try {
                    target.add(partition(hasher.key1()), record);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private final class StoredRecords extends StoredScan.Taker {
        private final Spool target;
        private final long[] record = new long[Records.STORED_LONGS];

        StoredRecords(Spool target) {
            this.target = target;
        }

        @Override
        void take(StoredScan.Row row, StoredRows.RowNames names) throws IOException {
            if (cells.get(CellSums.cell(hasher.key1()))) {
                record[Records.KEY_1] = hasher.key1();
                record[Records.KEY_2] = hasher.key2();
                record[Records.VERSION] = row.version();
                record[Records.TIME] = row.time();
                record[Records.STORED_HASH_1] = hasher.row1();
                record[Records.STORED_HASH_2] = hasher.row2();
                target.add(partition(hasher.key1()), record);
            }
        }
    }
}
