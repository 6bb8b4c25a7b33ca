package sluice.linkbench.workload;

import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import sluice.generate.LinkBenchOptions.Profile;

/**
 * The lists that one requester has seen no end of, each with the time of the oldest link it has
 * seen: a request for history goes on from there.
 *
 * <p>The original forgets to forget: most lists that were once removed never come in again.
 */
final class TailCache {
    static final int ENTRIES_MAX = 2048;

    private record ListKey(long id1, long linkType) {}

    private final Profile profile;
    private final long[] id1s = new long[ENTRIES_MAX];
    private final long[] linkTypes = new long[ENTRIES_MAX];
    private final long[] times = new long[ENTRIES_MAX];
    private final Set<ListKey> known = new HashSet<>();
    private int count;

    TailCache(Profile profile) {
        this.profile = profile;
    }

    int count() {
        return count;
    }

    /** Fills {@code request} with the list at {@code place}. */
    void ask(int place, MixRequest request) {
        request.id1 = id1s[place];
        request.linkType = linkTypes[place];
        request.history = true;
        request.historyTime = times[place];
        request.historyPlace = place;
    }

    /** Takes a list in; one of the others goes where there is no room. */
    void add(long id1, long linkType, long oldestTime, RandomGenerator random) {
        if (!known.add(new ListKey(id1, linkType))) {
            return;
        }
        int place = count;
        if (count < ENTRIES_MAX) {
            count++;
        } else {
            place = random.nextInt(ENTRIES_MAX);
            known.remove(new ListKey(id1s[place], linkTypes[place]));
        }
        id1s[place] = id1;
        linkTypes[place] = linkType;
        times[place] = oldestTime;
    }

    /** The list at {@code place} goes on before {@code oldestTime}. */
    void advance(int place, long oldestTime) {
        times[place] = oldestTime;
    }

    /** The end of the list at {@code place} has been seen. */
    void remove(int place) {
        int last = count - 1;
        boolean forgotten =
                switch (profile) {
                    case LEGACY -> place == last;
                    case CORRECTED -> true;
                };
        if (forgotten) {
            known.remove(new ListKey(id1s[place], linkTypes[place]));
        }
        id1s[place] = id1s[last];
        linkTypes[place] = linkTypes[last];
        times[place] = times[last];
        count--;
    }
}
