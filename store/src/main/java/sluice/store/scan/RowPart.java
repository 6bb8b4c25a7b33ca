package sluice.store.scan;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.segment.BlockFile;
import sluice.segment.FileKind;
import sluice.segment.ListCursor;

/**
 * The rows of one kind that a file may have of a bucket: its blocks {@code from} up to {@code to}.
 */
public record RowPart(BlockFile file, RowKind kind, long from, long to) {

    /** The rows of a bucket in a segment or a run, or null if it has none. */
    public static @Nullable RowPart of(BlockFile file, RowKind kind, int bucket)
            throws IOException {
        if (file.blocks(kind) == 0) {
            return null;
        }
        if (file.fileKind() == FileKind.SEGMENT) {
            return new RowPart(file, kind, 0, file.blocks(kind));
        }
        if (bucket >= file.slices()) {
            return null;
        }
        long from = file.sliceBegin(bucket);
        long to = file.sliceEnd(bucket);
        return from == to ? null : new RowPart(file, kind, from, to);
    }

    boolean isOfSegment() {
        return file.fileKind() == FileKind.SEGMENT;
    }

    ListCursor cursor() {
        return new ListCursor(file, kind, from, to);
    }

    /** The first block that may have lists of ids that are not below {@code id1}. */
    long firstBlock(long id1) throws IOException {
        return id1 == 0 ? from : Math.max(from, file.findBlock(kind, from, to, id1 - 1, -1));
    }

    /** The block after the last one that may have lists of {@code id1}. */
    long endBlock(long id1) throws IOException {
        return Math.max(from, file.findBlock(kind, from, to, id1, -1) + 1);
    }
}
