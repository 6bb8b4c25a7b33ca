package sluice.linkbench.stores;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.mariadb.MariaDbAddress;

/** The benchmark's tables: links with the index that lists are read from, counts, nodes. */
public final class MariaDbTables {
    static final String LINKS = "linktable";
    static final String COUNTS = "counttable";
    static final String NODES = "nodetable";

    private static final String CREATE =
            """
            CREATE TABLE linktable (
              id1 bigint unsigned NOT NULL DEFAULT 0,
              id2 bigint unsigned NOT NULL DEFAULT 0,
              link_type bigint unsigned NOT NULL DEFAULT 0,
              visibility tinyint NOT NULL DEFAULT 0,
              data varchar(255) NOT NULL DEFAULT '',
              time bigint unsigned NOT NULL DEFAULT 0,
              version int unsigned NOT NULL DEFAULT 0,
              PRIMARY KEY (link_type, id1, id2),
              KEY id1_type (id1, link_type, visibility, time, id2, version, data)
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1 PARTITION BY KEY (id1) PARTITIONS 16;
            CREATE TABLE counttable (
              id bigint unsigned NOT NULL DEFAULT 0,
              link_type bigint unsigned NOT NULL DEFAULT 0,
              count int unsigned NOT NULL DEFAULT 0,
              time bigint unsigned NOT NULL DEFAULT 0,
              version bigint unsigned NOT NULL DEFAULT 0,
              PRIMARY KEY (id, link_type)
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1;
            CREATE TABLE nodetable (
              id bigint unsigned NOT NULL AUTO_INCREMENT,
              type int unsigned NOT NULL,
              version bigint unsigned NOT NULL,
              time int unsigned NOT NULL,
              data mediumtext NOT NULL,
              PRIMARY KEY (id)
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1;
            """;

    private MariaDbTables() {}

    /**
     * Makes the database of {@code address} anew, empty; what it held is dropped. The next node
     * that is added gets {@code firstNodeId}.
     */
    public static void create(MariaDbAddress address, long firstNodeId) {
        MariaDbAddress server =
                new MariaDbAddress(
                        address.host(), address.port(), "", address.user(), address.password());
        String database = address.database();
        if (!database.matches("[A-Za-z0-9_]+")) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "a database is named by letters, digits and _, not \"%s\"".formatted(database));
        }
        try (Connection connection =
                        DriverManager.getConnection(
                                server.url(), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + database);
            statement.execute("CREATE DATABASE " + database + " CHARACTER SET latin1");
            statement.execute("USE " + database);
            for (String create : CREATE.split(";", -1)) {
                if (!create.isBlank()) {
                    statement.execute(create);
                }
            }
            statement.execute(
                    "ALTER TABLE nodetable AUTO_INCREMENT = " + Long.toUnsignedString(firstNodeId));
        } catch (SQLException e) {
            throw MariaDbGraph.failure("the tables could not be made in " + address, e);
        }
    }
}
