package sluice.hot.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.Link;
import sluice.model.Visibility;

/**
 * What is asked of the tables of links, marks and headers, and how rows of theirs are read. A key
 * is in {@code linktable} or in {@code sluice_mark}, never in both.
 */
final class LinkSql {
    static final int HIDES = 2;
    static final int EXPUNGED = 3;

    /** The server's clock, as LinkBench has times. */
    static final String NOW_MILLIS = "ROUND(UNIX_TIMESTAMP(NOW(3)) * 1000)";

    /** Bytes as they are, whatever type the column has. */
    private static final String DATA = "CAST(data AS BINARY)";

    /** What a row of {@link #row} is read from; {@code kind} is the visibility of a link. */
    static final String LINK_COLUMNS =
            "id1, link_type, id2, visibility AS kind, version, time, sequence, "
                    + DATA
                    + " AS data";

    static final String MARK_COLUMNS =
            "id1, link_type, id2, kind, 0 AS version, 0 AS time, sequence, '' AS data";

    static final String LINK =
            "SELECT "
                    + LINK_COLUMNS
                    + " FROM linktable WHERE link_type = ? AND id1 = ? AND id2 = ?"
                    + " UNION ALL SELECT "
                    + MARK_COLUMNS
                    + " FROM sluice_mark WHERE link_type = ? AND id1 = ? AND id2 = ?";
    static final String HEADER =
            "SELECT sluice_rows, count, sluice_shadowed, sluice_epoch FROM counttable"
                    + " WHERE id = ? AND link_type = ?";
    static final String TYPES =
            "SELECT link_type FROM counttable WHERE id = ? AND sluice_rows > 0 ORDER BY link_type";

    /** All of a list at one moment, where it has no more than so many links and marks. */
    static final String SMALL_LIST =
            "(SELECT 0 AS id1, sluice_rows AS link_type, count AS id2, -1 AS kind,"
                    + " sluice_shadowed AS version, sluice_epoch AS time, 0 AS sequence, '' AS data"
                    + " FROM counttable WHERE id = ? AND link_type = ?)"
                    + " UNION ALL (SELECT "
                    + LINK_COLUMNS
                    + " FROM linktable WHERE id1 = ? AND link_type = ? LIMIT ?)"
                    + " UNION ALL (SELECT "
                    + MARK_COLUMNS
                    + " FROM sluice_mark WHERE id1 = ? AND link_type = ? LIMIT ?)";

    /** The kind of the row that is the held list, in {@link #SMALL_WHOLE_LIST}. */
    static final int HELD = -2;

    /** As {@link #SMALL_LIST}, and what is held of the cold list. */
    static final String SMALL_WHOLE_LIST =
            SMALL_LIST
                    + " UNION ALL (SELECT 0 AS id1, link_count AS link_type, store AS id2, "
                    + HELD
                    + " AS kind, 0 AS version, epoch AS time, 0 AS sequence, "
                    + DATA
                    + " AS data FROM sluice_held WHERE id1 = ? AND link_type = ?)";

    static final String ID2S =
            "SELECT id2 FROM linktable WHERE id1 = ? AND link_type = ?"
                    + " UNION ALL SELECT id2 FROM sluice_mark WHERE id1 = ? AND link_type = ?";

    private static final String OF_LIST =
            "SELECT id2, time, version, "
                    + DATA
                    + " FROM linktable FORCE INDEX (id1_type)"
                    + " WHERE id1 = ? AND link_type = ? AND visibility = 1 AND ";

    /** The newest links of a list; the index is read backwards. */
    static final String NEWEST = OF_LIST + "time <= ? ORDER BY time DESC, id2 DESC LIMIT ?";

    static final String NEWEST_FROM =
            OF_LIST + "time <= ? AND time >= ? ORDER BY time DESC, id2 DESC LIMIT ?";

    /** The first links of one time. */
    static final String OF_TIME = OF_LIST + "time = ? ORDER BY id2 LIMIT ?";

    private static final String OF_KEY = " WHERE link_type = ? AND id1 = ? AND id2 = ?";

