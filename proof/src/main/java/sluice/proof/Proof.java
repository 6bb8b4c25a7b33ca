package sluice.proof;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * Compares what is stored with the sources it was loaded from, and tells each difference.
 *
 * <pre>
 *  pass 1   sources ─► rows ─► hash ─► sums of cells ┐
 *           store   ─► rows ─► hash ─► sums of cells ┴► equal in all cells: good
 *  pass 2   rows of the cells that differ ─► winner of each key ─► missing, extra, different
 *  pass 3   file, line and fields of the first differences
 * </pre>
 *
 * <p>The rules are those of loads: rows that cannot be read are left out; of rows with one key the
 * higher version wins, then the higher time, then the later place; a deletion works on its own load
 * and those before it. Cells with several rows of one key, or deletions, have unequal sums at first
 * and are compared row by row.
 *
 * <p>Cost: a pass over both sides, two where they differ or keys come again, and a part of a third
 * one for what is shown. Memory: {@link ProofOptions#memoryBytes} for tables, and 1 MiB a thread.
 */
public final class Proof {
    private static final int SEEDS = 3;

    private final List<Source> loads;
    private final StoredRows stored;
    private final ProofJob job;

    private Proof(List<Source> loads, StoredRows stored, ProofJob job) {
        this.loads = List.copyOf(loads);
        this.stored = stored;
        this.job = job;
    }

    /**
     * Compares {@code stored} with {@code loads}, the sources of all loads in their order, each
     * bound to the schema and the number of its load ({@link Source#bound}).
     *
     * @param scratch takes temporary files, all of which are deleted in the end
     * @param stop is asked whether the user wants the proof to end
     */
    public static ProofResult run(
            List<Source> loads,
            StoredRows stored,
            ProofOptions options,
            Storage scratch,
            ProofProgress progress,
            BooleanSupplier stop)
            throws IOException {
        ProofJob job = new ProofJob(options, scratch, progress, stop, new AtomicBoolean());
        Proof proof = new Proof(loads, stored, job);
        proof.refuseOtherKinds();
        for (int seed = 1; seed < SEEDS; seed++) {
            try {
                return proof.run(new NameNumbers(seed));
            } catch (RowComparison.SameHash _) {
                // Another seed parts the two names.
                continue;
            }
        }
        try {
            return proof.run(new NameNumbers(SEEDS));
        } catch (RowComparison.SameHash _) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the store has keys twice, or changes while it is compared; verify it, or stop what writes to it");
        }
    }

    private void refuseOtherKinds() {
        for (Source load : loads) {
            boolean standardInput =
                    load.files().stream().mapToLong(SourceFile::lengthBytes).anyMatch(n -> n < 0);
            if (standardInput) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "-: standard input can be read once, and a comparison may read it three times; write it to a file and name that");
            }
            if (load.hasIdNames() != stored.idsAreNames()) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "the ids of %s are %s, those of the store are %s; name its own source, with the mapping and the options of its load"
                                .formatted(
                                        load.files().getFirst().name(),
                                        words(load.hasIdNames()),
                                        words(stored.idsAreNames())));
            }
        }
    }

    private static String words(boolean names) {
        return names ? "names" : "numbers";
    }

    private ProofResult run(NameNumbers numbers) throws IOException, RowComparison.SameHash {
        SourceScan sources = new SourceScan(loads, job, numbers);
        StoredScan rows = new StoredScan(stored, job, numbers);
        Digests digests = Digests.read(sources, rows, job.progress());
        BitSet cells = new BitSet(CellSums.COUNT);
        for (int cell = 0; cell < CellSums.COUNT; cell++) {
            if (!digests.source().isEqual(digests.stored(), cell)) {
                cells.set(cell);
            }
        }
        RowComparison compared = new RowComparison(sources, rows, job, digests, cells);
        FoundDifferences found = cells.isEmpty() ? new FoundDifferences(0) : compared.compare();
        job.progress().enter("looking up differences");
        return new ProofResult(
                digests.source().rows(),
                digests.rejected(),
                digests.nodes(),
                digests.links(),
                digests.properties(),
                compared.sourceRows(),
                found.count(Difference.Kind.MISSING),
                found.count(Difference.Kind.EXTRA),
                found.count(Difference.Kind.DIFFERENT),
                found.onlyStored(),
                found.newer(),
                Details.of(found.first(), loads, numbers, sources, rows));
    }
}
