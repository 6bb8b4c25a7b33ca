package sluice.experiments.debl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import sluice.model.GraphStore;
import sluice.servers.mariadb.MariaDbAddress;

/**
 * Loads all links into one table of MySQL as its manual has it: LOAD DATA into a table without
 * keys, and the keys afterwards, each in one sort.
 */
final class TableLoading implements Loading {
    private static final String TABLE =
            """
            CREATE TABLE linktable (
              id1 bigint unsigned NOT NULL,
              id2 bigint unsigned NOT NULL,
              link_type bigint unsigned NOT NULL,
              visibility tinyint NOT NULL DEFAULT 1,
              data varbinary(255) NOT NULL,
              time bigint unsigned NOT NULL,
              version int unsigned NOT NULL DEFAULT 0
            ) ENGINE=InnoDB DEFAULT CHARSET=latin1\
            """;
    private static final String LOAD =
            "LOAD DATA LOCAL INFILE 'links' INTO TABLE linktable CHARACTER SET binary"
                    + " FIELDS TERMINATED BY '\\t' ESCAPED BY '' LINES TERMINATED BY '\\n'"
                    + " IGNORE 1 LINES (id1, link_type, id2, time, data)";
    private static final String KEYS =
            "ALTER TABLE linktable ADD PRIMARY KEY (link_type, id1, id2),"
                    + " ADD KEY id1_type (id1, link_type, visibility, time, id2, version)";
    private static final List<String> SETTINGS =
            List.of("SET sql_mode = 'STRICT_ALL_TABLES'", "SET unique_checks = 0");

    private final Site site;
    private final MariaDbAddress address;

    private TableLoading(Site site, MariaDbAddress address) {
        this.site = site;
        this.address = address;
    }

    static TableLoading open(Site site) throws IOException {
        MariaDbAddress address = site.servers().databaseAddress(site.name());
        try (Connection connection = TableReader.connection(address);
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
        } catch (SQLException e) {
            throw new IOException("the table of links could not be made", e);
        }
        return new TableLoading(site, address);
    }

    @Override
    public void load(Runnable uptime) throws IOException {
        try (Connection connection = TableReader.connection(address);
                Statement statement = connection.createStatement()) {
            for (String setting : SETTINGS) {
                statement.execute(setting);
            }
            SlowSource source = site.source();
            long links = 0;
            for (Path file : site.files().files()) {
                try (InputStream input = source.open(file)) {
                    statement
                            .unwrap(org.mariadb.jdbc.Statement.class)
                            .setLocalInfileInputStream(input);
                    links += statement.executeLargeUpdate(LOAD);
                }
            }
            if (links != site.files().links()) {
                throw new IOException(
                        "MySQL took %d of %d links".formatted(links, site.files().links()));
            }
            double loaded = site.phases().ended("bulk load", 0);
            statement.execute(KEYS);
            site.phases().ended("gen. index", loaded);
        } catch (SQLException e) {
            throw new IOException("MySQL did not take the links: " + e.getMessage(), e);
        }
        uptime.run();
    }

    @Override
    public GraphStore connect() throws IOException {
        return TableReader.connect(address);
    }

    @Override
    public void close() {}
}
