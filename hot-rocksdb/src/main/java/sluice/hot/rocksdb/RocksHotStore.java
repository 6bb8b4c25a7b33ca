package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;
import sluice.model.HeldLists;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotPut;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.SluiceException;

/**
 * A hot store in a RocksDB of its own directory. One process has it open at a time.
 *
 * <p>A list or node that has nothing here is told without a call into native code, nearly always; a
 * list that was written lately is on the heap. Otherwise a point read costs one look-up in the
 * memtables and, through filters, seldom one in a file, and a list an iterator and four calls for
 * each row. A write is one batch, which is in the log, in memory or on disk, before it is seen.
 */
public final class RocksHotStore implements HotStore {
    private final Path directory;
    private final RocksSettings settings;
    private final RocksDB database;
    private final ReadOptions read = new ReadOptions();
    private final WriteOptions write = new WriteOptions().setSync(false);

    /** RocksDB would have writers queue too, and block their carriers with it. */
    private final ReentrantLock writer = new ReentrantLock();

    private final LogSync sync;
    private final AtomicLong lastSequence;
    private final Presence presence;
    private final PresenceScan presenceScan;
    private final ListCache lists;
    private final RocksHeldLists held = new RocksHeldLists(this);
    private final UseCount uses = new UseCount();

    /** Why the last write was refused; null where it was taken. */
    private volatile @Nullable String refusal;

    /** Failures of RocksDB's own threads after which writes were taken all the same. */
    private volatile long errorsPassed;

    private RocksHotStore(
            Path directory, RocksSettings settings, RocksDB database, HotOptions options) {
        this.directory = directory;
        this.settings = settings;
        this.database = database;
        // RocksDB counts the keys of all writes; each of ours has at least one.
        this.lastSequence = new AtomicLong(database.getLatestSequenceNumber());
        this.presence = new Presence(options.presenceBytes());
        this.presenceScan = PresenceScan.start(directory, database, presence);
        this.lists = new ListCache(options.listBytes());
        this.sync = LogSync.start(this::syncLog, options.durability());
    }

    /**
     * Opens the store in {@code directory}, which is made if there never was one. Throws, and
     * writes nothing, if files of a store are missing or damaged.
     */
    public static RocksHotStore open(Path directory, HotOptions options) throws IOException {
        return open(directory, OptionalLong.empty(), options);
    }

    /**
     * Opens the store in {@code directory}, which must be there and have this {@link #identity}.
     * Throws, and writes nothing, if it is not, or if files of it are missing or damaged.
     */
    public static RocksHotStore openExisting(Path directory, long identity, HotOptions options)
            throws IOException {
        return open(directory, OptionalLong.of(identity), options);
    }

    private static RocksHotStore open(Path directory, OptionalLong identity, HotOptions options)
            throws IOException {
        boolean isThere = HotFiles.check(directory, identity.isPresent());
        RocksLibrary.load();
        if (isThere) {
            // What RocksDB finds wrong, it finds here, where it writes nothing.
            HotCheck.tryToOpen(directory, identity);
        }
        Files.createDirectories(directory);
        return openChecked(directory, options, !isThere);
    }

    private static RocksHotStore openChecked(Path directory, HotOptions options, boolean isNew)
            throws IOException {
        RocksSettings settings = new RocksSettings(options);
        try {
            settings.options().setCreateIfMissing(isNew);
            RocksDB database = RocksDB.open(settings.options(), directory.toString());
            SortedFile.deleteLeftovers(directory);
            return new RocksHotStore(directory, settings, database, options);
        } catch (RocksDBException e) {
            settings.close();
            throw RocksFailure.ofOpening(directory, e);
        }
    }

    /** Removes the store in {@code directory}, which nobody has open, where there is one. */
    public static void delete(Path directory) throws IOException {
        HotFiles.deleteAll(directory);
    }

    @Override
    public @Nullable HotLink link(long id1, long linkType, long id2) throws IOException {
        CachedList cached = known(id1, linkType);
        if (cached != null) {
            return cached.link(id2);
        }
        byte[] value = value(HotKeys.link(id1, linkType, id2));
        return value == null ? null : HotRows.toLink(id1, linkType, id2, value);
    }

    @Override
    public HotHeader header(long id1, long linkType) throws IOException {
        CachedList cached = known(id1, linkType);
        if (cached != null) {
            return cached.header();
        }
        byte[] value = value(HotKeys.header(id1, linkType));
        return value == null ? HotHeader.EMPTY : HotRows.toHeader(value);
    }

    @Override
    public HotList list(long id1, long linkType) throws IOException {
        CachedList cached = known(id1, linkType);
        if (cached != null) {
            return cached;
        }
        // Of most lists that had rows once all are absorbed: a key is cheaper than an iterator.
        return value(HotKeys.header(id1, linkType)) == null
                ? CachedList.empty(id1, linkType)
                : new RocksHotList(iterator(), id1, linkType);
    }

