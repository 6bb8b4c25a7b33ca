package sluice.model.apart;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The classes of a module whose libraries are in folders of their own, which its build leaves.
 * Nothing of them is read before {@link #loader} is called.
 *
 * <p>Safe for any number of threads; {@code this} guards {@code loader}.
 */
public final class ApartModule {
    private static final List<String> FOLDERS = List.of("classes", "lib");

    private final String module;
    private final String libraries;

    /** One for the whole process: each would hold all classes of the libraries again. */
    private @Nullable ClassLoader loader;

    /**
     * @param module the folder of the module in the tree of sources
     * @param libraries what its libraries are for, as messages name it
     */
    public ApartModule(String module, String libraries) {
        this.module = module;
        this.libraries = libraries;
    }

    /** The loader of the module's classes, which stay loaded until the process ends. */
    public synchronized ClassLoader loader() throws IOException {
        if (loader == null) {
            loader = load();
        }
        return loader;
    }

    private ClassLoader load() throws IOException {
        Path built = built();
        List<URL> places = new ArrayList<>();
        for (String name : FOLDERS) {
            Path folder = built.resolve(name);
            places.add(folder.toUri().toURL());
            try (Stream<Path> jars = Files.list(folder)) {
                for (Path jar : jars.filter(ApartModule::isJar).sorted().toList()) {
                    places.add(jar.toUri().toURL());
                }
            }
        }
        return new URLClassLoader(
                module, places.toArray(URL[]::new), ApartModule.class.getClassLoader());
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(".jar");
    }

    /** The output of the module's build, above the place that this class is in. */
    private Path built() throws IOException {
        Path output = Path.of(module, "target");
        for (Path above = here(); above != null; above = above.getParent()) {
            Path found = above.resolve(output);
            if (FOLDERS.stream().allMatch(name -> Files.isDirectory(found.resolve(name)))) {
                return found;
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "the libraries of %s are not there, as packages do not bring them; in the directory of sluice's sources, run: mvn -DskipTests -pl %s -am package"
                        .formatted(libraries, module));
    }

    /**
     * Where the jar of this class is, as the class path has it: a class that Java has ready from a
     * cache tells the place that the cache was made at, and the tree may have moved since.
     */
    private static Path here() throws IOException {
        try {
            Path made =
                    Path.of(
                            ApartModule.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .map(Path::of)
                    .filter(entry -> entry.endsWith(Objects.requireNonNull(made.getFileName())))
                    .findFirst()
                    .map(Path::toAbsolutePath)
                    .orElse(made);
        } catch (URISyntaxException e) {
            throw new IOException("it cannot be told where the classes of Sluice are", e);
        }
    }
}
