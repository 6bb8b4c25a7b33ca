package sluice.export.rdf;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sluice.model.ByteHash;
import sluice.model.Link;

/**
 * Whether the links backwards of a store are those that a load of its links makes: counts and sums
 * of hashes, in any order. Thread-safe only in {@link #addAll}.
 */
final class BackwardLinks {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final Map<String, Tally> tallies = new TreeMap<>();

    /** What was seen of one predicate. */
    private static final class Tally {
        private long forwards;
        private long backwards;

        /** The hashes of links less those of links backwards: 0 where they are the same. */
        private long difference;
    }

    void forwards(String predicate, Link link) {
        Tally tally = tallies.computeIfAbsent(predicate, _ -> new Tally());
        tally.forwards++;
        tally.difference += hash(link.id1(), link.id2(), link);
    }

    void backwards(String predicate, Link link) {
        Tally tally = tallies.computeIfAbsent(predicate, _ -> new Tally());
        tally.backwards++;
        tally.difference -= hash(link.id2(), link.id1(), link);
    }

    /** Adds what another thread saw. */
    synchronized void addAll(BackwardLinks other) {
        other.tallies.forEach(
                (predicate, seen) -> {
                    Tally tally = tallies.computeIfAbsent(predicate, _ -> new Tally());
                    tally.forwards += seen.forwards;
                    tally.backwards += seen.backwards;
                    tally.difference += seen.difference;
                });
    }

    /** A sentence for each predicate whose links backwards are others than a load makes. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        tallies.forEach(
                (predicate, tally) -> {
                    if (tally.difference != 0 || tally.forwards != tally.backwards) {
                        notes.add(
                                "the store has %d links of <%s> and %d backwards, not of the same ends; a load makes those backwards from the others"
                                        .formatted(tally.forwards, predicate, tally.backwards));
                    }
                });
        return notes;
    }

    private static long hash(long from, long to, Link link) {
        byte[] data = link.data();
        long hash = ByteHash.of(MemorySegment.ofArray(data), 0, data.length);
        for (long part : new long[] {from, to, link.time(), link.version()}) {
            hash = (hash ^ part) * MIX;
            hash ^= hash >>> 32;
        }
        return hash;
    }
}
