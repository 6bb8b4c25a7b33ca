package sluice.hot.mysql;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.model.HeldList;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.HotPut;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * Links, marks and headers. A read is one round trip, a write is a transaction of two: the row and
 * its list's header, then the commit. A write that finds another row or header than its caller had
 * read is refused, and nothing of it is applied.
 */
final class LinkTable {
    /** Lists with more links or marks than these are read on a connection of their own. */
    static final int SMALL_LIST_ROWS_MAX = 64;

    private static final int DELETED_AT_ONCE_MAX = 64;

    private static final String BEGIN = "START TRANSACTION; ";

    /**
     * A list as far as one round trip brings it.
     *
     * @param rows all of them; null where there are more than one round trip brings
     * @param held what is held of the cold list, whole; null where nothing is, or was not asked for
     */
    record Beginning(@Nullable HotList rows, @Nullable HeldList held) {}

    private final Database database;
    private final boolean transactional;

    LinkTable(Database database, boolean transactional) {
        this.database = database;
        this.transactional = transactional;
    }

    @Nullable HotLink link(long id1, long linkType, long id2) throws IOException {
        Optional<HotLink> found =
                database.read(
                        "a link was not read",
                        session -> Optional.ofNullable(link(session, id1, linkType, id2)));
        return found.orElse(null);
    }

    static @Nullable HotLink link(Session session, long id1, long linkType, long id2)
            throws SQLException {
        Query query = session.query(LinkSql.LINK);
        query.id(linkType).id(id1).id(id2).id(linkType).id(id1).id(id2);
        try (ResultSet rows = query.rows()) {
            return rows.next() ? LinkSql.row(rows) : null;
        }
    }

    HotHeader header(long id1, long linkType) throws IOException {
        return database.read("a header was not read", session -> header(session, id1, linkType));
    }

    static HotHeader header(Session session, long id1, long linkType) throws SQLException {
        try (ResultSet rows = session.query(LinkSql.HEADER).id(id1).id(linkType).rows()) {
            return rows.next()
                    ? LinkSql.header(
                            Query.bits(rows, 1),
                            Query.bits(rows, 2),
                            Query.bits(rows, 3),
                            Query.bits(rows, 4))
                    : HotHeader.EMPTY;
        }
    }

    List<Long> types(long id1) throws IOException {
        return database.read(
                "link types were not read",
                session -> {
                    List<Long> types = new ArrayList<>();
                    try (ResultSet rows = session.query(LinkSql.TYPES).id(id1).rows()) {
                        while (rows.next()) {
                            types.add(Query.bits(rows, 1));
                        }
                    }
                    return types;
                });
    }

    HotList list(long id1, long linkType) throws IOException {
        HotList rows = beginning(LinkSql.SMALL_LIST, id1, linkType).rows();
        return rows == null ? SnapshotList.open(database, id1, linkType) : rows;
    }

    /** The list's rows where they are few, and what is held of it. */
    Beginning beginning(long id1, long linkType) throws IOException {
        return beginning(LinkSql.SMALL_WHOLE_LIST, id1, linkType);
    }

    private Beginning beginning(String sql, long id1, long linkType) throws IOException {
        return database.read(
                "a list was not read", session -> beginning(session, sql, id1, linkType));
    }

