package sluice.hot.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotScan;
import sluice.model.HotStore;

/**
 * A hot store in a RocksDB of its own directory. One process has it open at a time.
 *
 * <p>A point read costs one look-up in the memtables and, through filters, seldom one in a file; so
 * does a list that has no rows. A list with rows costs an iterator and four calls into native code
 * for each row. A write is one batch, which is in the log, in memory or on disk, before it is seen.
 */
public final class RocksHotStore implements HotStore {
    private final Path directory;
    private final RocksSettings settings;
    private final RocksDB database;
    private final ReadOptions read = new ReadOptions();
    private final WriteOptions write = new WriteOptions().setSync(false);
    private final LogSync sync;
    private final AtomicLong lastSequence;

    private RocksHotStore(
            Path directory, RocksSettings settings, RocksDB database, Durability durability) {
        this.directory = directory;
        this.settings = settings;
        this.database = database;
        // RocksDB counts the keys of all writes; each of ours has at least one.
        this.lastSequence = new AtomicLong(database.getLatestSequenceNumber());
        this.sync = LogSync.start(this::syncLog, durability);
    }

    /** Opens the store in {@code directory}, which is made where there is none. */
    public static RocksHotStore open(Path directory, HotOptions options) throws IOException {
        RocksDB.loadLibrary();
        Files.createDirectories(directory);
        RocksSettings settings = new RocksSettings(options);
        try {
            RocksDB database = RocksDB.open(settings.options(), directory.toString());
            SortedFile.deleteLeftovers(directory);
            return new RocksHotStore(directory, settings, database, options.durability());
        } catch (RocksDBException e) {
            settings.close();
            throw RocksFailure.ofOpening(directory, e);
        }
    }

    @Override
    public @Nullable HotLink link(long id1, long linkType, long id2) throws IOException {
        byte[] value = value(HotKeys.link(id1, linkType, id2));
        return value == null ? null : HotRows.toLink(id1, linkType, id2, value);
    }

    @Override
    public HotHeader header(long id1, long linkType) throws IOException {
        byte[] value = value(HotKeys.header(id1, linkType));
        return value == null ? HotHeader.EMPTY : HotRows.toHeader(value);
    }

    @Override
    public HotList list(long id1, long linkType) {
        return new RocksHotList(iterator(), id1, linkType);
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
        byte[] value = value(HotKeys.node(id));
        return value == null ? null : HotRows.toNode(id, value);
    }

    @Override
    public HotScan scan() {
        return new RocksHotScan(directory, database);
    }

    @Override
    public long nextSequence() {
        return lastSequence.incrementAndGet();
    }

    @Override
    public void putLink(@Nullable HotLink before, HotLink row, HotHeader header)
            throws IOException {
        long id1 = row.link().id1();
        long linkType = row.link().linkType();
        long id2 = row.link().id2();
        try (WriteBatch batch = new WriteBatch()) {
            if (before != null && before.isVisible() && !hasPlaceOf(before, row)) {
                batch.delete(HotKeys.time(id1, linkType, before.link().time(), id2));
            }
            if (row.isVisible()) {
                batch.put(
                        HotKeys.time(id1, linkType, row.link().time(), id2),
                        HotRows.time(row.link()));
            }
            batch.put(HotKeys.link(id1, linkType, id2), HotRows.link(row));
            batch.put(HotKeys.header(id1, linkType), HotRows.header(header));
            database.write(write, batch);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    /** Whether the entry of {@code row} in its list is written over that of {@code before}. */
    private static boolean hasPlaceOf(HotLink before, HotLink row) {
        return row.isVisible() && row.link().time() == before.link().time();
    }

    @Override
    public void putHeader(long id1, long linkType, HotHeader header) throws IOException {
        try {
            database.put(write, HotKeys.header(id1, linkType), HotRows.header(header));
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void removeLinks(long id1, long linkType, List<HotLink> rows, HotHeader header)
            throws IOException {
        try (WriteBatch batch = new WriteBatch()) {
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
            database.write(write, batch);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void putNode(HotNode row) throws IOException {
        try {
            database.put(write, HotKeys.node(row.id()), HotRows.node(row));
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void addNode(HotNode row, long nextNodeId) throws IOException {
        try (WriteBatch batch = new WriteBatch()) {
            batch.put(HotKeys.node(row.id()), HotRows.node(row));
            byte[] next = ByteBuffer.allocate(Long.BYTES).putLong(nextNodeId).array();
            batch.put(HotKeys.NEXT_NODE_ID, next);
            database.write(write, batch);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void removeNode(long id) throws IOException {
        try {
            database.delete(write, HotKeys.node(id));
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        byte[] value = value(HotKeys.NEXT_NODE_ID);
        return value == null
                ? OptionalLong.empty()
                : OptionalLong.of(ByteBuffer.wrap(value).getLong());
    }

    @Override
    public HotIngest ingest() throws IOException {
        return new RocksHotIngest(directory, settings.options(), database, nextSequence());
    }

    @Override
    public void awaitDurable() throws IOException {
        sync.await();
    }

    @Override
    public long sizeBytes() throws IOException {
        try {
            return database.getLongProperty("rocksdb.total-sst-files-size")
                    + database.getLongProperty("rocksdb.cur-size-all-mem-tables");
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    @Override
    public void close() {
        sync.close();
        read.close();
        write.close();
        database.close();
        settings.close();
    }

    private byte @Nullable [] value(byte[] key) throws IOException {
        try {
            return database.get(read, key);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }

    private RowIterator iterator() {
        RocksIterator iterator = database.newIterator(read);
        return new RowIterator(directory, iterator);
    }

    private void syncLog() throws IOException {
        try {
            database.flushWal(true);
        } catch (RocksDBException e) {
            throw RocksFailure.of(directory, e);
        }
    }
}
