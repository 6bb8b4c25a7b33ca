package sluice.experiments.debl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.model.BucketStore;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.mariadb.MariaDbAddress;
import sluice.servers.mariadb.MariaDbHome;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbServer;

/** The servers that the variants need, of our own, in a temporary folder. */
final class DeblServers implements AutoCloseable {
    static final String MARIADB_FOLDER = "mariadb";
    private static final long BUFFER_POOL_BYTES = 1L << 30;

    private final ColdStoreOpener coldStores;
    private final Set<String> databases = new HashSet<>();
    private @Nullable MariaDbServer mariaDb;
    private @Nullable HBaseServers hbase;

    private DeblServers(ColdStoreOpener coldStores) {
        this.coldStores = coldStores;
    }

    /**
     * Starts those that {@code options} need, which takes up to half a minute; fails soon where one
     * is not installed.
     */
    static DeblServers start(DeblOptions options, Path folder, ColdStoreOpener coldStores)
            throws IOException {
        DeblServers servers = new DeblServers(coldStores);
        try {
            if (options.needsMySql()) {
                servers.startMariaDb(options.mariaDb(), folder.resolve(MARIADB_FOLDER));
            }
            if (options.needsHBase()) {
                servers.startHBase(options.hbase(), folder.resolve("hbase"));
            }
            return servers;
        } catch (Throwable failure) {
            servers.close();
            throw failure;
        }
    }

    private void startMariaDb(@Nullable MariaDbHome home, Path folder) throws IOException {
        if (home == null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "no MariaDB is installed here; install it (Debian: mariadb-server), or name the"
                            + " variants that need none with --only");
        }
        Files.createDirectories(folder);
        mariaDb =
                MariaDbServer.start(
                        home, folder, new MariaDbOptions(BUFFER_POOL_BYTES, true, false));
    }

    private void startHBase(HBaseServers.Shape shape, Path folder) throws IOException {
        hbase = HBaseServers.start(folder, shape);
        // Where the libraries of its clients are missing, this says it before anything is measured.
        coldStore("nothing", "").close();
    }

    private MariaDbServer mariaDb() {
        if (mariaDb == null) {
            throw new IllegalStateException("MariaDB was not started");
        }
        return mariaDb;
    }

    /** A new, empty database of this name; its address as a hot store has it. */
    String database(String name) throws IOException {
        MariaDbServer server = mariaDb();
        if (databases.add(name)) {
            server.createDatabase(name);
        }
        return server.uri(name);
    }

    /** As {@link #database}, for those who ask in SQL. */
    MariaDbAddress databaseAddress(String name) throws IOException {
        var unused = database(name);
        return mariaDb().address(name);
    }

    /** A cold store in a table of its own. The caller closes it. */
    BucketStore coldStore(String table, String options) throws IOException {
        if (hbase == null) {
            throw new IllegalStateException("HBase was not started");
        }
        return coldStores.open(hbase.address(table, options));
    }

    @Override
    public void close() throws IOException {
        try {
            if (hbase != null) {
                hbase.close();
            }
        } finally {
            if (mariaDb != null) {
                mariaDb.close();
            }
        }
    }
}
