package sluice.servers.hbase;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the jars of the servers: the build wrote their class path into a file. */
final class ServerJars {
    private static final Path LIST = Path.of("servers/hbase-jars/target/hbase-server.classpath");

    private ServerJars() {}

    /** The class path of the servers. */
    static String classPath() throws IOException {
        for (Path folder = here(); folder != null; folder = folder.getParent()) {
            Path list = folder.resolve(LIST);
            if (Files.isRegularFile(list)) {
                return Files.readString(list).strip();
            }
        }
        throw new IOException(
                "the list of HBase's jars, "
                        + LIST
                        + ", is not there: run mvn -pl servers/hbase-jars package");
    }

    private static Path here() throws IOException {
        try {
            return Path.of(
                    ServerJars.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("it cannot be told where the classes of Sluice are", e);
        }
    }
}
