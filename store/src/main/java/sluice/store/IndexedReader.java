package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.segment.BlockFile;
import sluice.segment.FileKind;
import sluice.segment.IndexRange;
import sluice.segment.KeyRange;
import sluice.segment.ListCursor;

/**
 * Answers one question for the ids of an index from a snapshot. Belongs to one thread.
 *
 * <p>Every file says which indexes it has. Ids come from the segments and, where a bucket is not
 * built, from the runs too. From a file that lacks the index come all ids with rows of its type.
 * The lists of a bucket that is not built are in no index of counts: they are counted. Cost: a look
 * into the filter of each file, and into blocks of those that may have a key.
 */
final class IndexedReader {
    private final Snapshot snapshot;
    private final SnapshotReader reader;
    private final IndexQuery query;
    private final LongConsumer demand;
    private final IndexRange range;
    private final LeastIds found;

    /** Whether ids came from a file that lacks the index. */
    private boolean isGuessed;

    /** {@code demand} gets an id of each bucket that is answered slowly as it is not built. */
    IndexedReader(Snapshot snapshot, SnapshotReader reader, IndexQuery query, LongConsumer demand) {
        this.snapshot = snapshot;
        this.reader = reader;
        this.query = query;
        this.demand = demand;
        this.range = new IndexRange(query.index(), query.from(), query.to(), query.isPrefix());
        this.found = new LeastIds((int) Math.min(query.limit() + 1L, Integer.MAX_VALUE));
    }

