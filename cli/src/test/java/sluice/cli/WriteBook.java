package sluice.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * What several threads have written, with what came of it, and what a key may hold after that: what
 * some write has left that no acknowledged one surely came after, or what was loaded where no
 * acknowledged write changed it. Links are added and hidden, nodes updated, deleted and added.
 */
final class WriteBook {
    /** The key of a link. */
    record LinkKey(long id1, long linkType, long id2) {
        static LinkKey of(Link link) {
            return new LinkKey(link.id1(), link.linkType(), link.id2());
        }
    }

    /** Whether a write took effect. */
    enum Fate {
        DONE,
        /** There was no row to be changed. */
        WITHOUT_EFFECT,
        /** It was not answered, or was answered while a load might yet bring its row. */
        UNKNOWN
    }

    /**
     * One write.
     *
     * @param row what it put there; null where it hid or deleted
     * @param begin a moment before it was sent
     * @param end a moment after it had ended
     */
    private record Write<R>(@Nullable R row, long begin, long end, Fate fate) {}

    private final AtomicLong moments = new AtomicLong();
    private final Map<LinkKey, List<Write<Link>>> links = new HashMap<>();
    private final Map<Long, List<Write<Node>>> nodes = new HashMap<>();
    private final Set<Node> added = new HashSet<>();
    private final List<Node> perhapsAdded = new ArrayList<>();
    private Set<LinkKey> recent = new HashSet<>();
    private long acknowledged;
    private long unknown;

    /** To be taken before a write is sent. */
    long moment() {
        return moments.incrementAndGet();
    }

    /** A link was added, or hidden where {@code link} is null. */
    synchronized void wroteLink(LinkKey key, @Nullable Link link, long begin, Fate fate) {
        links.computeIfAbsent(key, _ -> new ArrayList<>())
                .add(new Write<>(link, begin, moment(), fate));
        recent.add(key);
        count(fate);
    }

    /** A node was updated, or deleted where {@code node} is null. */
    synchronized void wroteNode(long id, @Nullable Node node, long begin, Fate fate) {
        nodes.computeIfAbsent(id, _ -> new ArrayList<>())
                .add(new Write<>(node, begin, moment(), fate));
        count(fate);
    }

    /** A node was added, or perhaps; its id is known only in the first case. */
    synchronized void addedNode(Node node, boolean isKnown) {
        if (isKnown) {
            added.add(node);
        } else {
            perhapsAdded.add(node);
        }
        count(isKnown ? Fate.DONE : Fate.UNKNOWN);
    }

    private void count(Fate fate) {
        acknowledged += fate == Fate.DONE ? 1 : 0;
        unknown += fate == Fate.UNKNOWN ? 1 : 0;
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    synchronized long unknown() {
        return unknown;
    }

    /** The links that were written since this was last called. */
    synchronized Set<LinkKey> takeRecent() {
        Set<LinkKey> taken = recent;
        recent = new HashSet<>();
        return taken;
    }

    synchronized Set<LinkKey> links() {
        return Set.copyOf(links.keySet());
    }

    synchronized Set<Long> nodes() {
        return Set.copyOf(nodes.keySet());
    }

    synchronized Set<Node> added() {
        return Set.copyOf(added);
    }

    /** Whether {@code node} can be one whose adding was not answered. */
    synchronized boolean isPerhapsAdded(Node node) {
        return perhapsAdded.stream().anyMatch(one -> node.equals(withId(one, node.id())));
    }

    static Node withId(Node node, long id) {
        return new Node(id, node.type(), node.version(), node.time(), node.data());
    }

    /** Whether the link may be as {@code found} where {@code loaded} is what a load brought. */
    synchronized boolean mayBe(LinkKey key, Optional<Link> found, Optional<Link> loaded) {
        List<Write<Link>> writes = links.getOrDefault(key, List.of());
        boolean isLoadedStill = writes.stream().noneMatch(WriteBook::isDone);
        if (isLoadedStill && found.equals(loaded)) {
            return true;
        }
        if (found.isEmpty()) {
            return false;
        }
        boolean isHidden = found.get().visibility() == Visibility.HIDDEN;
        return lastOnes(writes).stream()
                .anyMatch(
                        write -> write.row() == null ? isHidden : write.row().equals(found.get()));
    }

    /** As for links; what is deleted stays away. */
    synchronized boolean mayBe(long id, Optional<Node> found, Optional<Node> loaded) {
        List<Write<Node>> writes = nodes.getOrDefault(id, List.of());
        boolean isLoadedStill = writes.stream().noneMatch(WriteBook::isDone);
        if (isLoadedStill && found.equals(loaded)) {
            return true;
        }
        if (found.isEmpty()) {
            return writes.stream()
                    .anyMatch(w -> w.row() == null && w.fate() != Fate.WITHOUT_EFFECT);
        }
        return writes.stream().noneMatch(write -> write.row() == null && isDone(write))
                && lastOnes(writes).stream().anyMatch(write -> found.get().equals(write.row()));
    }

    private static boolean isDone(Write<?> write) {
        return write.fate() == Fate.DONE;
    }

    /** The writes that no write surely came after. */
    private static <R> List<Write<R>> lastOnes(List<Write<R>> writes) {
        return writes.stream()
                .filter(write -> write.fate() != Fate.WITHOUT_EFFECT)
                .filter(
                        write ->
                                writes.stream()
                                        .noneMatch(
                                                later ->
                                                        isDone(later)
                                                                && later.begin() > write.end()))
                .toList();
    }
}
