package sluice.servers;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the jars of the servers: the build wrote their class path into a file. */
public final class ServerJars {
    /** The servers of HBase, HDFS and ZooKeeper. */
    public static final ServerJars HBASE = new ServerJars("hbase");

    /** A server that answers as S3 does. */
    public static final ServerJars S3 = new ServerJars("s3");

    private final String name;

    private ServerJars(String name) {
        this.name = name;
    }

    /** The class path of the servers. */
    public String classPath() throws IOException {
        String module = "servers/" + name + "-jars";
        String list = module + "/target/" + name + "-server.classpath";
        for (Path folder = here(); folder != null; folder = folder.getParent()) {
            Path found = folder.resolve(list);
            if (Files.isRegularFile(found)) {
                return Files.readString(found).strip();
            }
        }
        throw new IOException(
                "the list of a server's jars, %s, is not there: run mvn -pl %s package"
                        .formatted(list, module));
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