    /** The list where it can be had without asking the database, else null. */
    private @Nullable CachedList known(long id1, long linkType) throws IOException {
        uses.check();
        return presence.mayHaveList(id1, linkType)
                ? lists.get(id1, linkType)
                : CachedList.empty(id1, linkType);
    }

    @Override
    public List<Long> types(long id1) throws IOException {
        List<Long> types = new ArrayList<>();
        try (RowIterator rows = iterator()) {
            byte[] key = new byte[HotKeys.HEADER_BYTES];
            for (boolean on = rows.seek(HotKeys.header(id1, 0), key);
                    on && key[0] == HotKeys.HEADER && HotKeys.number(key, HotKeys.ID1) == id1;
                    on = rows.next(key)) {
                types.add(HotKeys.number(key, HotKeys.TYPE));
            }
        }
        return types;
    }

    @Override
    public @Nullable HotNode node(long id) throws IOException {
        uses.check();
        if (!presence.mayHaveNode(id)) {
            return null;
        }
        byte[] value = value(HotKeys.node(id));
        return value == null ? null : HotRows.toNode(id, value);
    }

    @Override
    public HotScan scan() throws IOException {
        uses.begin();
        return new RocksHotScan(directory, database, uses);
    }

    @Override
    public long nextSequence() {
        return lastSequence.incrementAndGet();
    }

    @Override
    public void putLink(@Nullable HotLink before, HotLink row, HotHeader header)
            throws IOException {
        put(new HotPut(before, row, header));
    }

    @Override
    public void putBoth(HotPut first, HotPut second) throws IOException {
        put(first, second);
    }

    private void put(HotPut... puts) throws IOException {
        HotBatch batch = new HotBatch();
        for (HotPut put : puts) {
            batch.put(put);
            presence.addList(put.row().link().id1(), put.row().link().linkType());
        }
        write(batch);
        for (HotPut put : puts) {
            cache(put.before(), put.row(), put.header());
        }
    }

    /** Keeps the list of {@code row}, which was just written. */
    private void cache(@Nullable HotLink before, HotLink row, HotHeader header) throws IOException {
        long id1 = row.link().id1();
        long linkType = row.link().linkType();
        boolean isFirst = before == null && header.rows() == 1;
        CachedList cached = isFirst ? CachedList.empty(id1, linkType) : lists.get(id1, linkType);
        if (cached != null) {
            lists.put(id1, linkType, cached.with(before, row, header));
        } else if (header.rows() <= ListCache.ROWS_READ_MAX) {
            try (RocksHotList list = new RocksHotList(iterator(), id1, linkType)) {
                lists.put(id1, linkType, CachedList.of(id1, linkType, list.header(), list.rows()));
            }
        }
    }

    @Override
    public void putHeader(long id1, long linkType, HotHeader header) throws IOException {
        put(HotKeys.header(id1, linkType), HotRows.header(header));
        CachedList cached = lists.get(id1, linkType);
        if (cached != null) {
            lists.put(id1, linkType, cached.with(header));
        }
    }

    @Override
    public void removeLinks(long id1, long linkType, List<HotLink> rows, HotHeader header)
            throws IOException {
        HotBatch batch = new HotBatch();
        for (HotLink row : rows) {
            long id2 = row.link().id2();
            if (row.isVisible()) {
                batch.delete(HotKeys.time(id1, linkType, row.link().time(), id2));
            }
            batch.delete(HotKeys.link(id1, linkType, id2));
        }
        byte[] headerKey = HotKeys.header(id1, linkType);
        if (header.rows() == 0) {
            batch.delete(headerKey);
        } else {
            batch.put(headerKey, HotRows.header(header));
        }
        write(batch);
        lists.remove(id1, linkType);
    }

    @Override
    public void putNode(HotNode row) throws IOException {
        presence.addNode(row.id());
        put(HotKeys.node(row.id()), HotRows.node(row));
    }

    @Override
    public void addNode(HotNode row, long nextNodeId) throws IOException {
        HotBatch batch = new HotBatch();
        batch.put(HotKeys.node(row.id()), HotRows.node(row));
        batch.put(HotKeys.NEXT_NODE_ID, HotKeys.bytes(nextNodeId));
        presence.addNode(row.id());
        write(batch);
    }

    @Override
    public void removeNode(long id) throws IOException {
        delete(HotKeys.node(id));
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        return number(HotKeys.NEXT_NODE_ID);
    }

    /**
     * The number by which this store is known again; drawn from {@code random} and made durable the
     * first time.
     */
    public long identity(LongSupplier random) throws IOException {
        OptionalLong found = number(HotKeys.IDENTITY);
        if (found.isPresent()) {
            return found.getAsLong();
        }
        long drawn = random.getAsLong();
        put(HotKeys.IDENTITY, HotKeys.bytes(drawn));
        syncLog();
        return drawn;
    }

