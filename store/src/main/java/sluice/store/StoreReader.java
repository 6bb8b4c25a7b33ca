package sluice.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.TypeCount;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * Answers queries on a store directory, read-only, also while another process loads into it.
 *
 * <p>A reader answers from one manifest until {@link #refresh} moves it to the store's present one;
 * each answer is from one manifest from beginning to end. Safe for any number of threads. Cost of
 * opening: two reads and a mapping for each file.
 */
public final class StoreReader implements GraphReader {
    private static final int OPEN_ATTEMPTS_MAX = 100;

    private final Storage storage;
    private final LongConsumer demand;

    /**
     * What is answered from. Written under the reader's lock, before the one it replaces is
     * released.
     */
    private volatile Snapshot current;

    /** Guarded by this. */
    private boolean closed;

    private StoreReader(Storage storage, Snapshot snapshot, LongConsumer demand) {
        this.storage = storage;
        this.current = snapshot;
        this.demand = demand;
    }

    /** Opens the store in {@code storage} for reading. The caller closes it. */
    public static StoreReader open(Storage storage) throws IOException {
        return open(storage, id1 -> {});
    }

    /** As {@link #open(Storage)}; {@code demand} is told the id1 or id of every query. */
    public static StoreReader open(Storage storage, LongConsumer demand) throws IOException {
        return new StoreReader(storage, openSnapshot(storage, null), demand);
    }

    /** The manifest that is answered from. */
    public Manifest manifest() {
        return current.manifest;
    }

    /**
     * Moves on to the store's present manifest; says whether there was a newer one. Reads that are
     * under way end on the manifest on which they began; its files are closed with the last of
     * them.
     */
    public synchronized boolean refresh() throws IOException {
        if (closed) {
            throw closedFailure();
        }
        Snapshot before = current;
        Manifest manifest = readManifest(storage);
        if (manifest.version() == before.manifest.version()) {
            return false;
        }
        current = openSnapshot(storage, before);
        before.release();
        return true;
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        demand.accept(id);
        return answer(reader -> reader.node(id));
    }

    /** Whether there is a node {@code id}: {@link #node} without its data, and no demand. */
    public boolean hasNode(long id) throws IOException {
        return answer(reader -> reader.nodeRow(id) != null).value();
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        demand.accept(id1);
        return answer(reader -> reader.link(id1, linkType, id2));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        demand.accept(id1);
        return answer(
                reader -> {
                    List<Link> links = new ArrayList<>();
                    for (long id2 : id2s) {
                        reader.link(id1, linkType, id2).ifPresent(links::add);
                    }
                    return List.copyOf(links);
                });
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        demand.accept(query.id1());
        return answer(reader -> reader.linkList(query));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        demand.accept(id1);
        return answer(reader -> reader.count(id1, linkType));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        demand.accept(id1);
        return answer(reader -> reader.types(id1));
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return answer(
                        reader -> {
                            reader.scan(visitor);
                            return true;
                        })
                .complete();
    }

    /**
     * As {@link #scan}, of one bucket of {@link #manifest} alone: for several threads. Between the
     * buckets of one pass there must be no {@link #refresh}.
     */
    public void scanBucket(int bucket, Visitor visitor) throws IOException {
        answer(
                reader -> {
                    reader.scanBucket(bucket, visitor);
                    return bucket;
                });
    }

    private interface Read<T> {
        T on(SnapshotReader reader) throws IOException;
    }

    private <T> Answer<T> answer(Read<T> read) throws IOException {
        Snapshot snapshot = lease();
        try {
            return new Answer<>(
                    read.on(new SnapshotReader(snapshot)), snapshot.manifest.complete());
        } catch (InternalError e) {
            throw unreadable(snapshot, e);
        } finally {
            snapshot.release();
        }
    }

    /** The present snapshot, which stays open until it is released. */
    private Snapshot lease() {
        while (true) {
            Snapshot snapshot = current;
            if (snapshot.tryLease()) {
                return snapshot;
            }
            if (snapshot == current) {
                throw closedFailure();
            }
        }
    }

    /** A page of a mapped file that cannot be read any more, as when the file was cut short. */
    private static CorruptFileException unreadable(Snapshot snapshot, InternalError cause)
            throws IOException {
        String name = snapshot.fileCutShort();
        CorruptFileException failure =
                new CorruptFileException(
                        name == null ? "a file of the store" : name,
                        0,
                        "a mapped page cannot be read",
                        "run: sluice verify");
        failure.initCause(cause);
        return failure;
    }

    /** Files of a manifest can be gone before they are opened; then there is a newer manifest. */
    private static Snapshot openSnapshot(Storage storage, @Nullable Snapshot before)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            Manifest manifest = readManifest(storage);
            try {
                return Snapshot.open(storage, manifest, before);
            } catch (NoSuchFileException e) {
                boolean same = readManifest(storage).version() == manifest.version();
                if (same || attempt == OPEN_ATTEMPTS_MAX) {
                    throw new CorruptFileException(
                            String.valueOf(e.getFile()),
                            0,
                            "the manifest lists it, but it is missing",
                            "run: sluice verify");
                }
            }
        }
    }

    private static Manifest readManifest(Storage storage) throws IOException {
        return ManifestFile.read(storage)
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "%s is not a store: it has no manifest; make one with: sluice load STORE SOURCE…"
                                                .formatted(storage.location())));
    }

    private IllegalStateException closedFailure() {
        return new IllegalStateException(
                "the reader of %s was closed".formatted(storage.location()));
    }

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            current.release();
        }
    }
}
