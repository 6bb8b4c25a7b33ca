package sluice.model;

import java.io.IOException;
import java.util.ServiceLoader;

/**
 * Opens cold stores of one kind by their address. Found as a service, so that the libraries of a
 * store need not be there for those who have no such store.
 */
public interface BucketStoreProvider {

    /** What addresses of such a store begin with, as {@code hbase://}. */
    String scheme();

    /** Opens the store at {@code address}. The caller closes it. */
    BucketStore open(String address) throws IOException;

    /** Refuses an address that lacks what building takes, where reading needs less; asks nobody. */
    void requireToBuild(String address);

    /**
     * Opens a store by the provider that {@code loader} has for its address. The caller closes it.
     */
    static BucketStore open(String address, ClassLoader loader) throws IOException {
        return of(address, loader).open(address);
    }

    /**
     * The provider that {@code loader} has for this address; classes of the store are looked for
     * there alone.
     */
    static BucketStoreProvider of(String address, ClassLoader loader) {
        for (BucketStoreProvider provider : ServiceLoader.load(BucketStoreProvider.class, loader)) {
            if (address.startsWith(provider.scheme())) {
                return provider;
            }
        }
        int end = address.indexOf("://");
        throw new SluiceException(
                ErrorCode.CONFIG,
                "there is no cold store for "
                        + (end < 0 ? "an address without ://" : address.substring(0, end) + "://")
                        + "; expected an address such as hbase://zk-host:2181/table");
    }
}
