package sluice.coordinator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import sluice.model.Deletion;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * Random rows and random writes on few keys: many of one key, hidden ones, a super node, the first
 * and the last of all ids, types and times.
 */
final class RandomGraph {
    private static final long[] EXTREMES = {0, 1, -1, -2, Long.MAX_VALUE, Long.MIN_VALUE};

    final long[] ids;
    final long[] types;
    final long[] times;
    private final long[] nodeTypes = {1, 2};
    private final RandomGenerator random;

    RandomGraph(RandomGenerator random) {
        this.random = random;
        ids = drawn(random.nextInt(3, 25), 1000);
        types = drawn(random.nextInt(1, 3), 5);
        times = drawn(random.nextInt(1, 10), 1000);
    }

    private long[] drawn(int count, long bound) {
        long[] drawn = new long[count];
        for (int i = 0; i < count; i++) {
            boolean extreme = random.nextInt(4) == 0;
            drawn[i] = extreme ? EXTREMES[random.nextInt(EXTREMES.length)] : random.nextLong(bound);
        }
        return drawn;
    }

    private long any(long[] of) {
        return of[random.nextInt(of.length)];
    }

    Link link() {
        // Half of all links are of the first id.
        return new Link(
                random.nextBoolean() ? ids[0] : any(ids),
                any(types),
                any(ids),
                random.nextInt(4) == 0 ? Visibility.HIDDEN : Visibility.VISIBLE,
                random.nextInt(3),
                any(times),
                data());
    }

    /** {@code count} links, one of each key. */
    List<Link> links(int count) {
        List<Link> links = new ArrayList<>();
        Set<List<Long>> keys = new HashSet<>();
        for (int i = 0; i < count; i++) {
            Link link = link();
            if (keys.add(List.of(link.id1(), link.linkType(), link.id2()))) {
                links.add(link);
            }
        }
        return links;
    }

    /** A node of about half of all ids but the last ones, behind which others are added. */
    List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        for (long id : new TreeSet<>(Arrays.stream(ids).boxed().toList())) {
            if (random.nextBoolean() && id != -1 && id != -2) {
                nodes.add(node(id));
            }
        }
        return nodes;
    }

    private Node node(long id) {
        return new Node(id, any(nodeTypes), random.nextInt(3), any(times), data());
    }

    private byte[] data() {
        StringBuilder data = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            data.append((char) ('a' + random.nextInt(26)));
        }
        return data.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** One write to each of two graphs; returns what they answered. */
    interface Write {
        Object to(GraphStore graph) throws IOException;
    }

    /** A random write; it can be done to many graphs. */
    Write write() {
        Link link = link();
        Node node = node(any(ids));
        Deletion deletion = random.nextBoolean() ? Deletion.HIDE : Deletion.EXPUNGE;
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> graph -> graph.addLink(link).value();
            case 3 -> graph -> graph.updateLink(link).value();
            case 4, 5 ->
                    graph ->
                            graph.deleteLink(link.id1(), link.linkType(), link.id2(), deletion)
                                    .value();
            case 6 -> graph -> graph.updateNode(node).value();
            case 7 -> graph -> graph.deleteNode(node.id(), node.type()).value();
            default -> graph -> graph.addNode(node);
        };
    }
}
