package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.Visibility;

/**
 * Counts the rows of buckets for {@link StoreStats}. Belongs to one thread.
 *
 * <p>Rows come id by id. The first and the last id of a bucket may have links in other buckets too;
 * they are counted only when the counts of all buckets have been added.
 */
final class RowCounts implements GraphReader.Visitor {
    private static final int LARGEST_COUNT = 10;
    private static final int ROWS_PER_REPORT = 1 << 12;

    private record Degree(long id, long links) {
        /** Larger degrees first, of equal ones the lower id. */
        static final Comparator<Degree> LARGEST_FIRST =
                Comparator.comparingLong(Degree::links)
                        .reversed()
                        .thenComparing(Degree::id, Long::compareUnsigned);
    }

    private final ScanProgress progress;
    private final Map<Long, long[]> nodeTypes = new HashMap<>();
    private final Map<Long, long[]> linkTypes = new HashMap<>();
    private final Map<Long, long[]> propertyTypes = new HashMap<>();
    private final PriorityQueue<Degree> largest =
            new PriorityQueue<>(Degree.LARGEST_FIRST.reversed());
    private final long[] degrees = new long[Long.SIZE];

    /** Of ids at the borders of buckets their links so far. */
    private final Map<Long, Long> borderLinks = new HashMap<>();

    private long nodes;
    private long links;
    private long properties;
    private long hiddenLinks;
    private long dataBytes;
    private boolean idBegun;
    private boolean firstId = true;
    private long id;
    private long linksOfId;

    RowCounts(ScanProgress progress) {
        this.progress = progress;
    }

    @Override
    public void node(Node node) {
        nodes++;
        dataBytes += node.data().length;
        nodeTypes.computeIfAbsent(node.type(), _ -> new long[1])[0]++;
        reportRow();
    }

    @Override
    public void link(Link link) {
        if (PropertyTypes.isProperty(link.linkType())) {
            properties++;
            dataBytes += link.data().length;
            propertyTypes.computeIfAbsent(link.linkType(), _ -> new long[1])[0]++;
            reportRow();
            return;
        }
        links++;
        dataBytes += link.data().length;
        linkTypes.computeIfAbsent(link.linkType(), _ -> new long[1])[0]++;
        if (!idBegun || link.id1() != id) {
            endId(firstId);
            id = link.id1();
        }
        idBegun = true;
        if (link.visibility() == Visibility.VISIBLE) {
            linksOfId++;
        } else {
            hiddenLinks++;
        }
        reportRow();
    }

    /** Closes the bucket's last id. */
    void endBucket() {
        endId(true);
        progress.addRows((nodes + links + properties) % ROWS_PER_REPORT);
    }

    /** Adds the counts of a bucket. */
    void add(RowCounts other) {
        nodes += other.nodes;
        links += other.links;
        properties += other.properties;
        hiddenLinks += other.hiddenLinks;
        dataBytes += other.dataBytes;
        other.nodeTypes.forEach((type, count) -> merge(nodeTypes, type, count[0]));
        other.linkTypes.forEach((type, count) -> merge(linkTypes, type, count[0]));
        other.propertyTypes.forEach((type, count) -> merge(propertyTypes, type, count[0]));
        other.borderLinks.forEach((border, count) -> borderLinks.merge(border, count, Long::sum));
        other.largest.forEach(this::keepLargest);
        Arrays.setAll(degrees, i -> degrees[i] + other.degrees[i]);
    }

    /** Counts the ids at the borders, now that all buckets were added. */
    void end() {
        borderLinks.forEach(this::count);
        borderLinks.clear();
    }

    StoreStats stats(
            StoreNames names,
            boolean complete,
            long segmentBytes,
            long runBytes,
            long dictionaryBytes)
            throws IOException {
        List<StoreStats.IdFigure> top = new ArrayList<>();
        for (Degree degree : largest.stream().sorted(Degree.LARGEST_FIRST).toList()) {
            top.add(new StoreStats.IdFigure(names.idText(degree.id()), degree.links()));
        }
        int bins = degrees.length;
        while (bins > 0 && degrees[bins - 1] == 0) {
            bins--;
        }
        return new StoreStats(
                complete,
                nodes,
                links,
                properties,
                figures(nodeTypes, names),
                figures(linkTypes, names),
                figures(propertyTypes, names),
                hiddenLinks,
                dataBytes,
                Arrays.stream(degrees).sum(),
                top,
                Arrays.stream(degrees).limit(bins).boxed().toList(),
                segmentBytes,
                runBytes,
                dictionaryBytes);
    }

    private void reportRow() {
        if ((nodes + links + properties) % ROWS_PER_REPORT == 0) {
            progress.addRows(ROWS_PER_REPORT);
        }
    }

    private void endId(boolean atBorder) {
        if (!idBegun) {
            return;
        }
        if (atBorder) {
            borderLinks.merge(id, linksOfId, Long::sum);
        } else {
            count(id, linksOfId);
        }
        firstId = false;
        linksOfId = 0;
    }

    private void count(long ended, long endedLinks) {
        if (endedLinks > 0) {
            degrees[Long.SIZE - 1 - Long.numberOfLeadingZeros(endedLinks)]++;
            keepLargest(new Degree(ended, endedLinks));
        }
    }

    private void keepLargest(Degree degree) {
        largest.add(degree);
        if (largest.size() > LARGEST_COUNT) {
            largest.remove();
        }
    }

    private static void merge(Map<Long, long[]> counts, long type, long count) {
        counts.computeIfAbsent(type, _ -> new long[1])[0] += count;
    }

    private static List<StoreStats.TypeFigure> figures(Map<Long, long[]> counts, StoreNames names) {
        return counts.entrySet().stream()
                .map(
                        entry ->
                                new StoreStats.TypeFigure(
                                        names.typeText(entry.getKey()), entry.getValue()[0]))
                .sorted(
                        Comparator.comparingLong(StoreStats.TypeFigure::count)
                                .reversed()
                                .thenComparing(StoreStats.TypeFigure::type))
                .toList();
    }
}
