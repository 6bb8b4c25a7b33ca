package sluice.coordinator.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Ranges of ids that shall be built first. No two of them overlap. Belongs to one thread. */
public final class PinnedIds {
    /** So that nobody fills the memory with them. */
    static final int RANGES_MAX = 1000;

    private final List<PinnedRange> ranges = new ArrayList<>();

    /** In the order of the ids. */
    public List<PinnedRange> ranges() {
        return List.copyOf(ranges);
    }

    /**
     * Adds the ids from {@code first} to {@code last}; refuses more than {@value #RANGES_MAX}
     * ranges.
     */
    public void add(long first, long last) {
        List<PinnedRange> next = without(first, last);
        next.add(new PinnedRange(first, last));
        replace(next);
    }

    /** Takes the ids from {@code first} to {@code last} out of all ranges. */
    public void remove(long first, long last) {
        replace(without(first, last));
    }

    private void replace(List<PinnedRange> next) {
        if (next.size() > RANGES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%d ranges of ids are pinned, and no more can be; unpin some"
                            .formatted(RANGES_MAX));
        }
        next.sort(Comparator.comparing(PinnedRange::first, Long::compareUnsigned));
        ranges.clear();
        ranges.addAll(next);
    }

    /** The ranges, and what is left of those that {@code first} to {@code last} cuts. */
    private List<PinnedRange> without(long first, long last) {
        List<PinnedRange> left = new ArrayList<>();
        for (PinnedRange range : ranges) {
            boolean apart =
                    Long.compareUnsigned(range.last(), first) < 0
                            || Long.compareUnsigned(last, range.first()) < 0;
            if (apart) {
                left.add(range);
                continue;
            }
            if (Long.compareUnsigned(range.first(), first) < 0) {
                left.add(new PinnedRange(range.first(), first - 1));
            }
            if (Long.compareUnsigned(last, range.last()) < 0) {
                left.add(new PinnedRange(last + 1, range.last()));
            }
        }
        return left;
    }
}
