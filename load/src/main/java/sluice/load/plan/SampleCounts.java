package sluice.load.plan;

import sluice.ingest.file.SourceFile;
import sluice.model.RowKind;
import sluice.model.RowSink;

/** Counts the rows of the sample of a load. Belongs to one thread. */
public final class SampleCounts {
    private final SampleRows rows = new SampleRows();
    private final SampleDegrees degrees = new SampleDegrees(rows);

    /** Begins a block of the sample, which is of {@code file}; the sink takes its rows. */
    public RowSink block(SourceFile file) {
        rows.beginBlock();
        return file.relation().kind() == RowKind.LINK ? degrees : rows;
    }

    SampleRows rows() {
        return rows;
    }

    SampleDegrees degrees() {
        return degrees;
    }
}
