package sluice.segment;

import java.io.IOException;
import sluice.model.RowKind;

/**
 * Some consecutive blocks of rows of one kind in one file: a bucket's share of a run, or a
 * segment's.
 */
public record Slice(BlockFile file, RowKind kind, long from, long to) {
    public Slice {
        if (from < 0 || to < from || to > file.blocks(kind)) {
            throw new IllegalArgumentException(
                    "blocks %d to %d of %d".formatted(from, to, file.blocks(kind)));
        }
    }

    /** How many rows the blocks hold. */
    public long rows() throws IOException {
        long end = to == file.blocks(kind) ? file.rows(kind) : file.rowsBefore(kind, to);
        return from == to ? 0 : end - file.rowsBefore(kind, from);
    }
}