    private static Beginning beginning(Session session, String sql, long id1, long linkType)
            throws SQLException {
        int limit = SMALL_LIST_ROWS_MAX + 1;
        Query query = session.query(sql);
        query.id(id1).id(linkType);
        query.id(id1).id(linkType).number(limit).id(id1).id(linkType).number(limit);
        if (sql.equals(LinkSql.SMALL_WHOLE_LIST)) {
            query.id(id1).id(linkType);
        }
        HotHeader header = HotHeader.EMPTY;
        HeldList held = null;
        List<HotLink> rows = new ArrayList<>();
        int links = 0;
        try (ResultSet row = query.rows()) {
            while (row.next()) {
                int kind = row.getInt(4);
                if (kind == LinkSql.HELD) {
                    HeldList.Source source =
                            new HeldList.Source(Query.bits(row, 6), Query.bits(row, 3));
                    held = HeldList.of(id1, linkType, source, row.getBytes(8)).orElse(null);
                } else if (kind < 0) {
                    header =
                            LinkSql.header(
                                    Query.bits(row, 2),
                                    Query.bits(row, 3),
                                    Query.bits(row, 5),
                                    Query.bits(row, 6));
                } else {
                    links += kind < LinkSql.HIDES ? 1 : 0;
                    rows.add(LinkSql.row(row));
                }
            }
        }
        boolean all = links < limit && rows.size() - links < limit;
        return new Beginning(all ? new SmallList(id1, linkType, header, rows) : null, held);
    }

    /** Puts rows of different lists, with their headers, in one transaction. */
    void put(List<HotPut> puts) throws IOException {
        StringBuilder sql = new StringBuilder(BEGIN);
        for (HotPut put : puts) {
            sql.append(sql.length() == BEGIN.length() ? "" : "; ");
            sql.append(rowSql(put.before(), put.row()));
            sql.append(isFirst(put) ? LinkSql.FIRST_HEADER : LinkSql.NEXT_HEADER);
        }
        write(
                puts.getFirst().row().link(),
                session -> {
                    Query query = session.query(sql.toString());
                    for (HotPut put : puts) {
                        set(query, put);
                    }
                    return query.changedByEach();
                });
    }

    private static boolean isFirst(HotPut put) {
        return put.before() == null && put.header().rows() == 1;
    }

    private static void set(Query query, HotPut put) throws SQLException {
        setRow(query, put.before(), put.row());
        Link key = put.row().link();
        HotHeader header = put.header();
        if (isFirst(put)) {
            query.id(key.id1()).id(key.linkType());
            query.id(header.visible()).id(header.rows());
            query.id(header.shadowed()).number(header.epoch());
        } else {
            setHeader(query, key.id1(), key.linkType(), headerBefore(put), header);
        }
    }

    /** The header that {@code header} follows, as far as rows are counted. */
    private static HotHeader headerBefore(HotPut put) {
        HotLink before = put.before();
        HotHeader header = put.header();
        long rows = header.rows() - (before == null ? 1 : 0);
        long visible =
                header.visible()
                        - (put.row().isVisible() ? 1 : 0)
                        + (before != null && before.isVisible() ? 1 : 0);
        return new HotHeader(rows, visible, 0, HotHeader.NO_EPOCH);
    }

    private static String rowSql(@Nullable HotLink before, HotLink row) {
        boolean isLink = row.kind() == HotLink.Kind.LINK;
        String insert = (isLink ? LinkSql.INSERT_LINK : LinkSql.INSERT_MARK) + "; ";
        if (before == null) {
            return insert;
        }
        boolean wasLink = before.kind() == HotLink.Kind.LINK;
        if (wasLink == isLink) {
            return (isLink ? LinkSql.UPDATE_LINK : LinkSql.UPDATE_MARK) + "; ";
        }
        return (wasLink ? LinkSql.DELETE_LINK : LinkSql.DELETE_MARK) + "; " + insert;
    }

    private static void setRow(Query query, @Nullable HotLink before, HotLink row)
            throws SQLException {
        Link link = row.link();
        boolean isLink = row.kind() == HotLink.Kind.LINK;
        boolean update = before != null && (before.kind() == HotLink.Kind.LINK) == isLink;
        if (before != null && !update) {
            setKey(query, link).id(before.sequence());
        }
        if (!update) {
            setKey(query, link);
        }
        if (isLink) {
            query.number(link.visibility() == Visibility.VISIBLE ? 1 : 0);
            query.number(link.version()).number(link.time());
            query.id(row.sequence()).bytes(link.data());
        } else {
            query.number(LinkSql.kind(row)).id(row.sequence());
        }
        if (before != null && update) {
            setKey(query, link).id(before.sequence());
        }
    }

