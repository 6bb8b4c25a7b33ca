package sluice.cli;

import java.io.IOException;
import java.util.List;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.mariadb.MariaDbServer;

/** MariaDB and HBase under a load, each of which can be killed and comes back. */
final class RemoteServers implements AutoCloseable {
    private final HBaseServers hbase;
    private MariaDbServer mysql;
    private int nextRegionServer;

    /** Closes whatever MariaDB runs in the end, and not HBase. */
    RemoteServers(MariaDbServer mysql, HBaseServers hbase) {
        this.mysql = mysql;
        this.hbase = hbase;
    }

    /** The options that name an empty database and a table that is not there yet. */
    List<String> newAddresses(int number) throws IOException {
        String name = "graph_" + number;
        mysql.createDatabase(name);
        return List.of("--hot", mysql.uri(name), "--cold", hbase.address(name, ""));
    }

    void killMySql() {
        mysql.kill();
    }

    void startMySqlAgain() throws IOException {
        mysql = mysql.startAgain();
    }

    /** Kills the region server that has run for the longest time. */
    void killRegionServer() {
        hbase.killRegionServer(nextRegionServer++);
    }

    /** Starts a region server, which begins without regions. */
    void addRegionServer() throws IOException {
        hbase.addRegionServer();
    }

    @Override
    public void close() throws IOException {
        mysql.close();
    }
}
