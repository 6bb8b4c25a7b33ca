package sluice.model;

import java.util.Optional;

/**
 * What a hot store holds for the key of a link. It stands for the key alone: nothing that a cold
 * store holds for it is shown but through {@link #over}.
 *
 * @param link the link; only its key counts where {@code kind} is not {@link Kind#LINK}
 * @param sequence the number of the write that left it; no two writes have the same one
 */
public record HotLink(Kind kind, Link link, long sequence) {
    private static final byte[] NO_DATA = {};

    /** What is known of a key. */
    public enum Kind {
        /** The link, visible or hidden. */
        LINK,
        /**
         * Whatever link the cold store has of this key is hidden and keeps its other fields: left
         * by one who hid a link that the hot store did not hold, and of which a load may yet bring
         * a better version.
         */
        HIDES,
        /** There is no such link. */
        EXPUNGED
    }

    /** A row of {@code kind}, which is not {@link Kind#LINK}, for a key. */
    public static HotLink mark(Kind kind, long id1, long linkType, long id2, long sequence) {
        Link key = new Link(id1, linkType, id2, Visibility.HIDDEN, 0, 0, NO_DATA);
        return new HotLink(kind, key, sequence);
    }

    /** Whether this is a link that lists and counts show. */
    public boolean isVisible() {
        return kind == Kind.LINK && link.visibility() == Visibility.VISIBLE;
    }

    /** The link of this key in a graph whose cold store holds {@code cold}. */
    public Optional<Link> over(Optional<Link> cold) {
        return switch (kind) {
            case LINK -> Optional.of(link);
            case HIDES -> cold.map(HotLink::hidden);
            case EXPUNGED -> Optional.empty();
        };
    }

    /** {@code link}, hidden. */
    public static Link hidden(Link link) {
        return new Link(
                link.id1(),
                link.linkType(),
                link.id2(),
                Visibility.HIDDEN,
                link.version(),
                link.time(),
                link.data());
    }
}
