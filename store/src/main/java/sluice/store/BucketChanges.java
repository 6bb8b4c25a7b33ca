package sluice.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.BucketStore.Changes;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.Visibility;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.scan.WinningRows;

/**
 * What the runs of a manifest change in its buckets: how a bucket differs from what its segment
 * holds. Of a bucket without a segment that is all of it.
 *
 * <p>Safe for any number of threads. Cost: of a bucket that has a segment, two reads of each list
 * that has a row in a run; of any other, a scan.
 */
public final class BucketChanges implements Closeable {
    private final Snapshot now;
    private final Snapshot before;
    private final SnapshotReader nowReader;
    private final SnapshotReader beforeReader;
    private final Set<FileEntry> shared;

    private BucketChanges(Snapshot now, Snapshot before) {
        this.now = now;
        this.before = before;
        this.nowReader = new SnapshotReader(now);
        this.beforeReader = new SnapshotReader(before);
        this.shared = sharedSegments(now.manifest);
    }

    /** Opens the files of {@code manifest}. The caller closes what is returned. */
    public static BucketChanges open(Storage storage, Manifest manifest) throws IOException {
        Snapshot now = Snapshot.open(storage, manifest, null);
        try {
            return new BucketChanges(now, Snapshot.open(storage, before(manifest), now));
        } catch (Throwable failure) {
            now.release();
            throw failure;
        }
    }

    /** What there was before the runs came. */
    private static Manifest before(Manifest manifest) {
        return new Manifest(
                manifest.version(),
                manifest.idNames(),
                manifest.loadNumber(),
                Manifest.Phase.COMPLETE,
                manifest.loadIdentity(),
                manifest.buckets().stream()
                        .map(bucket -> bucket.withState(Bucket.State.BUILT))
                        .toList(),
                List.of(),
                manifest.dictionaries(),
                manifest.schema());
    }

    /** The segments of buckets that were one bucket when they were built. */
    public static Set<FileEntry> sharedSegments(Manifest manifest) {
        Set<FileEntry> all = new HashSet<>();
        Set<FileEntry> shared = new HashSet<>();
        for (Bucket bucket : manifest.buckets()) {
            FileEntry segment = bucket.segment();
            if (segment != null && !all.add(segment)) {
                shared.add(segment);
            }
        }
        return shared;
    }

    /** Shows what is new in a bucket, changed or gone. */
    public void show(int bucket, Changes changes) throws IOException {
        FileEntry segment = now.manifest.buckets().get(bucket).segment();
        boolean wasCut = segment != null && shared.contains(segment);
        boolean runsAlone = segment != null && !wasCut;
        try {
            new BucketScan(nowReader, now, bucket, runsAlone)
                    .walk(new Differences(bucket, changes, wasCut));
        } catch (InternalError e) {
            throw PinnedReader.unreadable(now, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            before.release();
        } finally {
            now.release();
        }
    }

    /** Compares node by node and list by list. */
    private final class Differences implements BucketScan.Keys {
        private final int bucket;
        private final Changes changes;
        private final boolean countsAll;

        /**
         * @param countsAll whether counts are told that did not change: of a list that was one part
         *     and is several now, each part is
         */
        Differences(int bucket, Changes changes, boolean countsAll) {
            this.bucket = bucket;
            this.changes = changes;
            this.countsAll = countsAll;
        }

        @Override
        public void node(long id) throws IOException {
            Optional<Node> is = nowReader.node(id);
            Optional<Node> was = beforeReader.node(id);
            if (is.equals(was)) {
                return;
            }
            if (is.isPresent()) {
                changes.node(is.get());
            } else {
                changes.gone(was.orElseThrow());
            }
        }

        @Override
        public void list(long id1, long linkType) throws IOException {
            Side is = new Side(nowReader, id1, linkType, bucket);
            Side was = new Side(beforeReader, id1, linkType, bucket);
            while (is.link != null || was.link != null) {
                int order = compare(is.link, was.link);
                if (order > 0) {
                    changes.gone(was.take());
                } else if (order < 0) {
                    changes.link(is.take());
                } else {
                    Link now = is.take();
                    Link then = was.take();
                    if (now.visibility() != then.visibility()) {
                        changes.gone(then);
                    }
                    if (!now.equals(then)) {
                        changes.link(now);
                    }
                }
            }
            if (countsAll || is.visible != was.visible) {
                Borders borders = now.borders;
                long part = borders.id1(bucket) == id1 ? borders.id2(bucket) : 0;
                changes.count(id1, linkType, part, is.visible);
            }
        }
    }

    /** Which stands first in a list; one that is not there stands last. */
    private static int compare(@Nullable Link first, @Nullable Link second) {
        if (first == null || second == null) {
            return first == null ? 1 : -1;
        }
        return first.time() != second.time()
                ? Long.compare(second.time(), first.time())
                : Long.compareUnsigned(first.id2(), second.id2());
    }

    /** The rest of a list, as it is or was. */
    private static final class Side {
        private final WinningRows winners;
        private final long id1;
        private final long linkType;
        private @Nullable Link link;
        private long visible;

        Side(SnapshotReader reader, long id1, long linkType, int bucket) throws IOException {
            this.winners = reader.winners(id1, linkType, bucket, bucket);
            this.id1 = id1;
            this.linkType = linkType;
            next();
        }

        private void next() throws IOException {
            link = winners.next() ? BucketScan.link(id1, linkType, winners) : null;
        }

        /** The next link, which is no longer of the rest. */
        Link take() throws IOException {
            Link taken = link;
            if (taken == null) {
                throw new IllegalStateException("the list has ended");
            }
            visible += taken.visibility() == Visibility.VISIBLE ? 1 : 0;
            next();
            return taken;
        }
    }
}
