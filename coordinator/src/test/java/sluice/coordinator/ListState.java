package sluice.coordinator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * What one list of a few keys holds: the link of each key, or null. Links that a load brought and
 * nobody has replaced are known by their version. Immutable.
 */
final class ListState {
    private static final Comparator<Link> NEWEST_FIRST =
            Comparator.comparingLong(Link::time)
                    .reversed()
                    .thenComparing(Link::id2, Long::compareUnsigned);

    /** Versions up to this one are those of a load. */
    static final long LOADED_VERSION_MAX = 1000;

    private final Link[] links;

    private ListState(Link[] links) {
        this.links = links;
    }

    /** The state of the keys 0 to {@code keys} - 1 where {@code loaded} is all there is. */
    static ListState of(int keys, List<Link> loaded) {
        Link[] links = new Link[keys];
        loaded.forEach(link -> links[(int) link.id2()] = link);
        return new ListState(links);
    }

    Optional<Link> link(long id2) {
        return Optional.ofNullable(links[(int) id2]);
    }

    ListState with(Link link) {
        return with(link.id2(), link);
    }

    ListState without(long id2) {
        return with(id2, null);
    }

    private ListState with(long id2, Link link) {
        Link[] changed = links.clone();
        changed[(int) id2] = link;
        return new ListState(changed);
    }

    /** The visible links in the order of a list. */
    List<Link> visible() {
        List<Link> visible = new ArrayList<>();
        for (Link link : links) {
            if (link != null && link.visibility() == Visibility.VISIBLE) {
                visible.add(link);
            }
        }
        visible.sort(NEWEST_FIRST);
        return visible;
    }

    /** Whether a partial answer may lack {@code link}. */
    static boolean mayBeMissing(Link link) {
        return link.version() <= LOADED_VERSION_MAX;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ListState state && Arrays.equals(links, state.links);
    }

    /** By what writes change: a link's own hash is that of its key, which all states share. */
    @Override
    public int hashCode() {
        int hash = 1;
        for (Link link : links) {
            hash = 31 * hash + (link == null ? 0 : hash(link));
        }
        return hash;
    }

    private static int hash(Link link) {
        return Long.hashCode(link.version()) * 31
                + Long.hashCode(link.time()) * 2
                + link.visibility().ordinal();
    }

    @Override
    public String toString() {
        return Arrays.toString(links);
    }
}