    private OptionalLong number(byte[] key) throws IOException {
        byte[] value = value(key);
        return value == null ? OptionalLong.empty() : OptionalLong.of(HotKeys.number(value, 0));
    }

    @Override
    public HeldLists held() {
        return held;
    }

    @Override
    public HotIngest ingest() throws IOException {
        uses.check();
        return new RocksHotIngest(
                directory, settings.options(), database, presence, nextSequence(), uses);
    }

    @Override
    public void awaitDurable() throws IOException {
        sync.await();
    }

    @Override
    public synchronized long sizeBytes() throws IOException {
        if (!database.isOwningHandle()) {
            return 0;
        }
        try {
            return RocksSizes.ofRows(database, settings);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void compact() throws IOException {
        use(
                () ->
                        database.compactRange(
                                new byte[] {HotKeys.HEADER}, new byte[] {HotKeys.TIME + 1}));
    }

    @Override
    public synchronized long cacheBytes() {
        return database.isOwningHandle() ? settings.cacheUsedBytes() : 0;
    }

    /**
     * Writes a copy of the store as it is now into {@code copy}, which must not exist: all writes
     * that were acknowledged before the call, and none in part. Sorted files are links to those of
     * this store, so {@code copy} must be in its file system. Writes go on while it is made.
     */
    public void checkpoint(Path copy) throws IOException {
        use(
                () -> {
                    try (Checkpoint checkpoint = Checkpoint.create(database)) {
                        checkpoint.createCheckpoint(copy.toString());
                    }
                });
    }

    /**
     * Waits for calls, lists and scans to end; later ones fail. Leaves nothing in the log alone:
     * RocksDB takes damage in it for its end, as a power loss leaves it, while it tells of damage
     * in sorted files. Others may ask for sizes.
     */
    @Override
    public void close() {
        if (uses.close()) {
            free();
        }
    }

    private synchronized void free() {
        sync.close();
        presenceScan.close();
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            database.flush(flush);
        } catch (RocksDBException e) {
            // Then the log alone has it, as it has after a kill.
        }
        read.close();
        write.close();
        database.close();
        settings.close();
    }

    byte @Nullable [] value(byte[] key) throws IOException {
        uses.begin();
        try {
            return database.get(read, key);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        } finally {
            uses.end();
        }
    }

    /**
     * Why no write is taken now, and what to do about it; empty while they are. Where one was
     * refused, or a thread of RocksDB failed, the database is asked by a write of nothing: after
     * some shortages it takes writes again by itself, after most it does not.
     */
    public Optional<String> writesRefused() {
        IOException unsynced = sync.failure();
        if (unsynced != null) {
            return Optional.of(String.valueOf(unsynced.getMessage()));
        }
        try {
            long errors = backgroundErrors();
            if (refusal != null || errors != errorsPassed) {
                write(new HotBatch());
                errorsPassed = errors;
            }
            return Optional.empty();
        } catch (RocksDBException | IOException | SluiceException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** More than passed where it is closed, so that the write of nothing fails. */
    private synchronized long backgroundErrors() throws RocksDBException {
        return database.isOwningHandle()
                ? database.getLongProperty("rocksdb.background-errors")
                : errorsPassed + 1;
    }

    void put(byte[] key, byte[] value) throws IOException {
        write(() -> database.put(write, key, value));
    }

    void delete(byte[] key) throws IOException {
        write(() -> database.delete(write, key));
    }

    private void write(HotBatch batch) throws IOException {
        write(() -> batch.write(database, write));
    }

    private interface Use {
        void run() throws RocksDBException;
    }

    private void use(Use one) throws IOException {
        uses.begin();
        try {
            one.run();
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        } finally {
            uses.end();
        }
    }

    private void write(Use one) throws IOException {
        uses.begin();
        writer.lock();
        try {
            one.run();
            if (refusal != null) {
                refusal = null;
            }
        } catch (RocksDBException e) {
            throw refused(e);
        } finally {
            writer.unlock();
            uses.end();
        }
    }

    private IOException refused(RocksDBException cause) {
        try {
            IOException failure = RocksFailure.ofWriting(directory, cause);
            refusal = failure.getMessage();
            return failure;
        } catch (SluiceException e) {
            refusal = e.getMessage();
            throw e;
        }
    }

    RowIterator iterator() throws IOException {
        uses.begin();
        return new RowIterator(directory, database.newIterator(read), uses::end);
    }

    private void syncLog() throws IOException {
        try {
            database.flushWal(true);
        } catch (RocksDBException e) {
            throw RocksFailure.ofWriting(directory, e);
        }
    }
}
