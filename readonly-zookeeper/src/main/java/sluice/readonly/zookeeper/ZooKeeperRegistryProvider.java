package sluice.readonly.zookeeper;

import java.io.IOException;
import java.util.Optional;
import sluice.readonly.Registry;
import sluice.readonly.RegistryProvider;

/**
 * Opens {@code zk://host:port,host:port/path}. The variable {@value #DIGEST} holds {@code
 * user:password} where the records are protected by ZooKeeper's digest rights.
 */
public final class ZooKeeperRegistryProvider implements RegistryProvider {
    private static final String DIGEST = "SLUICE_ZOOKEEPER_DIGEST";

    /** For {@link java.util.ServiceLoader}. */
    public ZooKeeperRegistryProvider() {}

    @Override
    public String scheme() {
        return "zk";
    }

    @Override
    public Registry open(String address) throws IOException {
        return ZooKeeperRegistry.open(address, Optional.ofNullable(System.getenv(DIGEST)));
    }
}
