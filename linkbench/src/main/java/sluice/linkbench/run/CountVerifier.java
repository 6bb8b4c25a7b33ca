package sluice.linkbench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.TypeCount;
import sluice.model.Visibility;

/**
 * Checks that the count of each list is the number of its visible links, by a pass over all links
 * while nothing is written. Lists without links are asked for too, for each id that a node or a
 * link shows. For one thread.
 */
final class CountVerifier implements GraphReader.Visitor {
    private static final int PROBLEMS_KEPT = 10;

    private final GraphReader reader;
    private final long[] linkTypes;
    private final Map<Long, Long> visible = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private long id;
    private boolean begun;
    private long lists;
    private long wrong;

    private CountVerifier(GraphReader reader, long[] linkTypes) {
        this.reader = reader;
        this.linkTypes = linkTypes;
    }

    /** Checks all lists; those of {@code linkTypes} are asked for also where they have no link. */
    static Verification verify(GraphReader reader, long[] linkTypes) throws IOException {
        CountVerifier verifier = new CountVerifier(reader, linkTypes);
        reader.scan(verifier);
        verifier.endId();
        return new Verification(verifier.lists, verifier.wrong, verifier.problems);
    }

    @Override
    public void node(Node node) throws IOException {
        beginId(node.id());
    }

    @Override
    public void link(Link link) throws IOException {
        beginId(link.id1());
        visible.merge(
                link.linkType(), link.visibility() == Visibility.VISIBLE ? 1L : 0L, Long::sum);
    }

    private void beginId(long next) throws IOException {
        if (!begun || next != id) {
            endId();
            begun = true;
            id = next;
            for (long linkType : linkTypes) {
                visible.put(linkType, 0L);
            }
        }
    }

    private void endId() throws IOException {
        for (TypeCount told : begun ? reader.types(id).value() : List.<TypeCount>of()) {
            visible.putIfAbsent(told.linkType(), 0L);
        }
        for (Map.Entry<Long, Long> list : visible.entrySet()) {
            long count = reader.count(id, list.getKey()).value();
            lists++;
            if (count != list.getValue()) {
                wrong++;
                report(list.getKey(), list.getValue(), count);
            }
        }
        visible.clear();
    }

    private void report(long linkType, long links, long count) {
        if (problems.size() < PROBLEMS_KEPT) {
            problems.add(
                    "list (%s, %s) has %d visible links, and its count is %d"
                            .formatted(
                                    Long.toUnsignedString(id),
                                    Long.toUnsignedString(linkType),
                                    links,
                                    count));
        }
    }
}
