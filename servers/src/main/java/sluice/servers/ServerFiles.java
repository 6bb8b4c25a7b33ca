package sluice.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What servers are given before they start, settings of Hadoop's kind and free ports, and what is
 * left to delete behind them.
 */
public final class ServerFiles {
    private static final String LOG_SETTINGS =
            """
            log4j.rootLogger=INFO, out
            log4j.appender.out=org.apache.log4j.ConsoleAppender
            log4j.appender.out.layout=org.apache.log4j.PatternLayout
            log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %p [%t] %c{2}: %m%n
            """;

    private ServerFiles() {}

    /** Writes settings as XML. */
    public static void writeSettings(Path file, Map<String, String> values) throws IOException {
        StringBuilder text = new StringBuilder("<configuration>\n");
        values.forEach(
                (name, value) ->
                        text.append("<property><name>")
                                .append(name)
                                .append("</name><value>")
                                .append(value)
                                .append("</value></property>\n"));
        Files.writeString(file, text.append("</configuration>\n"));
    }

    /** Has log lines go to standard output. */
    public static void writeLogSettings(Path folder) throws IOException {
        Files.writeString(folder.resolve("log4j.properties"), LOG_SETTINGS);
    }

    /** The web pages of HDFS, which its jars lack and without which it does not start. */
    public static void writePages(Path folder) throws IOException {
        for (String page : List.of("hdfs", "datanode", "secondary")) {
            Path pages = Files.createDirectories(folder.resolve("webapps").resolve(page));
            Files.writeString(pages.resolve("index.html"), "");
        }
    }

    /** Deletes {@code folder} and all that is in it. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Ports that are free now; all of them are held until the last one is found. */
    public static int[] freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int index = 0; index < count; index++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