    IndexedIds find() throws IOException {
        StoreSchema schema = snapshot.schema;
        if (query.index() >= schema.numbers().next()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the store has no index %d; its schema has indexes up to %d"
                            .formatted(query.index(), schema.numbers().next() - 1));
        }
        if (schema.isCount(query.index())) {
            findCounts();
        } else {
            findInRuns();
            findInSegments();
        }
        long[] ids = found.sorted();
        boolean more = ids.length > query.limit();
        // A row of a run may have taken the place of one in a segment.
        boolean proven = snapshot.manifest.runs().isEmpty() && !isGuessed;
        return new IndexedIds(more ? Arrays.copyOf(ids, query.limit()) : ids, more, proven);
    }

    private void findInRuns() throws IOException {
        List<BlockFile> lacking = new ArrayList<>();
        for (BlockFile run : snapshot.runs()) {
            if (run.hasIndex(query.index())) {
                range.find(
                        run, query.firstId(), id -> isBuilt(id) ? found.wants(id) : found.add(id));
            } else {
                lacking.add(run);
            }
        }
        if (lacking.isEmpty()) {
            return;
        }
        for (int bucket = firstBucket(); bucket < snapshot.borders.count(); bucket++) {
            for (Snapshot.Part part : snapshot.parts(bucket)) {
                if (lacking.contains(part.file())) {
                    addIdsOfType(part, snapshot.range(bucket));
                }
            }
        }
    }

    private int firstBucket() {
        return snapshot.borders.firstOf(query.firstId());
    }

    /** Whether all rows of an id are in segments. */
    private boolean isBuilt(long id) {
        int last = snapshot.borders.lastOf(id);
        for (int bucket = snapshot.borders.firstOf(id); bucket <= last; bucket++) {
            if (snapshot.manifest.buckets().get(bucket).state() != Bucket.State.BUILT) {
                return false;
            }
        }
        return true;
    }

    private void findInSegments() throws IOException {
        IdsOfSegment ids = new IdsOfSegment();
        for (int bucket = firstBucket(); bucket < snapshot.borders.count(); bucket++) {
            if (!mayGoOn(bucket)) {
                return;
            }
            Snapshot.Part segment = snapshot.segment(bucket);
            if (segment == null) {
                continue;
            }
            BlockFile file = segment.file();
            if (!file.hasIndex(query.index())) {
                addIdsOfType(segment, snapshot.range(bucket));
            } else if (file != ids.file) {
                // Buckets that share a segment follow one another.
                ids.file = file;
                range.find(file, query.firstId(), ids);
            }
        }
    }

    /** Takes the ids of one segment after the other: one object for thousands of segments. */
    private final class IdsOfSegment implements IndexRange.Ids {
        private @Nullable BlockFile file;

        @Override
        public boolean id(long id) {
            return isOf(file, id) ? found.add(id) : found.wants(id);
        }
    }

    /** Whether ids of a bucket, and of those after it, may be wanted. */
    private boolean mayGoOn(int bucket) {
        return !found.isFull() || found.wants(snapshot.borders.id1(bucket));
    }

    /** Whether rows of an id that are in the segment {@code file} count. */
    private boolean isOf(@Nullable BlockFile file, long id) {
        int last = snapshot.borders.lastOf(id);
        for (int bucket = snapshot.borders.firstOf(id); bucket <= last; bucket++) {
            Snapshot.Part segment = snapshot.segment(bucket);
            if (segment != null && segment.file() == file) {
                return true;
            }
        }
        return false;
    }

    /** Adds the ids of a part that have a list of the type; of a bucket with {@code keys}. */
    private void addIdsOfType(Snapshot.Part part, KeyRange keys) throws IOException {
        isGuessed = true;
        TypeCursor cursor = new TypeCursor(part, keys);
        while (cursor.next() && found.add(cursor.id())) {
            // The cursor goes on to the next id.
        }
    }

    /** Goes through the ids of a part of a bucket that have a list of the type. */
    private final class TypeCursor {
        private final ListCursor lists;
        private final KeyRange keys;
        private boolean isOn;
        private boolean hasBegun;

        TypeCursor(Snapshot.Part part, KeyRange keys) {
            this.lists = SnapshotReader.cursor(part, RowKind.LINK);
            this.keys = keys;
            this.isOn = part.has(RowKind.LINK);
        }

        long id() {
            return lists.id1();
        }

        /** Goes to the next id; false after the last one. */
        boolean next() throws IOException {
            if (isOn && !hasBegun) {
                isOn = lists.seek(firstId(keys), 0);
            } else if (isOn) {
                isOn = lists.nextList();
            }
            hasBegun = true;
            while (isOn && keys.holdsSome(lists.id1()) && lists.type() != query.type()) {
                isOn = lists.nextList();
            }
            isOn = isOn && keys.holdsSome(lists.id1());
            return isOn;
        }
    }

    private void findCounts() throws IOException {
        for (int bucket = firstBucket(); bucket < snapshot.borders.count(); bucket++) {
            if (!mayGoOn(bucket)) {
                return;
            }
            Snapshot.Part[] parts = snapshot.parts(bucket);
            boolean isIndexed =
                    parts.length == 1
                            && parts[0].file().fileKind() == FileKind.SEGMENT
                            && parts[0].file().hasIndex(query.index());
            if (isIndexed) {
                findCounts(bucket, parts[0].file());
            } else if (parts.length > 0) {
                countLists(bucket, parts);
            }
            countCutId(bucket);
        }
    }

    /** Counts the list of an id that begins in a bucket and ends in another one. */
    private void countCutId(int bucket) throws IOException {
        KeyRange keys = snapshot.range(bucket);
        if (!keys.open() && keys.endId2() != 0) {
            long id = keys.endId1();
            if (snapshot.borders.firstOf(id) == bucket
                    && Long.compareUnsigned(id, query.firstId()) >= 0
                    && found.wants(id)) {
                addIfCounted(id);
            }
        }
    }

    /** The index has no id whose rows are in several buckets. */
    private void findCounts(int bucket, BlockFile segment) throws IOException {
        KeyRange keys = snapshot.range(bucket);
        range.find(
                segment,
                firstId(keys),
                id -> keys.holdsSome(id) && (!keys.holdsAll(id) || found.add(id)));
    }

    /** The first id that is both wanted and in {@code keys}. */
    private long firstId(KeyRange keys) {
        return Long.compareUnsigned(query.firstId(), keys.firstId1()) > 0
                ? query.firstId()
                : keys.firstId1();
    }

    private void addIfCounted(long id) throws IOException {
        long count = reader.count(id, query.type());
        if (count > 0 && range.holdsCount(query.index(), count)) {
            found.add(id);
        }
    }

    /** Counts the lists of a bucket that is not built, id by id, until enough are found. */
    private void countLists(int bucket, Snapshot.Part[] parts) throws IOException {
        demand.accept(snapshot.borders.id1(bucket));
        List<TypeCursor> cursors = new ArrayList<>();
        for (Snapshot.Part part : parts) {
            TypeCursor cursor = new TypeCursor(part, snapshot.range(bucket));
            if (cursor.next()) {
                cursors.add(cursor);
            }
        }
        while (!cursors.isEmpty()) {
            long id = cursors.getFirst().id();
            for (TypeCursor cursor : cursors) {
                id = Long.compareUnsigned(cursor.id(), id) < 0 ? cursor.id() : id;
            }
            if (!found.wants(id)) {
                return;
            }
            if (snapshot.range(bucket).holdsAll(id)) {
                addIfCounted(id);
            }
            for (int i = cursors.size() - 1; i >= 0; i--) {
                if (cursors.get(i).id() == id && !cursors.get(i).next()) {
                    cursors.remove(i);
                }
            }
        }
    }
}