    static final String INSERT_LINK =
            "INSERT INTO linktable (link_type, id1, id2, visibility, version, time, sequence, data)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    static final String UPDATE_LINK =
            "UPDATE linktable SET visibility = ?, version = ?, time = ?, sequence = ?, data = ?"
                    + OF_KEY
                    + " AND sequence = ?";
    static final String DELETE_LINK = "DELETE FROM linktable" + OF_KEY + " AND sequence = ?";
    static final String INSERT_MARK =
            "INSERT INTO sluice_mark (link_type, id1, id2, kind, sequence) VALUES (?, ?, ?, ?, ?)";
    static final String UPDATE_MARK =
            "UPDATE sluice_mark SET kind = ?, sequence = ?" + OF_KEY + " AND sequence = ?";
    static final String DELETE_MARK = "DELETE FROM sluice_mark" + OF_KEY + " AND sequence = ?";

    /** The header of a list that had no rows; LinkBench may have left a count of 0 there. */
    static final String FIRST_HEADER =
            "INSERT INTO counttable (id, link_type, count, sluice_rows, sluice_shadowed,"
                    + " sluice_epoch, time) VALUES (?, ?, ?, ?, ?, ?, "
                    + NOW_MILLIS
                    + ") ON DUPLICATE KEY UPDATE count = VALUES(count),"
                    + " sluice_rows = VALUES(sluice_rows),"
                    + " sluice_shadowed = VALUES(sluice_shadowed),"
                    + " sluice_epoch = VALUES(sluice_epoch),"
                    + " time = VALUES(time), version = version + 1";

    /** The next header of a list; finds none where others wrote to the list meanwhile. */
    static final String NEXT_HEADER =
            "UPDATE counttable SET count = ?, sluice_rows = ?, sluice_shadowed = ?,"
                    + " sluice_epoch = ?, version = version + 1, time = "
                    + NOW_MILLIS
                    + " WHERE id = ? AND link_type = ? AND count = ? AND sluice_rows = ?";

    static final String DELETE_HEADER =
            "DELETE FROM counttable WHERE id = ? AND link_type = ? AND count = ?"
                    + " AND sluice_rows = ?";

    private LinkSql() {}

    /** Deletes so many links or marks of one list, each by its id2 and sequence. */
    static String delete(boolean links, int count) {
        return "DELETE FROM "
                + (links ? "linktable" : "sluice_mark")
                + " WHERE link_type = ? AND id1 = ? AND (id2 = ? AND sequence = ?"
                + " OR id2 = ? AND sequence = ?".repeat(count - 1)
                + ")";
    }

    /** Which of so many id2s have a link or a mark in one list. */
    static String id2sAmong(int count) {
        String among = " AND id2 IN (?" + ", ?".repeat(count - 1) + ")";
        return "SELECT id2 FROM linktable WHERE link_type = ? AND id1 = ?"
                + among
                + " UNION ALL SELECT id2 FROM sluice_mark WHERE link_type = ? AND id1 = ?"
                + among;
    }

    static HotLink row(ResultSet row) throws SQLException {
        long id1 = Query.bits(row, 1);
        long linkType = Query.bits(row, 2);
        long id2 = Query.bits(row, 3);
        int kind = row.getInt(4);
        long sequence = Query.bits(row, 7);
        if (kind == HIDES || kind == EXPUNGED) {
            return HotLink.mark(
                    kind == HIDES ? HotLink.Kind.HIDES : HotLink.Kind.EXPUNGED,
                    id1,
                    linkType,
                    id2,
                    sequence);
        }
        Link link =
                new Link(
                        id1,
                        linkType,
                        id2,
                        kind == 1 ? Visibility.VISIBLE : Visibility.HIDDEN,
                        Query.bits(row, 5),
                        Query.bits(row, 6),
                        row.getBytes(8));
        return new HotLink(HotLink.Kind.LINK, link, sequence);
    }

    /** The header in four columns; one without rows is empty whatever else it says. */
    static HotHeader header(long rows, long visible, long shadowed, long epoch) {
        return rows == 0 ? HotHeader.EMPTY : new HotHeader(rows, visible, shadowed, epoch);
    }

    static int kind(HotLink mark) {
        return mark.kind() == HotLink.Kind.HIDES ? HIDES : EXPUNGED;
    }
}
