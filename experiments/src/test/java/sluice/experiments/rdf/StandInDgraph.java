package sluice.experiments.rdf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A program that takes the arguments of Dgraph and writes files of a known length. */
final class StandInDgraph {
    static final int OUTPUT_BYTES = 12_345;

    private StandInDgraph() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("zero")) {
            int offset = Integer.parseInt(value(arguments, "--port_offset"));
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (ServerSocket socket = new ServerSocket(5080 + offset, 8, loopback)) {
                while (true) {
                    socket.accept().close();
                }
            }
        }
        Files.readString(Path.of(value(arguments, "--schema")));
        Path map = Files.createDirectories(Path.of(value(arguments, "--tmp"), "map_output", "000"));
        Files.copy(Path.of(value(arguments, "--files")), map.resolve("000000.map.gz"));
        Path out = Files.createDirectories(Path.of(value(arguments, "--out"), "0", "p"));
        Files.write(out.resolve("000001.sst"), new byte[OUTPUT_BYTES]);
    }

    private static String value(String[] arguments, String name) {
        return Arrays.stream(arguments)
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }
}
