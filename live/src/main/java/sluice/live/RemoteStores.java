package sluice.live;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import sluice.hot.mysql.MySqlAddress;
import sluice.hot.mysql.MySqlBuildJobs;
import sluice.hot.mysql.MySqlHotStore;
import sluice.load.files.StoreAddresses;
import sluice.load.files.StoreName;
import sluice.load.files.StoredJobs;
import sluice.load.remote.RemoteStore;
import sluice.model.BucketStore;
import sluice.model.BuildJobs;
import sluice.model.ErrorCode;
import sluice.model.HotStore;
import sluice.model.SluiceException;
import sluice.storage.Storage;

/**
 * Opens the remote parts of the store in one directory, and binds them to it: a store that was made
 * with other addresses is refused, and so is a database that holds another directory's writes.
 */
public final class RemoteStores {
    private static final long LEASE_MILLIS = 10_000;

    private final RemoteSettings settings;
    private final Storage storage;

    /** For the store in {@code storage}; opens nothing yet. */
    public RemoteStores(RemoteSettings settings, Storage storage) {
        this.settings = settings;
        this.storage = storage;
    }

    /**
     * Throws if nothing can be built at the address of the cold store. Reads and writes nothing.
     */
    public static void requireToBuild(RemoteSettings settings) throws IOException {
        if (settings.cold().isPresent()) {
            ColdStores.requireToBuild(settings.cold().get());
        }
    }

    /** Throws if the store was made with other addresses. */
    public void check() throws IOException {
        settings.addresses().check(storage);
    }

    /**
     * Writes the addresses into the store, once what they name was opened. A hot store that no load
     * opens is asked for here the first time: the store could not be given another address.
     */
    public void adopt() throws IOException {
        if (settings.hot().isPresent() && StoreAddresses.read(storage).hot().isEmpty()) {
            MySqlHotStore.requireThere(MySqlAddress.parse(settings.hot().get()));
        }
        settings.addresses().adopt(storage);
    }

    /**
     * Writes the addresses into the store, and into {@code opened} that it belongs to the store.
     */
    public void adopt(HotStore opened) throws IOException {
        adopt();
        if (opened instanceof MySqlHotStore database) {
            database.own(StoreName.of(storage));
            refuseThatOfAnother(database);
        }
    }

    /** Opens the remote hot store, if there is one. The caller closes it. */
    public Optional<HotStore> openHot() throws IOException {
        if (settings.hot().isEmpty()) {
            return Optional.empty();
        }
        MySqlHotStore opened = MySqlHotStore.open(MySqlAddress.parse(settings.hot().get()));
        try {
            refuseThatOfAnother(opened);
            return Optional.of(opened);
        } catch (Throwable failure) {
            opened.close();
            throw failure;
        }
    }

    /** Opens the remote cold store, if there is one. The caller closes it. */
    public Optional<RemoteStore> openCold() throws IOException {
        return openCold(0);
    }

    /**
     * As {@link #openCold()}; each of its servers is given fewer rows while the slowest of a
     * hundred reads takes longer there than {@code readMillis}. 0 for no limit.
     */
    public Optional<RemoteStore> openCold(double readMillis) throws IOException {
        if (settings.cold().isEmpty()) {
            return Optional.empty();
        }
        BuildJobs jobs =
                settings.hot().isEmpty()
                        ? StoredJobs.open(storage)
                        : MySqlBuildJobs.open(MySqlAddress.parse(settings.hot().get()));
        try {
            String address = settings.cold().get();
            String limit = "read-p99=" + (long) Math.ceil(readMillis);
            BucketStore store =
                    ColdStores.open(
                            readMillis == 0
                                    ? address
                                    : address + (address.contains("?") ? "&" : "?") + limit);
            return Optional.of(
                    new RemoteStore(store, jobs, builder(), LEASE_MILLIS, settings.buildersMax()));
        } catch (Throwable failure) {
            jobs.close();
            throw failure;
        }
    }

    /** The owner of the plans of this store, from whatever machine it is loaded. */
    public String planHolder() throws IOException {
        return "store %016x".formatted(StoreName.of(storage));
    }

    /**
     * Rows that were written over another directory's would be answered here, and taken away from
     * there into this one.
     */
    private void refuseThatOfAnother(MySqlHotStore database) throws IOException {
        OptionalLong owner = database.owner();
        if (owner.isEmpty()) {
            return;
        }
        LongSupplier none =
                () -> {
                    throw ofAnother(database);
                };
        if (StoreName.of(storage, none) != owner.getAsLong()) {
            throw ofAnother(database);
        }
    }

    private SluiceException ofAnother(MySqlHotStore database) {
        return new SluiceException(
                ErrorCode.STORE,
                "the database of the hot store has what was written online over another directory than %s; name another database, or, if that directory is gone for good, %s"
                        .formatted(storage.location(), database.howToDisown()));
    }

    /** This process among those that build. */
    private static String builder() throws IOException {
        String host = InetAddress.getLocalHost().getHostName();
        return "%s-%d".formatted(host, ProcessHandle.current().pid());
    }
}
