package sluice.readonly.node;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.protocol.IndexPart;
import sluice.readonly.Partitions;
import sluice.readonly.fetch.HeldMark;
import sluice.readonly.fetch.VersionFolder;
import sluice.readonly.route.OwnPart;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.PinnedReader;

/**
 * A version of which the files are mapped, for as long as somebody has a lease on it. Safe for any
 * number of threads. The files are closed with the last lease, never under a reader.
 */
final class OpenVersion implements OwnPart {
    private static final int IDS_FIRST = 64;

    private final int number;
    private final Set<Integer> held;
    private final Partitions partitions;
    private final PinnedReader reader;
    private final Set<String> files;

    /** The first one is that of its owner. */
    private final AtomicInteger leases = new AtomicInteger(1);

    private OpenVersion(int number, HeldMark mark, PinnedReader reader) {
        this.number = number;
        this.held = mark.partitions();
        this.partitions = Partitions.of(mark.cuts());
        this.reader = reader;
        this.files =
                reader.manifest().files().stream()
                        .map(FileEntry::name)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** Maps what {@code mark} says is there, and reads tables and fences of each file. */
    static OpenVersion open(VersionFolder folder, HeldMark mark) throws IOException {
        Storage storage = folder.storage();
        Manifest part = folder.part(mark);
        PinnedReader reader = PinnedReader.open(storage, part);
        try {
            for (Bucket bucket : part.buckets()) {
                if (bucket.segment() != null) {
                    reader.node(bucket.firstId1());
                    reader.types(bucket.firstId1());
                }
            }
            return new OpenVersion(mark.version(), mark, reader);
        } catch (Throwable failure) {
            reader.close();
            throw failure;
        }
    }

    @Override
    public int version() {
        return number;
    }

    @Override
    public boolean has(int partition) {
        return held.contains(partition);
    }

    /** Whether the rows of {@code id} are here. */
    boolean holds(long id) {
        return held.contains(partitions.find(id));
    }

    /** Whether all partitions that have rows are here. */
    boolean isWhole() {
        return partitions.cuts().stream().allMatch(cut -> held.contains(cut.partition()));
    }

    int partition(long id) {
        return partitions.find(id);
    }

    /** Ids of other partitions that are here too are left out. */
    @Override
    public IndexPart indexed(IndexQuery query, List<Integer> wanted) throws IOException {
        Set<Integer> among = Set.copyOf(wanted);
        long[] ids = new long[Math.min(query.limit(), IDS_FIRST)];
        int count = 0;
        boolean complete = true;
        IndexQuery page = query;
        while (true) {
            Answer<IndexedIds> found = reader.indexed(page);
            complete &= found.complete();
            for (long id : found.value().ids()) {
                if (!among.contains(partitions.find(id))) {
                    continue;
                }
                if (count == query.limit()) {
                    return new IndexPart(new IndexedIds(ids, true), complete);
                }
                if (count == ids.length) {
                    ids = Arrays.copyOf(ids, Math.min(query.limit(), 2 * count));
                }
                ids[count++] = id;
            }
            long last = count(found) == 0 ? -1 : found.value().ids()[count(found) - 1];
            if (!found.value().more() || last == -1) {
                return new IndexPart(new IndexedIds(Arrays.copyOf(ids, count), false), complete);
            }
            page = query.startingAt(last + 1);
        }
    }

    private static int count(Answer<IndexedIds> found) {
        return found.value().ids().length;
    }

    @Override
    public boolean scan(int partition, GraphReader.Visitor visitor) throws IOException {
        List<Bucket> buckets = manifest().buckets();
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            if (partitions.find(buckets.get(bucket).firstId1()) == partition) {
                reader.scanBucket(bucket, visitor);
            }
        }
        return manifest().complete();
    }

    /** Whether {@code name} is one of its files that are here. */
    boolean hasFile(String name) {
        return files.contains(name);
    }

    Manifest manifest() {
        return reader.manifest();
    }

    /** Answers, for as long as the caller has a lease. */
    GraphReader reader() {
        return reader;
    }

    /** Keeps the files open until {@link #release}; false if they were closed already. */
    boolean tryLease() {
        int count = leases.get();
        while (count > 0 && !leases.compareAndSet(count, count + 1)) {
            count = leases.get();
        }
        return count > 0;
    }

    /** Ends a lease; the last one closes the files. */
    void release() throws IOException {
        if (leases.decrementAndGet() == 0) {
            reader.close();
        }
    }
}
