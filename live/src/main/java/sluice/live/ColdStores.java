package sluice.live;

import java.io.IOException;
import sluice.model.BucketStore;
import sluice.model.BucketStoreProvider;
import sluice.model.apart.ApartModule;

/**
 * Opens cold stores in HBase. Its libraries are large, and lie in folders of their own, which the
 * build of that module leaves: nothing of them is read until an address asks for them.
 */
public final class ColdStores {
    private static final ApartModule MODULE = new ApartModule("cold-hbase", "HBase");

    private ColdStores() {}

    /**
     * Opens the cold store at {@code address}, as {@code hbase://zk-host:2181/table?staging=…}. The
     * caller closes it. Its classes stay loaded until the process ends.
     */
    public static BucketStore open(String address) throws IOException {
        return provider(address).open(address);
    }

    /** Refuses an address at which nothing can be built. */
    static void requireToBuild(String address) throws IOException {
        provider(address).requireToBuild(address);
    }

    private static BucketStoreProvider provider(String address) throws IOException {
        ClassLoader libraries = MODULE.loader();
        // HBase looks for parts of itself by the loader of whatever thread it is in; all that are
        // made from now on take this one's.
        Thread.currentThread().setContextClassLoader(libraries);
        return BucketStoreProvider.of(address, libraries);
    }
}
