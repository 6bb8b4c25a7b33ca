package sluice.coordinator;

import java.util.Comparator;
import sluice.model.Link;

/** Orders of links, by their keys. */
final class ReferenceOrder {
    static final Comparator<Link> OF_LINKS =
            Comparator.comparing(Link::id1, Long::compareUnsigned)
                    .thenComparing(Link::linkType, Long::compareUnsigned)
                    .thenComparing(Link::id2, Long::compareUnsigned);

    private ReferenceOrder() {}
}
