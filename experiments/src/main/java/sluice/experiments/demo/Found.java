package sluice.experiments.demo;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;

/** What a query found: a part of a link list, one link or none, or a count. */
sealed interface Found {
    record Newest(LinkList list) implements Found {}

    record One(Optional<Link> link) implements Found {}

    record Count(long links) implements Found {}

    /** A hash of all that was found; equal for equal answers, and never 0. */
    default long hash() {
        return switch (this) {
            case Newest(var list) -> {
                long sum = list.size();
                for (int i = 0; i < list.size(); i++) {
                    sum = mix(sum, list.id2(i));
                    sum = mix(sum, list.time(i));
                    sum = mix(sum, list.version(i));
                    sum = mix(sum, Arrays.hashCode(list.data(i)));
                }
                yield sum | 1;
            }
            case One(var link) -> link.map(Found::hash).orElse(0L) | 1;
            case Count(var links) -> mix(1, links) | 1;
        };
    }

    /** Whether a finished store holds all of this, which a partial answer gave. */
    default boolean isPartOf(GraphReader finished, long id1, long linkType) throws IOException {
        return switch (this) {
            case Newest(var list) -> {
                for (int i = 0; i < list.size(); i++) {
                    if (!isIn(finished, list.link(i))) {
                        yield false;
                    }
                }
                yield true;
            }
            case One(var link) -> link.isEmpty() || isIn(finished, link.get());
            case Count(var links) -> links <= finished.count(id1, linkType).value();
        };
    }

    private static boolean isIn(GraphReader finished, Link link) throws IOException {
        return finished.link(link.id1(), link.linkType(), link.id2())
                .value()
                .equals(Optional.of(link));
    }

    /** A hash of one link. */
    static long hash(Link link) {
        return hash(link.id1(), link.linkType(), link.id2(), link.time(), link.data());
    }

    /** The same of its fields. */
    static long hash(long id1, long linkType, long id2, long time, byte[] data) {
        long sum = mix(mix(mix(mix(1, id1), linkType), id2), time);
        return mix(sum, Arrays.hashCode(data));
    }

    /** The finaliser of SplittableRandom (Steele, Lea, Flood 2014) over both. */
    private static long mix(long sum, long value) {
        long z = sum * 0x9E3779B97F4A7C15L + value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
