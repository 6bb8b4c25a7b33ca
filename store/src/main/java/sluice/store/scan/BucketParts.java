package sluice.store.scan;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import sluice.model.RowKind;
import sluice.segment.KeyRange;

/**
 * All parts of one bucket, of one kind. Reading costs, where a segment has all rows, a pass over
 * the blocks that may have wanted ids, in order, with their checksums, and no object for a row;
 * elsewhere a merge list by list.
 *
 * @param parts oldest first; at most the first is of a segment
 * @param range the keys of the bucket
 * @param laterWins whether any row in a run wins, whatever its version and time
 */
public record BucketParts(RowKind kind, List<RowPart> parts, KeyRange range, boolean laterWins) {
    public BucketParts {
        parts = List.copyOf(parts);
    }

    /** The rows that {@code wish} asks for. */
    public BucketRows rows(RowWish wish) throws IOException {
        if (parts.isEmpty() || wish.isEmpty()) {
            return sink -> false;
        }
        if (parts.size() == 1 && parts.getFirst().isOfSegment()) {
            return new BuiltRows(parts.getFirst(), range, wish);
        }
        return kind == RowKind.NODE
                ? new MergedNodes(parts, range, laterWins, wish)
                : new MergedLinks(parts, range, laterWins, wish);
    }

    /**
     * How many rows {@link #rows} has, if the files say so without a pass: one segment has all
     * rows, none of another bucket, and all of them are wanted.
     */
    public OptionalLong knownRows(RowWish wish) {
        if (parts.isEmpty() || wish.isEmpty()) {
            return OptionalLong.of(0);
        }
        RowPart first = parts.getFirst();
        boolean saysSo = parts.size() == 1 && first.isOfSegment() && first.file().isWithin(range);
        return saysSo && wish.wantsAll()
                ? OptionalLong.of(first.file().rows(kind))
                : OptionalLong.empty();
    }
}
