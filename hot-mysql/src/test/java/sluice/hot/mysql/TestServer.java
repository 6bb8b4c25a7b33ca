package sluice.hot.mysql;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/** A server for tests, and what they write to it. */
final class TestServer {
    private TestServer() {}

    static MariaDbServer start() throws IOException {
        return MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT);
    }

    /** An empty database of this name. */
    static MySqlAddress address(MariaDbServer server, String database, String options)
            throws IOException {
        server.createDatabase(database);
        return MySqlAddress.parse(server.uri(database) + options);
    }

    static Link link(long id1, long linkType, long id2, long time) {
        return new Link(id1, linkType, id2, Visibility.VISIBLE, 1, time, new byte[] {7});
    }

    /** Puts {@code link} over nothing that is cold. */
    static HotLink put(HotStore hot, Link link) throws IOException {
        HotLink row = new HotLink(HotLink.Kind.LINK, link, hot.nextSequence());
        put(hot, row);
        return row;
    }

    static void put(HotStore hot, HotLink row) throws IOException {
        Link link = row.link();
        @Nullable HotLink before = hot.link(link.id1(), link.linkType(), link.id2());
        HotHeader header = hot.header(link.id1(), link.linkType());
        hot.putLink(
                before,
                row,
                before == null ? header.adding(row, false, 1) : header.replacing(before, row));
    }
}
