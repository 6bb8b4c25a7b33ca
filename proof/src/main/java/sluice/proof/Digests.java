package sluice.proof;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import sluice.ingest.ChunkSpan;

/** The first pass of a proof: the sums of both sides, and how many rows they have. */
final class Digests {
    private final CellSums source = new CellSums();
    private final CellSums stored = new CellSums();
    private final LongAdder nodes = new LongAdder();
    private final LongAdder links = new LongAdder();
    private final LongAdder properties = new LongAdder();
    private final long rejected;

    private Digests(SourceScan sources, StoredScan rows, ProofProgress progress)
            throws IOException {
        progress.enter("reading the source");
        rejected = sources.all(_ -> new SourceSums());
        progress.enter("reading the store");
        rows.all(StoredSums::new);
    }

    /** Reads both sides. */
    static Digests read(SourceScan sources, StoredScan rows, ProofProgress progress)
            throws IOException {
        return new Digests(sources, rows, progress);
    }

    CellSums source() {
        return source;
    }

    CellSums stored() {
        return stored;
    }

    long rejected() {
        return rejected;
    }

    long nodes() {
        return nodes.sum();
    }

    long links() {
        return links.sum();
    }

    long properties() {
        return properties.sum();
    }

    private final class SourceSums extends SourceScan.Taker {
        private final RowHasher hasher = new RowHasher();
        private final CellSums sums = new CellSums();

        @Override
        void take() {
            hasher.take(fields);
            sums.add(hasher);
        }

        @Override
        void end(ChunkSpan span) {}

        @Override
        void finish() {
            synchronized (source) {
                source.addAll(sums);
            }
        }
    }

    private final class StoredSums extends StoredScan.Taker {
        private final CellSums sums = new CellSums();

        @Override
        void take(StoredScan.Row row, StoredRows.RowNames names) {
            sums.add(hasher);
        }

        @Override
        void finish() {
            synchronized (stored) {
                stored.addAll(sums);
            }
            Digests.this.nodes.add(super.nodes);
            Digests.this.links.add(super.links);
            Digests.this.properties.add(super.properties);
        }
    }
}
