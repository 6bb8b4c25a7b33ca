package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.Visibility;
import sluice.segment.FileKind;
import sluice.segment.ListCursor;
import sluice.store.scan.WinningRows;

/**
 * Walks the nodes and link lists of one bucket in order: each id's node, then its links. Belongs to
 * one thread.
 */
final class BucketScan {
    /** Is told what there are rows of, each once; a row may be a deletion. */
    interface Keys {
        void node(long id) throws IOException;

        void list(long id1, long linkType) throws IOException;
    }

    private final SnapshotReader reader;
    private final Snapshot snapshot;
    private final int bucket;
    private final List<ListCursor> nodes = new ArrayList<>();
    private final List<ListCursor> links = new ArrayList<>();

    BucketScan(SnapshotReader reader, Snapshot snapshot, int bucket) throws IOException {
        this(reader, snapshot, bucket, false);
    }

    /**
     * As above.
     *
     * @param runsAlone whether what only a segment has rows of is passed over
     */
    BucketScan(SnapshotReader reader, Snapshot snapshot, int bucket, boolean runsAlone)
            throws IOException {
        this.reader = reader;
        this.snapshot = snapshot;
        this.bucket = bucket;
        for (Snapshot.Part part : snapshot.parts(bucket)) {
            if (!runsAlone || part.file().fileKind() == FileKind.RUN) {
                open(part, RowKind.NODE, nodes);
                open(part, RowKind.LINK, links);
            }
        }
    }

    /** Shows the rows that win. */
    void scan(GraphReader.Visitor visitor) throws IOException {
        walk(
                new Keys() {
                    @Override
                    public void node(long id) throws IOException {
                        Optional<Node> node = reader.node(id);
                        if (node.isPresent()) {
                            visitor.node(node.get());
                        }
                    }

                    @Override
                    public void list(long id1, long linkType) throws IOException {
                        showList(id1, linkType, visitor);
                    }
                });
    }

    void walk(Keys keys) throws IOException {
        while (!nodes.isEmpty() || !links.isEmpty()) {
            boolean nodeNext =
                    links.isEmpty() || (!nodes.isEmpty() && !isAbove(least(nodes), least(links)));
            ListCursor least = least(nodeNext ? nodes : links);
            long id1 = least.id1();
            long type = least.type();
            if (snapshot.borders.firstOf(id1) > bucket) {
                return;
            }
            if (nodeNext) {
                if (snapshot.borders.firstOf(id1) == bucket) {
                    keys.node(id1);
                }
                pass(nodes, id1, type);
            } else {
                keys.list(id1, type);
                pass(links, id1, type);
            }
        }
    }

    private void open(Snapshot.Part part, RowKind kind, List<ListCursor> cursors)
            throws IOException {
        if (part.has(kind)) {
            ListCursor cursor = SnapshotReader.cursor(part, kind);
            if (cursor.seek(snapshot.borders.id1(bucket), 0)) {
                cursors.add(cursor);
            }
        }
    }

    private void showList(long id1, long type, GraphReader.Visitor visitor) throws IOException {
        for (WinningRows winners = reader.winners(id1, type, bucket, bucket); winners.next(); ) {
            visitor.link(link(id1, type, winners));
        }
    }

    /** The row that {@code winners} is at. */
    static Link link(long id1, long type, WinningRows winners) throws IOException {
        return new Link(
                id1,
                type,
                winners.id2(),
                winners.hidden() ? Visibility.HIDDEN : Visibility.VISIBLE,
                winners.version(),
                winners.time(),
                winners.data());
    }

    /** A node may have several types in several parts; they all stand for the one node. */
    private void pass(List<ListCursor> cursors, long id1, long type) throws IOException {
        for (Iterator<ListCursor> all = cursors.iterator(); all.hasNext(); ) {
            ListCursor cursor = all.next();
            boolean more = true;
            while (more && cursor.id1() == id1 && (cursors == nodes || cursor.type() == type)) {
                more = cursor.nextList();
            }
            if (!more) {
                all.remove();
            }
        }
    }

    private static ListCursor least(List<ListCursor> cursors) {
        ListCursor least = cursors.getFirst();
        for (ListCursor cursor : cursors) {
            int order = Long.compareUnsigned(cursor.id1(), least.id1());
            if (order < 0
                    || (order == 0 && Long.compareUnsigned(cursor.type(), least.type()) < 0)) {
                least = cursor;
            }
        }
        return least;
    }

    private static boolean isAbove(ListCursor first, ListCursor second) {
        return Long.compareUnsigned(first.id1(), second.id1()) > 0;
    }
}
