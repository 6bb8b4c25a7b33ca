package sluice.load.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.load.files.RunFiles;
import sluice.model.RowKind;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.segment.PendingFile;
import sluice.segment.SegmentBuild;
import sluice.segment.Slice;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * Builds the segment of a bucket from its slices of all runs and its earlier segment. Belongs to
 * one thread, as its {@link SegmentBuild} does; the runs may be shared.
 */
public final class SegmentOfBucket {
    /** Takes a segment that was written. */
    public interface Then {
        /** Publishes {@code segment}, which is null where no row is left. */
        void take(@Nullable PendingFile segment) throws IOException;
    }

    private final RunFiles runs;
    private final Borders borders;
    private final SegmentBuild build;

    public SegmentOfBucket(RunFiles runs, Borders borders, SegmentBuild build) {
        this.runs = runs;
        this.borders = borders;
        this.build = build;
    }

    /**
     * Writes the segment {@code name} and gives it to {@code then}, or null, and writes nothing,
     * when no row is left.
     *
     * @param before the bucket's earlier segment, or null
     */
    public void build(
            int bucket, @Nullable FileEntry before, Storage storage, String name, Then then)
            throws IOException {
        try (@Nullable BlockFile earlier =
                before == null ? null : BlockFile.openConfined(storage, before)) {
            // Given away before the earlier segment is closed, which may fail.
            then.take(
                    build.build(
                            storage,
                            name,
                            slices(bucket, earlier),
                            KeyRange.of(borders, bucket, bucket)));
        }
    }

    /** As {@link SegmentBuild#replacedValues}. */
    public long replacedValues() {
        return build.replacedValues();
    }

    /** A bucket's share of all files, oldest first. */
    private List<Slice> slices(int bucket, @Nullable BlockFile segment) throws IOException {
        List<Slice> slices = new ArrayList<>();
        if (segment != null) {
            slices.add(new Slice(segment, RowKind.LINK, 0, segment.blocks(RowKind.LINK)));
            slices.add(new Slice(segment, RowKind.NODE, 0, segment.blocks(RowKind.NODE)));
        }
        slices.addAll(runs.slices(bucket));
        return slices;
    }
}
