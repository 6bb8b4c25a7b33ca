package sluice.readonly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.apart.ApartModule;

/**
 * Opens the registry that an address names: a folder, or a path in ZooKeeper. The libraries of
 * ZooKeeper are loaded when an address asks for them.
 */
public final class Registries {
    private static final ApartModule MODULE = new ApartModule("readonly-zookeeper", "ZooKeeper");

    private Registries() {}

    /** Whether {@code ring} is an address rather than the name of a folder. */
    public static boolean isAddress(String ring) {
        return ring.matches("[a-z][a-z0-9+.-]*://.*");
    }

    /** As {@link #open}, for a ring that is made now: a folder is made if it is missing. */
    public static Registry create(String ring, LongSupplier nanoClock) throws IOException {
        return isAddress(ring)
                ? open(ring, nanoClock)
                : DirectoryRegistry.create(Path.of(ring), nanoClock);
    }

    /**
     * The registry at {@code ring}: the name of a folder, or {@code zk://host:port,host:port/path}.
     * It need not be reachable now. The caller closes it.
     */
    public static Registry open(String ring, LongSupplier nanoClock) throws IOException {
        if (!isAddress(ring)) {
            return DirectoryRegistry.open(Path.of(ring), nanoClock);
        }
        String scheme = ring.substring(0, ring.indexOf(':'));
        if (!scheme.equals("zk")) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: no ring has its records there; expected a folder, or zk://host:port,host:port/path"
                            .formatted(ring));
        }
        for (RegistryProvider provider :
                ServiceLoader.load(RegistryProvider.class, MODULE.loader())) {
            if (provider.scheme().equals(scheme)) {
                return provider.open(ring);
            }
        }
        throw new IllegalStateException("the module of ZooKeeper does not name its provider");
    }
}
