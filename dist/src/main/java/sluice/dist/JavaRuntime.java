package sluice.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The Java that an archive brings: the modules of the JDK that the command uses, linked by {@code
 * jlink}.
 *
 * @param home where it is
 * @param version its full version
 * @param maker its maker, as the JDK names it
 */
record JavaRuntime(Path home, String version, String maker) {
    /** Links it from the JDK at {@code jdk}, with the options of the file {@code options}. */
    static JavaRuntime link(Path jdk, Path options, Path home)
            throws IOException, InterruptedException {
        Path jlink = jdk.resolve("bin").resolve("jlink");
        if (!Files.isExecutable(jlink)) {
            throw new IOException(jlink + " is not there; packages need a JDK, not a JRE");
        }
        Programs.run(List.of(jlink.toString(), "@" + options, home.toString()), List.of());
        Properties release = new Properties();
        try (var text = Files.newBufferedReader(jdk.resolve("release"))) {
            release.load(text);
        }
        return new JavaRuntime(
                home, property(release, "JAVA_RUNTIME_VERSION"), property(release, "IMPLEMENTOR"));
    }

    private static String property(Properties release, String name) {
        return release.getProperty(name, "unknown").replace("\"", "");
    }
}
