package sluice.hot.mysql;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Statement;
import sluice.model.ErrorCode;
import sluice.model.HotIngest;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/**
 * Many rows at once, by LOAD DATA LOCAL INFILE from memory: some MiB are sent while the next ones
 * are taken. On a connection of its own, so that several can run side by side.
 *
 * <p>In InnoDB all is one transaction, which the server takes back where this ends without a
 * commit, in whatever way. Both keys are kept while rows come: what the server has for filling an
 * empty table without them ({@code unique_checks = 0}) locks that table, so that a second load
 * fails and online writes wait. In other engines rows go into tables of the ingest's own first
 * ({@link IngestJournal}).
 */
final class BulkLoad implements HotIngest {
    private static final int BUFFER_BYTES = 4 << 20;

    /** As the server takes all that it is sent and only warns: in tables that were taken over. */
    private static final String LOAD =
            "LOAD DATA LOCAL INFILE 'rows' %s INTO TABLE %s CHARACTER SET binary"
                    + " FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (%s)%s";

    private final MySqlAddress address;
    private final Session session;
    private final @Nullable IngestJournal journal;
    private final SpecialBucket special;
    private final long sequence;
    private final ExecutorService sender =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("mysql-load").factory());
    private final Part links;
    private final Part nodes;
    private final Part lists;

    /** What is being sent; null before the first time. */
    private @Nullable Future<?> sending;

    private boolean ended;

    /** Of the first link that was added. */
    private @Nullable Long firstId1;

    /** The last link that was added. */
    private @Nullable Link last;

    private @Nullable Node lastNode;

    /** Rows of the present list, and how many of them are visible. */
    private long rows;

    private long visible;

    /** Rows for one table. */
    private static final class Part {
        final String sql;

        /** Whether the table can have had rows of these keys, which are replaced. */
        final boolean replaces;

        LoadBuffer buffer = new LoadBuffer(BUFFER_BYTES);

        Part(String table, String columns, boolean replaces, String set) {
            this.sql = LOAD.formatted(replaces ? "REPLACE" : "", table, columns, set);
            this.replaces = replaces;
        }
    }

    private BulkLoad(
            MySqlAddress address,
            Session session,
            @Nullable IngestJournal journal,
            SpecialBucket special,
            long sequence) {
        this.address = address;
        this.session = session;
        this.journal = journal;
        this.special = special;
        this.sequence = sequence;
        links = new Part(table("linktable"), IngestJournal.LINK_COLUMNS, false, "");
        nodes = new Part(table("nodetable"), IngestJournal.NODE_COLUMNS, false, "");
        lists =
                new Part(
                        table("counttable"),
                        IngestJournal.COUNT_COLUMNS,
                        journal == null,
                        journal == null ? " SET time = " + LinkSql.NOW_MILLIS : "");
    }

    private String table(String name) {
        return journal == null ? name : journal.table(name);
    }

    static BulkLoad begin(
            Database database, MySqlEngine engine, SpecialBucket special, long sequence)
            throws IOException {
        Session session = database.pool().connectForBulk();
        try {
            IngestJournal journal = null;
            if (engine.isTransactional()) {
                session.execute("START TRANSACTION");
            } else {
                journal = IngestJournal.begin(session, engine);
            }
            return new BulkLoad(database.address(), session, journal, special, sequence);
        } catch (SQLException e) {
            IOException failure = MySqlFailure.of(database.address(), "no load was begun", e);
            end(session, failure);
            throw failure;
        }
    }

    @Override
    public void add(Link link) throws IOException {
        Link before = last;
        boolean sameList =
                before != null
                        && before.id1() == link.id1()
                        && before.linkType() == link.linkType();
        if (before != null && compare(before, link) >= 0) {
            throw new IllegalArgumentException("%s after %s".formatted(link, before));
        }
        if (before != null && !sameList) {
            endList(before);
        }
        if (firstId1 == null) {
            firstId1 = link.id1();
        }
        last = link;
        boolean isVisible = link.visibility() == Visibility.VISIBLE;
        rows++;
        visible += isVisible ? 1 : 0;
        links.buffer
                .row(link.data().length)
                .unsigned(link.linkType())
                .unsigned(link.id1())
                .unsigned(link.id2())
                .unsigned(isVisible ? 1 : 0)
                .signed(link.version())
                .signed(link.time())
                .unsigned(sequence)
                .data(link.data());
        sendIfFull(links);
    }

    private static int compare(Link one, Link other) {
        int order = Long.compareUnsigned(one.id1(), other.id1());
        if (order == 0) {
            order = Long.compareUnsigned(one.linkType(), other.linkType());
        }
        return order != 0 ? order : Long.compareUnsigned(one.id2(), other.id2());
    }

    private void endList(Link ofList) throws IOException {
        lists.buffer
                .row(0)
                .unsigned(ofList.id1())
                .unsigned(ofList.linkType())
                .unsigned(visible)
                .unsigned(rows)
                .endAfterNumber();
        rows = 0;
        visible = 0;
        sendIfFull(lists);
    }

    @Override
    public void add(Node node) throws IOException {
        Node before = lastNode;
        if (before != null && Long.compareUnsigned(before.id(), node.id()) >= 0) {
            throw new IllegalArgumentException("%s after %s".formatted(node, before));
        }
        lastNode = node;
        nodes.buffer
                .row(node.data().length)
                .unsigned(node.id())
                .unsigned(node.type())
                .signed(node.version())
                .signed(node.time())
                .unsigned(sequence)
                .data(node.data());
        sendIfFull(nodes);
    }

    private void sendIfFull(Part part) throws IOException {
        if (part.buffer.length() >= BUFFER_BYTES - BUFFER_BYTES / 16) {
            send(part);
        }
    }

    private void send(Part part) throws IOException {
        LoadBuffer full = part.buffer;
        if (full.rows() == 0) {
            return;
        }
        awaitSent();
        part.buffer = new LoadBuffer(BUFFER_BYTES);
        sending =
                sender.submit(
                        () -> {
                            load(part, full);
                            return full;
                        });
    }

    private void load(Part part, LoadBuffer full) throws SQLException {
        try (java.sql.Statement statement = session.connection().createStatement()) {
            statement
                    .unwrap(Statement.class)
                    .setLocalInfileInputStream(
                            new ByteArrayInputStream(full.bytes(), 0, full.length()));
            long loaded = statement.executeLargeUpdate(part.sql);
            SQLWarning warning = statement.getWarnings();
            if (warning != null || !part.replaces && loaded != full.rows()) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s: of %d rows %d were taken as they are: %s"
                                .formatted(
                                        address,
                                        full.rows(),
                                        loaded,
                                        warning == null
                                                ? "others have their keys"
                                                : warning.getMessage()));
            }
        }
    }

    private void awaitSent() throws IOException {
        Future<?> sent = sending;
        sending = null;
        if (sent == null) {
            return;
        }
        try {
            sent.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SluiceException(ErrorCode.INTERRUPTED, "stopped while loading", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case SQLException failure ->
                        throw MySqlFailure.of(address, "rows were not loaded", failure);
                case SluiceException failure -> throw failure;
                case null, default -> throw new IOException("rows were not loaded", e);
            }
        }
    }

    @Override
    public void commit() throws IOException {
        if (last != null) {
            endList(last);
            special.cover(Objects.requireNonNull(firstId1), last.id1());
            last = null;
        }
        send(links);
        send(nodes);
        send(lists);
        awaitSent();
        // Before the commit, as a failure afterwards would say that it failed.
        special.count();
        try {
            if (journal == null) {
                session.execute("COMMIT");
            } else {
                journal.commit();
            }
            ended = true;
        } catch (SQLException e) {
            throw MySqlFailure.of(address, "what was loaded was not committed", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (!ended) {
                ended = true;
                giveUp();
            }
        } finally {
            sender.close();
            end(session, null);
        }
    }

    private void giveUp() throws IOException {
        try {
            awaitSent();
        } catch (IOException | SluiceException e) {
            // Its caller was told of the first failure, or gives up anyway.
        }
        try {
            if (session.isClosed()) {
                return;
            }
            if (journal == null) {
                session.execute("ROLLBACK");
            } else {
                journal.remove();
            }
        } catch (SQLException e) {
            if (!Database.isLost(session, e)) {
                throw MySqlFailure.of(address, "what was loaded was not taken back", e);
            }
        }
    }

    private static void end(Session session, @Nullable Exception failure) {
        try {
            session.close();
        } catch (SQLException e) {
            if (failure != null) {
                failure.addSuppressed(e);
            }
        }
    }
}
