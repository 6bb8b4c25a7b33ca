package sluice.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.server.ServerOptions;

/** Checks of the address and the ports of a server; each is bound for a moment. */
final class PortChecks {
    private static final String LISTENING = "0A";
    private static final int PORT_MAX = 65535;

    private final Diagnosis diagnosis;

    PortChecks(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
    }

    void run(ServerSettings settings) {
        InetAddress address;
        try {
            address = InetAddress.getByName(settings.host());
            bind(address, 0);
        } catch (UnknownHostException e) {
            diagnosis.fault(
                    "host",
                    "no address is known for the host " + settings.host(),
                    "set host to an address of this machine");
            return;
        } catch (IOException e) {
            diagnosis.fault(
                    "host",
                    "%s is no address of this machine: %s"
                            .formatted(settings.host(), e.getMessage()),
                    "set host to one that 'ip address' shows, or to 0.0.0.0 for all");
            return;
        }
        diagnosis.good("host", settings.host());
        int port = settings.number("--port");
        int httpPort = settings.number("--http-port");
        if (port == httpPort && port != 0) {
            diagnosis.fault(
                    "port",
                    "gRPC and HTTP are both set to port " + port,
                    "set port or http-port to another one");
            return;
        }
        check("port", address, port);
        if (httpPort != ServerOptions.NO_HTTP) {
            check("http-port", address, httpPort);
        }
    }

    private void check(String name, InetAddress address, int port) {
        if (port < 0 || port > PORT_MAX) {
            diagnosis.fault(
                    name, "the port %d is not from 0 to 65535".formatted(port), "set another one");
            return;
        }
        try {
            bind(address, port);
            diagnosis.good(name, port == 0 ? "any free one" : "%d is free".formatted(port));
        } catch (IOException e) {
            String holder = holder(port).map(process -> " by " + process).orElse("");
            diagnosis.fault(
                    name,
                    "port %d cannot be used: %s%s".formatted(port, e.getMessage(), holder),
                    "if that is this server, it runs already; else end the process, or set "
                            + name
                            + " to another one");
        }
    }

    private static void bind(InetAddress address, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
        }
    }

    /** The process that listens at {@code port}, if this user may see it. */
    private static Optional<String> holder(int port) {
        List<String> sockets = new ArrayList<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            try {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String[] fields = line.strip().split("\\s+", -1);
                    if (fields.length > 9
                            && fields[1].endsWith(":%04X".formatted(port))
                            && fields[3].equals(LISTENING)) {
                        sockets.add("socket:[" + fields[9] + "]");
                    }
                }
            } catch (IOException e) {
                // Not Linux, or no IPv6: the other table may have it.
                continue;
            }
        }
        return sockets.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .filter(process -> has(process.pid(), sockets))
                        .map(
                                process ->
                                        "process %d (%s)"
                                                .formatted(
                                                        process.pid(),
                                                        process.info().command().orElse("?")))
                        .findFirst();
    }

    private static boolean has(long pid, List<String> sockets) {
        Path folder = Path.of("/proc", Long.toString(pid), "fd");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (Files.isSymbolicLink(file)
                        && sockets.contains(Files.readSymbolicLink(file).toString())) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException e) {
            // It belongs to another user, or ended just now: it is not named.
            return false;
        }
        return false;
    }
}
