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

    /**
     * Opens the store at {@code address}. The caller closes it.
     *
     * @param load the number of the load whose rows are written and read, from 1
     */
    BucketStore open(String address, long load) throws IOException;

    /**
     * Opens a store by the provider that {@code loader} has for its address; classes of the store
     * are looked for there alone. The caller closes it.
     */
    static BucketStore open(String address, long load, ClassLoader loader) throws IOException {
        for (BucketStoreProvider provider : ServiceLoader.load(BucketStoreProvider.class, loader)) {
            if (address.startsWith(provider.scheme())) {
                return provider.open(address, load);
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
