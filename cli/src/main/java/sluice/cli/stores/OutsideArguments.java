package sluice.cli.stores;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlBuildJobs;
import sluice.hot.mysql.MySqlHotStore;
import sluice.load.files.StoreAddresses;
import sluice.load.files.StoreName;
import sluice.load.files.StoredJobs;
import sluice.load.remote.Outside;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/** The parts of a store that lie in other systems: the options that name them. */
public final class OutsideArguments {
    private static final long LEASE_MILLIS = 10_000;
    private static final int BATCH_MAX = 1024;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** How a bucket is answered until it is built. */
    enum Unbuilt {
        RUNS,
        WAIT
    }

    @Option(
            names = "--hot",
            paramLabel = "ADDRESS",
            description =
                    "Keep what is written online in MySQL or MariaDB instead of in the store's"
                            + " directory: mysql://user@host:port/database. The password comes from"
                            + " SLUICE_MYSQL_PASSWORD, or from a file: ?passwordFile=FILE.")
    private @Nullable String hot;

    @Option(
            names = "--cold",
            paramLabel = "ADDRESS",
            description =
                    "Build buckets in HBase instead of into segments:"
                            + " hbase://zookeeper:port/table?staging=FOLDER, a folder that HBase sees, too.")
    private @Nullable String cold;

    @Option(
            names = "--unbuilt",
            paramLabel = "HOW",
            defaultValue = "runs",
            description =
                    "With --cold: how a bucket is answered until it is built: runs (at once, from"
                            + " what is staged), wait (not before: queries that ask for it, as"
                            + " query --mode wait does, wait, the most awaited bucket is built"
                            + " first; others are answered in part) (default: runs).")
    private Unbuilt unbuilt = Unbuilt.RUNS;

    @Option(
            names = "--build-batch",
            paramLabel = "N",
            description =
                    "With --cold: how many buckets are built at the same time (default: one for"
                            + " each core).")
    private @Nullable Integer batch;

    /** The addresses that were named, as they are written into a store. */
    private StoreAddresses addresses() {
        if (hot != null) {
            // So that what holds a password is refused before it is written down.
            MySqlAddress.parse(hot);
        }
        return new StoreAddresses(Optional.ofNullable(hot), Optional.ofNullable(cold));
    }

    /** Refuses a store that was made with other addresses. */
    public void check(Storage storage) throws IOException {
        addresses().check(storage);
    }

    /** Refuses a cold store that nothing can be built in, before anything is read or written. */
    public void requireToBuild() throws IOException {
        if (cold != null) {
            ColdStores.requireToBuild(cold);
        }
    }

    /** Writes the addresses down, once what they name was opened. */
    public void adopt(Storage storage) throws IOException {
        addresses().adopt(storage);
    }

    /** As above, and into {@code opened} that its rows stand over those of this directory. */
    public void adopt(Storage storage, HotStore opened) throws IOException {
        adopt(storage);
        if (opened instanceof MySqlHotStore database) {
            database.own(StoreName.of(storage, new SecureRandom()::nextLong));
            refuseThatOfAnother(storage, database);
        }
    }

    /**
     * Rows that were written over another directory's would be answered here, and taken away from
     * there into this one.
     */
    private static void refuseThatOfAnother(Storage storage, MySqlHotStore database)
            throws IOException {
        OptionalLong owner = database.owner();
        if (owner.isEmpty()) {
            return;
        }
        LongSupplier none =
                () -> {
                    throw ofAnother(storage, database);
                };
        if (StoreName.of(storage, none) != owner.getAsLong()) {
            throw ofAnother(storage, database);
        }
    }

    private static SluiceException ofAnother(Storage storage, MySqlHotStore database) {
        return new SluiceException(
                ErrorCode.STORE,
                "the database of --hot has what was written online over another directory than %s; name another database, or, if that directory is gone for good, %s"
                        .formatted(storage.location(), database.howToDisown()));
    }

    /** Whether a part of the store is in another system. */
    boolean isElsewhere() {
        return hot != null || cold != null;
    }

    /** Whether buckets are built outside. */
    public boolean isCold() {
        return cold != null;
    }

    /** Whether buckets are built outside by whoever takes them. */
    public boolean isShared() {
        return cold != null && hot != null;
    }

    /** Whether such a bucket may be answered from its runs. */
    public boolean searchesRuns() {
        return unbuilt == Unbuilt.RUNS;
    }

    /**
     * Opens the hot store that was named, of the store in {@code storage}; empty where none was.
     * The caller closes it.
     */
    public Optional<HotStore> openHot(Storage storage) throws IOException {
        if (hot == null) {
            return Optional.empty();
        }
        MySqlHotStore opened = MySqlHotStore.open(MySqlAddress.parse(hot));
        try {
            refuseThatOfAnother(storage, opened);
            return Optional.of(opened);
        } catch (Throwable failure) {
            opened.close();
            throw failure;
        }
    }

    /** Opens the cold store that was named, of the store in {@code storage}. */
    public Optional<Outside> openCold(Storage storage) throws IOException {
        if (cold == null) {
            return Optional.empty();
        }
        int builders = batch == null ? Runtime.getRuntime().availableProcessors() : batch;
        if (builders < 1 || builders > BATCH_MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--build-batch must be from 1 to %d, not %d".formatted(BATCH_MAX, builders));
        }
        BuildJobs jobs =
                hot == null
                        ? StoredJobs.open(storage)
                        : MySqlBuildJobs.open(MySqlAddress.parse(hot));
        try {
            BucketStore store = ColdStores.open(cold);
            return Optional.of(new Outside(store, jobs, builder(), LEASE_MILLIS, builders));
        } catch (Throwable failure) {
            jobs.close();
            throw failure;
        }
    }

    /** Closes what {@link #openCold} opened, if anything. */
    public static void close(Optional<Outside> cold) throws IOException {
        if (cold.isPresent()) {
            cold.get().close();
        }
    }

    /** This process among those that build. */
    private static String builder() throws IOException {
        String host = InetAddress.getLocalHost().getHostName();
        return "%s-%d".formatted(host, ProcessHandle.current().pid());
    }
}
