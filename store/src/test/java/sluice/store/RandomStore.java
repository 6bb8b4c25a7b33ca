package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.Visibility;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.segment.RandomRows;
import sluice.segment.Row;
import sluice.segment.TestFiles;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * A store as a load leaves it at some moment, written without a load: segments of an earlier load,
 * each perhaps shared by several buckets, runs of the present one, and buckets in all states; with
 * the graph that it must answer.
 *
 * @param rows what may be asked for: its ids, types and times are those of the store
 */
record RandomStore(Manifest manifest, ReferenceGraph graph, RandomRows rows) {

    /** How large a store is: rows of either load, and buckets. */
    record Size(int earlierRows, int rows, int runs, int earlierBuckets, int buckets) {
        static final Size USUAL = new Size(1500, 2500, 4, 4, 10);
        static final Size SMALL = new Size(20, 25, 2, 2, 3);
    }

    /** Rows of both kinds. */
    private record Rows(List<Row> links, List<Row> nodes) {
        Rows in(KeyRange range) {
            return new Rows(
                    links.stream().filter(row -> range.holds(row.id1(), row.id2())).toList(),
                    nodes.stream().filter(row -> range.holds(row.id1(), row.id2())).toList());
        }

        Rows with(Rows later) {
            List<Row> allLinks = new ArrayList<>(links);
            allLinks.addAll(later.links);
            List<Row> allNodes = new ArrayList<>(nodes);
            allNodes.addAll(later.nodes);
            return new Rows(allLinks, allNodes);
        }

        boolean isEmpty() {
            return links.isEmpty() && nodes.isEmpty();
        }

        void addTo(ReferenceGraph graph) {
            for (Row row : links) {
                if (row.isTombstone()) {
                    graph.deleteLink(row.id1(), row.type(), row.id2(), row.version(), row.time());
                } else {
                    graph.addLink(link(row));
                }
            }
            for (Row row : nodes) {
                if (row.isTombstone()) {
                    graph.deleteNode(row.id1(), row.version(), row.time());
                } else {
                    graph.addNode(
                            new Node(row.id1(), row.type(), row.version(), row.time(), row.data()));
                }
            }
        }
    }

    private static Link link(Row row) {
        Visibility visibility =
                (row.flags() & RowSink.HIDDEN) != 0 ? Visibility.HIDDEN : Visibility.VISIBLE;
        return new Link(
                row.id1(),
                row.type(),
                row.id2(),
                visibility,
                row.version(),
                row.time(),
                row.data());
    }

    /** Writes a store whose load stands in {@code phase}. */
    static RandomStore write(
            Storage storage, SplittableRandom random, Manifest.Phase phase, Size size)
            throws IOException {
        RandomRows shape = new RandomRows(random, true);
        ReferenceGraph graph = new ReferenceGraph();
        graph.setComplete(phase != Manifest.Phase.STAGING);
        Borders earlierBorders =
                TestFiles.borders(
                        random,
                        shape.id1s(),
                        shape.id2s(),
                        1 + random.nextInt(size.earlierBuckets()));
        Borders borders = refine(random, earlierBorders, shape, size.buckets());
        Rows earlier =
                random.nextInt(3) == 0
                        ? new Rows(List.of(), List.of())
                        : draw(random, shape, size.earlierRows());
        earlier.addTo(graph);
        graph.forgetDeletions();
        Map<Integer, FileEntry> earlierSegments = new HashMap<>();
        for (int piece = 0; piece < earlierBorders.count(); piece++) {
            Rows part = earlier.in(KeyRange.of(earlierBorders, piece, piece));
            if (!part.isEmpty()) {
                earlierSegments.put(piece, segment(storage, "earlier-" + piece, part));
            }
        }

        List<FileEntry> runs = new ArrayList<>();
        Rows now = new Rows(List.of(), List.of());
        for (int i = 0; i < size.runs(); i++) {
            Rows chunk = draw(random, shape, size.rows() / size.runs());
            now = now.with(chunk);
            chunk.addTo(graph);
            runs.add(
                    TestFiles.writeRun(
                            storage, "run-" + i + "-links", RowKind.LINK, borders, chunk.links()));
            runs.add(
                    TestFiles.writeRun(
                            storage, "run-" + i + "-nodes", RowKind.NODE, borders, chunk.nodes()));
        }
        earlier =
                new Rows(
                        RandomRows.winners(earlier.links(), RowKind.LINK),
                        RandomRows.winners(earlier.nodes(), RowKind.NODE));
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < borders.count(); i++) {
            KeyRange range = KeyRange.of(borders, i, i);
            FileEntry shared =
                    earlierSegments.get(earlierBorders.find(borders.id1(i), borders.id2(i)));
            boolean built =
                    phase == Manifest.Phase.COMPLETE
                            || (phase == Manifest.Phase.BUILDING && random.nextBoolean());
            Bucket.State state =
                    built
                            ? Bucket.State.BUILT
                            : phase == Manifest.Phase.BUILDING && random.nextBoolean()
                                    ? Bucket.State.BUILDING
                                    : Bucket.State.STAGED;
            FileEntry own = shared;
            if (built && !now.in(range).isEmpty()) {
                own = segment(storage, "segment-" + i, earlier.in(range).with(now.in(range)));
            }
            buckets.add(new Bucket(borders.id1(i), borders.id2(i), state, own, random.nextInt(5)));
        }
        if (phase == Manifest.Phase.COMPLETE) {
            runs.clear();
        }
        Manifest manifest =
                new Manifest(
                        random.nextInt(1, 100),
                        false,
                        earlier.isEmpty() ? 1 : 2,
                        phase,
                        "rows",
                        buckets,
                        runs,
                        List.of());
        deleteUnlisted(storage, manifest);
        ManifestFile.publish(storage, manifest);
        return new RandomStore(manifest, graph, shape);
    }

    private static void deleteUnlisted(Storage storage, Manifest manifest) throws IOException {
        List<String> listed = manifest.files().stream().map(FileEntry::name).toList();
        for (String name : storage.list()) {
            if (!listed.contains(name)) {
                storage.delete(name);
            }
        }
    }

    private static Rows draw(SplittableRandom random, RandomRows shape, int count) {
        return new Rows(
                shape.links(random.nextInt(count + 1), true),
                shape.nodes(random.nextInt(count / 3 + 1), true));
    }

    private static FileEntry segment(Storage storage, String name, Rows rows) throws IOException {
        return TestFiles.writeSegment(storage, name, rows.links(), rows.nodes());
    }

    /** The borders of an earlier load and some more. */
    private static Borders refine(
            SplittableRandom random, Borders earlier, RandomRows shape, int countMax) {
        Borders more = TestFiles.borders(random, shape.id1s(), shape.id2s(), countMax);
        List<long[]> cuts = new ArrayList<>();
        for (Borders each : List.of(earlier, more)) {
            for (int i = 0; i < each.count(); i++) {
                cuts.add(new long[] {each.id1(i), each.id2(i)});
            }
        }
        cuts.sort((a, b) -> Borders.compare(a[0], a[1], b[0], b[1]));
        for (int i = cuts.size() - 1; i > 0; i--) {
            if (cuts.get(i)[0] == cuts.get(i - 1)[0] && cuts.get(i)[1] == cuts.get(i - 1)[1]) {
                cuts.remove(i);
            }
        }
        return new Borders(
                cuts.stream().mapToLong(cut -> cut[0]).toArray(),
                cuts.stream().mapToLong(cut -> cut[1]).toArray());
    }
}
