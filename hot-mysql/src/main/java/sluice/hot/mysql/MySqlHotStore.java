package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.HeldLists;
import sluice.model.HotHeader;
import sluice.model.HotIngest;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotNode;
import sluice.model.HotPut;
import sluice.model.HotScan;
import sluice.model.HotStore;

/**
 * A hot store in a database of MySQL 8 or MariaDB 10.11, or later ones: in LinkBench's tables,
 * which may be there already, and some of its own.
 *
 * <p>Several processes may have it open, each writing to lists and nodes that no other writes to
 * just then; a write that finds something else than it follows is refused. A point read, a header,
 * the types of an id and a list of up to 64 rows are one round trip each; a longer list holds a
 * connection until it is closed. A write is two round trips and one commit, and as durable as the
 * server makes a commit when it returns ({@link #isEachCommitOnDisk}); one of a link beyond all
 * that this process knows of widens the range that the special bucket shows first.
 */
public final class MySqlHotStore implements HotStore {
    private static final String SIZE =
            "SELECT COALESCE(SUM(data_length + index_length), 0) FROM information_schema.tables"
                    + " WHERE table_schema = DATABASE() AND table_name IN ('linktable',"
                    + " 'counttable', 'nodetable', 'sluice_mark', 'sluice_node_mark')";

    private static final String OWNER = "SELECT value FROM sluice_state WHERE name = 'directory'";
    private static final String OWN =
            "INSERT IGNORE INTO sluice_state (name, value) VALUES ('directory', ?)";
    private static final String DISOWN = "DELETE FROM sluice_state WHERE name = 'directory'";

    private final Database database;
    private final MySqlEngine engine;
    private final Sequences sequences;
    private final LinkTable links;
    private final NodeTable nodes;
    private final HeldTable held;
    private final SpecialBucket special;

    private MySqlHotStore(Database database, MySqlEngine engine) {
        this.database = database;
        this.engine = engine;
        this.sequences = new Sequences(database);
        this.links = new LinkTable(database, engine.isTransactional());
        this.nodes = new NodeTable(database, engine.isTransactional());
        this.held = new HeldTable(database, links);
        this.special = new SpecialBucket(database);
    }

    /**
     * Opens the store at {@code address}. Tables that are not there are made; those of LinkBench
     * are taken over, which counts all their lists once. The password comes from the environment
     * variable {@code SLUICE_MYSQL_PASSWORD} or the file that the address names.
     */
    public static MySqlHotStore open(MySqlAddress address) throws IOException {
        return open(address, MySqlPassword.of(address, System.getenv()));
    }

    static MySqlHotStore open(MySqlAddress address, String password) throws IOException {
        ConnectionPool pool = new ConnectionPool(address, password);
        try (Session session = pool.connectForBulk()) {
            MySqlEngine engine = Tables.prepare(address, session);
            return new MySqlHotStore(new Database(address, pool), engine);
        } catch (SQLException e) {
            throw MySqlFailure.of(address, "the store was not opened", e);
        }
    }

    /** Throws if nobody answers at {@code address}; makes nothing there. */
    public static void requireThere(MySqlAddress address) throws IOException {
        ConnectionPool pool =
                new ConnectionPool(address, MySqlPassword.of(address, System.getenv()));
        try (Session _ = pool.connectForBulk()) {
            // Nothing is asked.
        } catch (SQLException e) {
            throw MySqlFailure.of(address, "the database was not reached", e);
        }
    }

    /**
     * The number of the directory over whose rows these ones stand; empty where none has said so.
     */
    public OptionalLong owner() throws IOException {
        return database.read("whose rows these are was not read", MySqlHotStore::owner);
    }

    private static OptionalLong owner(Session session) throws SQLException {
        try (ResultSet row = session.query(OWNER).rows()) {
            return row.next() ? OptionalLong.of(Query.bits(row, 1)) : OptionalLong.empty();
        }
    }

    /** Has these rows stand over those of a directory, unless they do over another's. */
    public void own(long directory) throws IOException {
        database.read(
                "whose rows these are was not written",
                session -> session.query(OWN).id(directory).changed());
    }

    /** What a user runs to give all rows to another directory, in words. */
    public String howToDisown() {
        return "run in %s: %s".formatted(database.address(), DISOWN);
    }

    @Override
    public @Nullable HotLink link(long id1, long linkType, long id2) throws IOException {
        return links.link(id1, linkType, id2);
    }

    @Override
    public HotHeader header(long id1, long linkType) throws IOException {
        return links.header(id1, linkType);
    }

    @Override
    public HotList list(long id1, long linkType) throws IOException {
        return links.list(id1, linkType);
    }

    @Override
    public List<Long> types(long id1) throws IOException {
        return links.types(id1);
    }

    @Override
    public @Nullable HotNode node(long id) throws IOException {
        return nodes.node(id);
    }

    @Override
    public HotScan scan() throws IOException {
        return SnapshotScan.open(database);
    }

    @Override
    public long nextSequence() throws IOException {
        return sequences.next();
    }

    @Override
    public void putLink(@Nullable HotLink before, HotLink row, HotHeader header)
            throws IOException {
        special.cover(row.link().id1());
        links.put(List.of(new HotPut(before, row, header)));
    }

    @Override
    public void putBoth(HotPut first, HotPut second) throws IOException {
        special.cover(first.row().link().id1());
        special.cover(second.row().link().id1());
        links.put(List.of(first, second));
    }

    @Override
    public void putHeader(long id1, long linkType, HotHeader header) throws IOException {
        links.putHeader(id1, linkType, header);
    }

    @Override
    public void removeLinks(long id1, long linkType, List<HotLink> rows, HotHeader header)
            throws IOException {
        links.remove(id1, linkType, rows, header);
    }

    @Override
    public void putNode(HotNode row) throws IOException {
        nodes.put(row);
    }

    @Override
    public void addNode(HotNode row, long nextNodeId) throws IOException {
        nodes.add(row, nextNodeId);
    }

    @Override
    public void removeNode(long id) throws IOException {
        nodes.remove(id);
    }

    @Override
    public OptionalLong nextNodeId() throws IOException {
        return nodes.nextNodeId();
    }

    @Override
    public HeldLists held() {
        return held;
    }

    @Override
    public HotIngest ingest() throws IOException {
        return BulkLoad.begin(database, engine, special, nextSequence());
    }

    /** A write had been committed when it returned. */
    @Override
    public void awaitDurable() {}

    /**
     * Whether a commit is on the server's disk when it returns: {@code
     * innodb_flush_log_at_trx_commit} is 1, and tables are in InnoDB. Else power loss at the server
     * takes the writes of about the last second.
     */
    public boolean isEachCommitOnDisk() throws IOException {
        long flush = number("the server's settings", "SELECT @@innodb_flush_log_at_trx_commit");
        return engine.isTransactional() && flush == 1;
    }

    /** As the server's statistics have it, which follow some seconds later. */
    @Override
    public long sizeBytes() throws IOException {
        return number("the size of the tables", SIZE);
    }

    private long number(String what, String sql) throws IOException {
        return database.read(
                what + " cannot be read",
                session -> {
                    try (ResultSet row = session.query(sql).rows()) {
                        row.next();
                        return row.getLong(1);
                    }
                });
    }

    @Override
    public void close() {
        database.close();
    }
}
