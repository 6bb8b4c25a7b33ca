package sluice.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
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
        return refresh(manifest -> {});
    }

    /** Receives a manifest before its rows are read. */
    public interface BeforeRows {
        void show(Manifest manifest) throws IOException;
    }

    /**
     * As {@link #refresh()}; {@code first} is called with the newer manifest before any read is.
     */
    public synchronized boolean refresh(BeforeRows first) throws IOException {
        if (closed) {
            throw closedFailure();
        }
        Snapshot before = current;
        Manifest manifest = readManifest(storage);
        if (manifest.version() == before.manifest.version()) {
            return false;
        }
        if (manifest.version() < before.manifest.version()) {
            throw new IOException(
                    "%s: the manifest has version %d, and %d was read before: another store took its place; end what uses it, and start again"
                            .formatted(
                                    storage.location(),
                                    manifest.version(),
                                    before.manifest.version()));
        }
        Snapshot next = openSnapshot(storage, before);
        try {
            first.show(next.manifest);
        } catch (Throwable failure) {
            next.release();
            throw failure;
        }
        current = next;
        before.release();
        return true;
    }

    /**
     * The present manifest, to be read until the caller closes what is returned: several answers of
     * one state, also while this reader moves on. Costs no more than one answer.
     */
    public PinnedReader pin() {
        return new PinnedReader(lease(), demand);
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.node(id);
        }
    }

    /** Whether there is a node {@code id}: {@link #node} without its data, and no demand. */
    public boolean hasNode(long id) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.hasNode(id);
        }
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.link(id1, linkType, id2);
        }
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.links(id1, linkType, id2s);
        }
    }

    @Override
    public Answer<LinkList> linkList(LinkQuery query) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.linkList(query);
        }
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.count(id1, linkType);
        }
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.types(id1);
        }
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.scan(visitor);
        }
    }

    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        try (PinnedReader pinned = pin()) {
            return pinned.indexed(query);
        }
    }

    /**
     * As {@link #scan}, of one bucket of {@link #manifest} alone: for several threads. Between the
     * buckets of one pass there must be no {@link #refresh}.
     */
    public void scanBucket(int bucket, Visitor visitor) throws IOException {
        try (PinnedReader pinned = pin()) {
            pinned.scanBucket(bucket, visitor);
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
        Optional<Manifest> found = ManifestFile.read(storage);
        if (found.isEmpty()) {
            if (VersionFiles.areIn(storage)) {
                throw VersionFiles.servesNone(storage.location());
            }
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is not a store: it has no manifest; make one with: sluice load STORE SOURCE…"
                            .formatted(storage.location()));
        }
        return found.get();
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
