package sluice.coordinator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Ranges of ids that shall be built first. No two of them overlap. Belongs to one thread. */
final class PinnedIds {
    /** So that nobody fills the memory with them. */
    static final int RANGES_MAX = 1000;

    private final List<Coordinator.Pinned> ranges = new ArrayList<>();

    /** In the order of the ids. */
    List<Coordinator.Pinned> ranges() {
        return List.copyOf(ranges);
    }

    void add(long first, long last) {
        List<Coordinator.Pinned> next = without(first, last);
        next.add(new Coordinator.Pinned(first, last));
        replace(next);
    }

    void remove(long first, long last) {
        replace(without(first, last));
    }

    private void replace(List<Coordinator.Pinned> next) {
        if (next.size() > RANGES_MAX) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%d ranges of ids are pinned, and no more can be; unpin some"
                            .formatted(RANGES_MAX));
        }
        next.sort(Comparator.comparing(Coordinator.Pinned::first, Long::compareUnsigned));
        ranges.clear();
        ranges.addAll(next);
    }

    /** The ranges, and what is left of those that {@code first} to {@code last} cuts. */
    private List<Coordinator.Pinned> without(long first, long last) {
        List<Coordinator.Pinned> left = new ArrayList<>();
        for (Coordinator.Pinned range : ranges) {
            boolean apart =
                    Long.compareUnsigned(range.last(), first) < 0
                            || Long.compareUnsigned(last, range.first()) < 0;
            if (apart) {
                left.add(range);
                continue;
            }
            if (Long.compareUnsigned(range.first(), first) < 0) {
                left.add(new Coordinator.Pinned(range.first(), first - 1));
            }
            if (Long.compareUnsigned(last, range.last()) < 0) {
                left.add(new Coordinator.Pinned(last + 1, range.last()));
            }
        }
        return left;
    }
}
