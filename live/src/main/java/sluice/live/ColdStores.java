package sluice.live;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.model.BucketStore;
import sluice.model.BucketStoreProvider;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Opens cold stores in HBase. Its libraries are large, and lie in folders of their own, which the
 * build of that module leaves: nothing of them is read until an address asks for them.
 */
public final class ColdStores {
    private static final Path MODULE = Path.of("cold-hbase/target");
    private static final List<String> FOLDERS = List.of("classes", "lib");

    private static @Nullable ClassLoader loader;

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
        ClassLoader libraries = libraries();
        // HBase looks for parts of itself by the loader of whatever thread it is in; all that are
        // made from now on take this one's.
        Thread.currentThread().setContextClassLoader(libraries);
        return BucketStoreProvider.of(address, libraries);
    }

    /** One for all stores of the process: each would hold all classes of HBase anew. */
    private static synchronized ClassLoader libraries() throws IOException {
        if (loader == null) {
            loader = load();
        }
        return loader;
    }

    private static ClassLoader load() throws IOException {
        Path module = module();
        List<URL> places = new ArrayList<>();
        for (String name : FOLDERS) {
            Path folder = module.resolve(name);
            places.add(folder.toUri().toURL());
            try (Stream<Path> jars = Files.list(folder)) {
                for (Path jar : jars.filter(ColdStores::isJar).sorted().toList()) {
                    places.add(jar.toUri().toURL());
                }
            }
        }
        return new URLClassLoader(
                "cold-hbase", places.toArray(URL[]::new), ColdStores.class.getClassLoader());
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(".jar");
    }

    /** What the build of the module left, above the place that this class is in. */
    private static Path module() throws IOException {
        for (Path above = here(); above != null; above = above.getParent()) {
            Path module = above.resolve(MODULE);
            if (FOLDERS.stream().allMatch(name -> Files.isDirectory(module.resolve(name)))) {
                return module;
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "the libraries of HBase are not there, as packages do not bring them; in the"
                        + " directory of sluice's sources, run: mvn -DskipTests -pl cold-hbase -am"
                        + " package");
    }

    private static Path here() throws IOException {
        try {
            return Path.of(
                    ColdStores.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("it cannot be told where the classes of Sluice are", e);
        }
    }
}
