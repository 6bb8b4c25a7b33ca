package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.TypeCount;
import sluice.model.Visibility;
import sluice.segment.FileKind;
import sluice.segment.KeyRange;
import sluice.segment.LinkCollector;
import sluice.segment.ListCursor;
import sluice.store.scan.ListParts;
import sluice.store.scan.LongSet;
import sluice.store.scan.WinningRows;

/**
 * The reads on one snapshot. A bucket that is built is answered from its segment alone; any other
 * from all its parts, of whose rows with equal keys one wins. Safe for any number of threads.
 */
final class SnapshotReader {
    private final Snapshot snapshot;

    SnapshotReader(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    Optional<Node> node(long id) throws IOException {
        ListCursor row = nodeRow(id);
        return row == null ? Optional.empty() : Optional.of(toNode(row));
    }

    /** Where the row of a node is, or null where there is none. */
    @Nullable ListCursor nodeRow(long id) throws IOException {
        @Nullable ListCursor best = null;
        for (Snapshot.Part part : snapshot.parts(snapshot.borders.firstOf(id))) {
            if (part.has(RowKind.NODE)) {
                ListCursor cursor = cursor(part, RowKind.NODE);
                if (cursor.seek(id, 0)
                        && cursor.id1() == id
                        && (best == null || beats(cursor, best))) {
                    best = cursor;
                }
            }
        }
        return best == null || (best.flags() & RowSink.TOMBSTONE) != 0 ? null : best;
    }

    Optional<Link> link(long id1, long linkType, long id2) throws IOException {
        int bucket = snapshot.borders.find(id1, id2);
        @Nullable ListCursor best = null;
        for (Snapshot.Part part : snapshot.parts(bucket)) {
            if (part.has(RowKind.LINK)) {
                ListCursor cursor = cursor(part, RowKind.LINK);
                if (seekList(cursor, id1, linkType)
                        && seekRow(part, cursor, id2)
                        && (best == null || beats(cursor, best))) {
                    best = cursor;
                }
            }
        }
        return best == null || (best.flags() & RowSink.TOMBSTONE) != 0
                ? Optional.empty()
                : Optional.of(toLink(id1, linkType, best));
    }

    LinkList linkList(LinkQuery query) throws IOException {
        long id1 = query.id1();
        int bucket = snapshot.borders.firstOf(id1);
        if (snapshot.direct(bucket)) {
            return directList(bucket, query);
        }
        LinkCollector collector = new LinkCollector(Math.min(query.limit(), 16));
        WinningRows winners = winners(id1, query.linkType());
        long skip = query.offset();
        while (collector.size() < query.limit() && winners.next()) {
            if (winners.time() < query.minTime()) {
                break;
            }
            if (winners.time() > query.maxTime() || winners.hidden()) {
                continue;
            }
            if (skip > 0) {
                skip--;
            } else {
                collector.addRow(winners.id2(), winners.time(), winners.version(), winners.data());
            }
        }
        return collector.toList(id1, query.linkType());
    }

    /** Bucket by bucket: a super node has several, most of which answer without their rows. */
    long count(long id1, long linkType) throws IOException {
        long count = 0;
        int last = snapshot.borders.lastOf(id1);
        for (int bucket = snapshot.borders.firstOf(id1); bucket <= last; bucket++) {
            count += count(id1, linkType, bucket);
        }
        return count;
    }

    private long count(long id1, long linkType, int bucket) throws IOException {
        Snapshot.Part[] parts = snapshot.parts(bucket);
        if (parts.length == 1 && parts[0].file().fileKind() == FileKind.SEGMENT) {
            @Nullable ListCursor cursor = directCursor(bucket);
            if (cursor == null || !seekList(cursor, id1, linkType)) {
                return 0;
            }
            // A segment that was built for more than this bucket may hold rows of another.
            if (snapshot.direct(bucket) || cursor.isWithin(snapshot.range(bucket))) {
                return cursor.visibleRows();
            }
        }
        long count = 0;
        for (WinningRows winners = winners(id1, linkType, bucket, bucket); winners.next(); ) {
            count += winners.hidden() ? 0 : 1;
        }
        return count;
    }

    List<TypeCount> types(long id1) throws IOException {
        List<TypeCount> counts = new ArrayList<>();
        for (long type : typesOf(id1)) {
            long count = count(id1, type);
            if (count > 0) {
                counts.add(new TypeCount(type, count));
            }
        }
        return counts;
    }

    /** The largest id of a row, which may be a tombstone. */
    OptionalLong largestId() throws IOException {
        for (int bucket = snapshot.borders.count() - 1; bucket >= 0; bucket--) {
            OptionalLong largest = OptionalLong.empty();
            for (Snapshot.Part part : snapshot.parts(bucket)) {
                for (RowKind kind : RowKind.values()) {
                    if (part.has(kind)) {
                        long id = largestId(cursor(part, kind));
                        if (largest.isEmpty()
                                || Long.compareUnsigned(id, largest.getAsLong()) > 0) {
                            largest = OptionalLong.of(id);
                        }
                    }
                }
            }
            if (largest.isPresent()) {
                return largest;
            }
        }
        return OptionalLong.empty();
    }

    /** The largest id at the cursor's place, which has a row: the last one that a seek finds. */
    private static long largestId(ListCursor cursor) throws IOException {
        long found = 0;
        for (long bit = Long.MIN_VALUE; bit != 0; bit >>>= 1) {
            if (cursor.seek(found | bit, 0)) {
                found |= bit;
            }
        }
        return found;
    }

    /** Shows all rows, bucket by bucket. */
    void scan(GraphReader.Visitor visitor) throws IOException {
        for (int bucket = 0; bucket < snapshot.borders.count(); bucket++) {
            scanBucket(bucket, visitor);
        }
    }

    void scanBucket(int bucket, GraphReader.Visitor visitor) throws IOException {
        new BucketScan(this, snapshot, bucket).scan(visitor);
    }

    /** The winning rows of a list, of all its buckets. */
    private WinningRows winners(long id1, long linkType) throws IOException {
        return winners(id1, linkType, snapshot.borders.firstOf(id1), snapshot.borders.lastOf(id1));
    }

    /** The winning rows of a list that lie in some buckets. */
    WinningRows winners(long id1, long linkType, int firstBucket, int lastBucket)
            throws IOException {
        ListParts list = new ListParts();
        for (int bucket = firstBucket; bucket <= lastBucket; bucket++) {
            KeyRange range =
                    snapshot.borders.cutsInside(bucket) ? snapshot.range(bucket) : KeyRange.ALL;
            for (Snapshot.Part part : snapshot.parts(bucket)) {
                if (!part.has(RowKind.LINK)) {
                    continue;
                }
                ListCursor cursor = cursor(part, RowKind.LINK);
                if (seekList(cursor, id1, linkType)) {
                    list.add(part.file(), cursor, range);
                }
            }
        }
        return snapshot.manifest.laterWins()
                ? list.shadowed(id1, runId2s(id1, linkType, firstBucket, lastBucket))
                : list.winners(id1);
    }

    /** The id2s of a list that stand in runs. */
    private LongSet runId2s(long id1, long linkType, int firstBucket, int lastBucket)
            throws IOException {
        LongSet id2s = new LongSet();
        for (int bucket = firstBucket; bucket <= lastBucket; bucket++) {
            for (Snapshot.Part part : snapshot.parts(bucket)) {
                if (part.file().fileKind() == FileKind.RUN && part.has(RowKind.LINK)) {
                    ListCursor cursor = cursor(part, RowKind.LINK);
                    if (seekList(cursor, id1, linkType)) {
                        for (; cursor.hasRow(); cursor.nextRow()) {
                            id2s.add(cursor.id2());
                        }
                    }
                }
            }
        }
        return id2s;
    }

    static ListCursor cursor(Snapshot.Part part, RowKind kind) {
        return new ListCursor(part.file(), kind, part.from(kind), part.to(kind));
    }

    /**
     * Whether the row of {@code first} beats that of {@code second}, which comes from an older
     * part.
     */
    boolean beats(ListCursor first, ListCursor second) {
        if (snapshot.manifest.laterWins()) {
            return true;
        }
        return first.version() != second.version()
                ? first.version() > second.version()
                : first.time() >= second.time();
    }

    static Node toNode(ListCursor cursor) {
        return new Node(
                cursor.id1(), cursor.type(), cursor.version(), cursor.time(), cursor.data());
    }

    static Link toLink(long id1, long linkType, ListCursor cursor) {
        Visibility visibility = cursor.flags() == 0 ? Visibility.VISIBLE : Visibility.HIDDEN;
        return new Link(
                id1,
                linkType,
                cursor.id2(),
                visibility,
                cursor.version(),
                cursor.time(),
                cursor.data());
    }

    private LinkList directList(int bucket, LinkQuery query) throws IOException {
        @Nullable ListCursor cursor = directCursor(bucket);
        if (cursor == null || !seekList(cursor, query.id1(), query.linkType())) {
            return new LinkCollector(0).toList(query.id1(), query.linkType());
        }
        long rows = cursor.rows();
        if (query.maxTime() != Long.MAX_VALUE) {
            cursor.skipNewerThan(query.maxTime());
        }
        if (query.offset() > 0) {
            skipVisible(cursor, query.offset());
        }
        LinkCollector collector =
                new LinkCollector((int) Math.min(rows, Math.min(query.limit(), 1 << 16)));
        collector.addRows(cursor, query.minTime(), query.limit());
        return collector.toList(query.id1(), query.linkType());
    }

    private static void skipVisible(ListCursor cursor, long offset) throws IOException {
        if (cursor.visibleRows() == cursor.rows()) {
            cursor.skipRows(offset);
            return;
        }
        for (long skip = offset; skip > 0 && cursor.hasRow(); cursor.nextRow()) {
            skip -= cursor.flags() == 0 ? 1 : 0;
        }
    }

    private @Nullable ListCursor directCursor(int bucket) {
        Snapshot.Part segment = snapshot.segment(bucket);
        return segment == null || !segment.has(RowKind.LINK) ? null : cursor(segment, RowKind.LINK);
    }

    private static boolean seekList(ListCursor cursor, long id1, long linkType) throws IOException {
        return cursor.seek(id1, linkType) && cursor.id1() == id1 && cursor.type() == linkType;
    }

    /** Moves to the winning row of {@code id2} among the list's rows in one part. */
    private static boolean seekRow(Snapshot.Part part, ListCursor cursor, long id2)
            throws IOException {
        return switch (part.file().fileKind()) {
            case SEGMENT -> cursor.seekId2(id2);
            case RUN -> cursor.seekBestOf(id2);
        };
    }

    private long[] typesOf(long id1) throws IOException {
        TreeSet<Long> types = new TreeSet<>(Long::compareUnsigned);
        int last = snapshot.borders.lastOf(id1);
        for (int bucket = snapshot.borders.firstOf(id1); bucket <= last; bucket++) {
            for (Snapshot.Part part : snapshot.parts(bucket)) {
                if (part.has(RowKind.LINK)) {
                    ListCursor cursor = cursor(part, RowKind.LINK);
                    for (boolean on = cursor.seek(id1, 0);
                            on && cursor.id1() == id1;
                            on = cursor.nextList()) {
                        types.add(cursor.type());
                    }
                }
            }
        }
        return types.stream().mapToLong(Long::longValue).toArray();
    }
}