    private static Query setKey(Query query, Link link) throws SQLException {
        return query.id(link.linkType()).id(link.id1()).id(link.id2());
    }

    private static void setHeader(
            Query query, long id1, long linkType, HotHeader before, HotHeader header)
            throws SQLException {
        query.id(header.visible()).id(header.rows()).id(header.shadowed()).number(header.epoch());
        query.id(id1).id(linkType).id(before.visible()).id(before.rows());
    }

    /** Where another process wrote to the list meanwhile, its header stays. */
    void putHeader(long id1, long linkType, HotHeader header) throws IOException {
        database.write(
                "a write of a header",
                transactional,
                session -> {
                    Query query = session.query(BEGIN + LinkSql.NEXT_HEADER);
                    setHeader(query, id1, linkType, header, header);
                    return query.changedByEach();
                });
    }

    void remove(long id1, long linkType, List<HotLink> rows, HotHeader header) throws IOException {
        if (rows.isEmpty()) {
            return;
        }
        long visible = rows.stream().filter(HotLink::isVisible).count();
        HotHeader before =
                new HotHeader(
                        header.rows() + rows.size(),
                        header.visible() + visible,
                        0,
                        HotHeader.NO_EPOCH);
        boolean last = header.rows() == 0;
        write(
                rows.getFirst().link(),
                session -> {
                    Query query =
                            session.query(
                                    BEGIN + (last ? LinkSql.DELETE_HEADER : LinkSql.NEXT_HEADER));
                    if (last) {
                        query.id(id1).id(linkType).id(before.visible()).id(before.rows());
                    } else {
                        setHeader(query, id1, linkType, before, header);
                    }
                    List<Integer> changed = new ArrayList<>(query.changedByEach());
                    changed.addAll(delete(session, rows, true));
                    changed.addAll(delete(session, rows, false));
                    return changed;
                });
    }

    /**
     * Deletes the links of one list among {@code rows}, or the marks, many with one statement; says
     * of each statement whether it found all of its rows: 1, or 0.
     */
    private static List<Integer> delete(Session session, List<HotLink> rows, boolean links)
            throws SQLException {
        List<HotLink> left =
                rows.stream().filter(row -> (row.kind() == HotLink.Kind.LINK) == links).toList();
        List<Integer> found = new ArrayList<>();
        while (!left.isEmpty()) {
            // Powers of two only, so that there are few texts to be kept.
            int size = Math.min(DELETED_AT_ONCE_MAX, Integer.highestOneBit(left.size()));
            Link list = left.getFirst().link();
            Query query = session.query(LinkSql.delete(links, size));
            query.id(list.linkType()).id(list.id1());
            for (HotLink row : left.subList(0, size)) {
                query.id(row.link().id2()).id(row.sequence());
            }
            found.add(query.changed() == size ? 1 : 0);
            left = left.subList(size, left.size());
        }
        return found;
    }

    /** Runs statements of which the first begins a transaction and each other finds a row. */
    private void write(Link key, Database.Work<List<Integer>> work) throws IOException {
        database.write(
                "a write to a list",
                transactional,
                session -> {
                    List<Integer> changed;
                    try {
                        changed = work.on(session);
                    } catch (SQLException e) {
                        if (MySqlFailure.isOfDuplicate(e)) {
                            throw otherWriter(key);
                        }
                        throw e;
                    }
                    for (int statement = 1; statement < changed.size(); statement++) {
                        if (changed.get(statement) == 0) {
                            throw otherWriter(key);
                        }
                    }
                    return changed;
                });
    }

    private RuntimeException otherWriter(Link key) {
        return MySqlFailure.ofOtherWriter(
                database.address(),
                "the list (%s, %s)"
                        .formatted(
                                Long.toUnsignedString(key.id1()),
                                Long.toUnsignedString(key.linkType())));
    }
}
