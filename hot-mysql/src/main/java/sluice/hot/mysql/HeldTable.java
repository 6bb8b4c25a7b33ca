package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.HeldList;
import sluice.model.HeldLists;
import sluice.model.HotHeader;
import sluice.model.HotList;
import sluice.model.WholeList;

/**
 * The lists of the cold store that are held whole, one row each, in a table that is always InnoDB.
 * A list of few rows is one round trip together with what is held of it; so is a count.
 */
final class HeldTable implements HeldLists {
    static final String TABLE =
            """
            CREATE TABLE IF NOT EXISTS sluice_held (
              id1 bigint unsigned NOT NULL,
              link_type bigint unsigned NOT NULL,
              epoch bigint NOT NULL,
              store bigint unsigned NOT NULL,
              link_count bigint unsigned NOT NULL,
              byte_count bigint unsigned NOT NULL,
              data mediumblob NOT NULL,
              PRIMARY KEY (id1, link_type)
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1""";

    private static final String ALL =
            "SELECT id1, link_type, epoch, store, byte_count FROM sluice_held";
    private static final String PUT =
            "START TRANSACTION; REPLACE INTO sluice_held"
                    + " (id1, link_type, epoch, store, link_count, byte_count, data)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String REMOVE =
            "START TRANSACTION; DELETE FROM sluice_held WHERE id1 = ? AND link_type = ?"
                    + " AND epoch = ? AND store = ?";
    private static final String ONE =
            "SELECT epoch, store, data FROM sluice_held WHERE id1 = ? AND link_type = ?";
    private static final String COUNT =
            "SELECT 0 AS held, sluice_rows, count, sluice_shadowed, sluice_epoch FROM counttable"
                    + " WHERE id = ? AND link_type = ?"
                    + " UNION ALL SELECT 1, link_count, store, 0, epoch FROM sluice_held"
                    + " WHERE id1 = ? AND link_type = ?";

    private final Database database;
    private final LinkTable links;

    HeldTable(Database database, LinkTable links) {
        this.database = database;
        this.links = links;
    }

    @Override
    public List<Held> all() throws IOException {
        return database.read(
                "the lists that are held were not read",
                session -> {
                    List<Held> all = new ArrayList<>();
                    try (ResultSet row = session.query(ALL).rows()) {
                        while (row.next()) {
                            HeldList.Source source =
                                    new HeldList.Source(Query.bits(row, 3), Query.bits(row, 4));
                            all.add(
                                    new Held(
                                            Query.bits(row, 1),
                                            Query.bits(row, 2),
                                            source,
                                            Query.bits(row, 5)));
                        }
                    }
                    return all;
                });
    }

    @Override
    public void put(HeldList list) throws IOException {
        byte[] bytes = list.bytes();
        database.write(
                "a list that is to be held",
                true,
                session -> {
                    Query query = session.query(PUT);
                    query.id(list.links().id1()).id(list.links().linkType());
                    query.number(list.source().epoch()).id(list.source().store());
                    query.number(list.links().size()).number(bytes.length).bytes(bytes);
                    return query.changedByEach();
                });
    }

    @Override
    public void remove(long id1, long linkType, HeldList.Source source) throws IOException {
        database.write(
                "a list that is held no longer",
                true,
                session -> {
                    Query query = session.query(REMOVE).id(id1).id(linkType);
                    return query.number(source.epoch()).id(source.store()).changedByEach();
                });
    }

    @Override
    public @Nullable HeldList held(long id1, long linkType) throws IOException {
        Optional<HeldList> held =
                database.read(
                        "a list that is held was not read",
                        session -> {
                            Query query = session.query(ONE).id(id1).id(linkType);
                            try (ResultSet row = query.rows()) {
                                if (!row.next()) {
                                    return Optional.empty();
                                }
                                HeldList.Source source =
                                        new HeldList.Source(Query.bits(row, 1), Query.bits(row, 2));
                                return HeldList.of(id1, linkType, source, row.getBytes(3));
                            }
                        });
        return held.orElse(null);
    }

    @Override
    public WholeList list(long id1, long linkType) throws IOException {
        LinkTable.Beginning read = links.beginning(id1, linkType);
        HotList rows = read.rows();
        // Nothing comes after what holds a connection until it is closed.
        return new WholeList(
                rows == null ? SnapshotList.open(database, id1, linkType) : rows, read.held());
    }

    @Override
    public Count count(long id1, long linkType) throws IOException {
        return database.read(
                "a count was not read",
                session -> {
                    HotHeader header = HotHeader.EMPTY;
                    long held = 0;
                    HeldList.Source source = null;
                    Query query = session.query(COUNT).id(id1).id(linkType).id(id1).id(linkType);
                    try (ResultSet row = query.rows()) {
                        while (row.next()) {
                            if (row.getInt(1) == 0) {
                                header =
                                        LinkSql.header(
                                                Query.bits(row, 2),
                                                Query.bits(row, 3),
                                                Query.bits(row, 4),
                                                Query.bits(row, 5));
                            } else {
                                held = Query.bits(row, 2);
                                source =
                                        new HeldList.Source(Query.bits(row, 5), Query.bits(row, 3));
                            }
                        }
                    }
                    return new Count(header, held, source);
                });
    }
}
