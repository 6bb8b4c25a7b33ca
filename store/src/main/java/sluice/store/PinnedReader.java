package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import sluice.model.Answer;
import sluice.model.GraphReader;
import sluice.model.IndexQuery;
import sluice.model.IndexedIds;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.TypeCount;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.store.scan.BucketParts;
import sluice.store.scan.RowPart;

/**
 * One manifest of a store, which stays readable until this is closed. Safe for any number of
 * threads until then; closed once.
 */
public final class PinnedReader implements GraphReader {
    private final Snapshot snapshot;
    private final SnapshotReader reader;
    private final LongConsumer demand;

    /** Takes a lease over, which {@link #close} ends. */
    PinnedReader(Snapshot snapshot, LongConsumer demand) {
        this.snapshot = snapshot;
        this.reader = new SnapshotReader(snapshot);
        this.demand = demand;
    }

    /**
     * Opens the files of {@code manifest}, which need not be the store's present one. They must
     * stay until the caller closes what is returned.
     */
    public static PinnedReader open(Storage storage, Manifest manifest) throws IOException {
        return new PinnedReader(Snapshot.open(storage, manifest, null), id1 -> {});
    }

    /** The manifest that is answered from. */
    public Manifest manifest() {
        return snapshot.manifest;
    }

    @Override
    public Answer<Optional<Node>> node(long id) throws IOException {
        demand.accept(id);
        return answer(() -> reader.node(id));
    }

    /** Whether there is a node {@code id}: {@link #node} without its data, and no demand. */
    boolean hasNode(long id) throws IOException {
        return answer(() -> reader.nodeRow(id) != null).value();
    }

    @Override
    public Answer<Optional<Link>> link(long id1, long linkType, long id2) throws IOException {
        demand.accept(id1);
        return answer(() -> reader.link(id1, linkType, id2));
    }

    @Override
    public Answer<List<Link>> links(long id1, long linkType, long[] id2s) throws IOException {
        demand.accept(id1);
        return answer(
                () -> {
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
        return answer(() -> reader.linkList(query));
    }

    @Override
    public Answer<Long> count(long id1, long linkType) throws IOException {
        demand.accept(id1);
        return answer(() -> reader.count(id1, linkType));
    }

    @Override
    public Answer<List<TypeCount>> types(long id1) throws IOException {
        demand.accept(id1);
        return answer(() -> reader.types(id1));
    }

    @Override
    public boolean scan(Visitor visitor) throws IOException {
        return answer(
                        () -> {
                            reader.scan(visitor);
                            return true;
                        })
                .complete();
    }

    @Override
    public Answer<IndexedIds> indexed(IndexQuery query) throws IOException {
        return answer(() -> new IndexedReader(snapshot, reader, query, demand).find());
    }

    /** As {@link #scan}, of one bucket of {@link #manifest} alone. */
    public void scanBucket(int bucket, Visitor visitor) throws IOException {
        answer(
                () -> {
                    reader.scanBucket(bucket, visitor);
                    return bucket;
                });
    }

    /**
     * The parts of one bucket of {@link #manifest}, of one kind. They can be read until this is
     * closed.
     */
    public BucketParts bucket(int bucket, RowKind kind) throws IOException {
        List<RowPart> parts = new ArrayList<>();
        for (Snapshot.Part part : snapshot.parts(bucket)) {
            if (part.has(kind)) {
                parts.add(new RowPart(part.file(), kind, part.from(kind), part.to(kind)));
            }
        }
        return new BucketParts(kind, parts, snapshot.range(bucket), snapshot.manifest.laterWins());
    }

    /**
     * The largest id that has a row, in unsigned order, be it deleted; empty where there is none.
     * Cost: a search of 64 steps in every file.
     */
    public OptionalLong largestId() throws IOException {
        return answer(reader::largestId).value();
    }

    private interface Read<T> {
        T value() throws IOException;
    }

    private <T> Answer<T> answer(Read<T> read) throws IOException {
        try {
            return new Answer<>(read.value(), snapshot.manifest.complete());
        } catch (InternalError e) {
            throw unreadable(snapshot, e);
        }
    }

    /** A page of a mapped file that cannot be read any more, as when the file was cut short. */
    static CorruptFileException unreadable(Snapshot snapshot, InternalError cause)
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

    @Override
    public void close() throws IOException {
        snapshot.release();
    }
}
