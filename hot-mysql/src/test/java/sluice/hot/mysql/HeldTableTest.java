package sluice.hot.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import sluice.model.HeldList;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.Visibility;
import sluice.model.WholeList;
import sluice.servers.mariadb.MariaDbServer;

/** Lists that are held whole, as the server sees them; what readers see is tried with a graph. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the jar holds no other")
@ExtendWith(OneServer.class)
class HeldTableTest {
    private static final HeldList.Source SOURCE = new HeldList.Source(5, -6);
    private static MariaDbServer server;

    @BeforeAll
    static void take(MariaDbServer one) {
        server = one;
    }

    private static MySqlHotStore open(String database, String options) throws IOException {
        return MySqlHotStore.open(TestServer.address(server, database, options));
    }

    private static HeldList list(long id1, int dataBytes) {
        Link link = new Link(id1, 2, 3, Visibility.VISIBLE, 4, 5, new byte[dataBytes]);
        return new HeldList(LinkList.of(id1, 2, List.of(link)), SOURCE);
    }

    /** Links beyond what one round trip brings. */
    private static void putMany(MySqlHotStore hot) throws IOException {
        for (int id2 = 0; id2 <= LinkTable.SMALL_LIST_ROWS_MAX; id2++) {
            TestServer.put(hot, TestServer.link(1, 2, id2, id2));
        }
    }

    private static long sentBytes(TestSql sql) throws SQLException {
        String row = sql.rows("SHOW GLOBAL STATUS LIKE 'Bytes_sent'").getFirst();
        return Long.parseLong(row.substring(row.indexOf(' ') + 1));
    }

    @Test
    void theCopyOfAListOfManyRowsIsReadOnce() throws IOException, SQLException {
        int dataBytes = 200_000;
        try (MySqlHotStore hot = open("held_once", "");
                TestSql sql = TestSql.connect(server, "held_once")) {
            putMany(hot);
            hot.held().put(list(1, dataBytes));
            long before = sentBytes(sql);
            try (WholeList whole = hot.held().list(1, 2)) {
                assertEquals(1, whole.held().links().size());
                assertEquals(LinkTable.SMALL_LIST_ROWS_MAX + 1, whole.rows().header().rows());
            }
            long sent = sentBytes(sql) - before;
            assertTrue(sent > dataBytes && sent < 1.5 * dataBytes, sent + " bytes");
        }
    }
}
