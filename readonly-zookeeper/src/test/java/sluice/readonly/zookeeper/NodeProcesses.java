package sluice.readonly.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.client.ClientOptions;
import sluice.servers.ServerFiles;
import sluice.servers.ServerProcess;

/** The nodes of a ring, each a process that can be killed and started again. One thread's. */
final class NodeProcesses implements AutoCloseable {
    private static final int HEAP_MIB = 128;

    private final Path directory;
    private final String registry;
    private final int[] ports;
    private final List<ServerProcess> processes = new ArrayList<>();
    private int starts;

    NodeProcesses(Path directory, String registry, int count) throws IOException {
        this.directory = directory;
        this.registry = registry;
        this.ports = ServerFiles.freePorts(2 * count);
        for (int node = 0; node < count; node++) {
            processes.add(run(node));
        }
    }

    private ServerProcess run(int node) throws IOException {
        String name = RingOperator.name(node);
        Path folder = Files.createDirectories(directory.resolve("process-" + name));
        return ServerProcess.start(
                "start-" + starts++,
                folder,
                System.getProperty("java.class.path"),
                HEAP_MIB,
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        NodeProcess.class.getName(),
                        registry,
                        name,
                        directory.resolve("data-" + name).toString(),
                        String.valueOf(ports[node]),
                        String.valueOf(ports[processCount() + node])));
    }

    private int processCount() {
        return ports.length / 2;
    }

    /** Where each listens, also while it does not run. */
    List<ClientOptions> addresses() {
        List<ClientOptions> addresses = new ArrayList<>();
        for (int node = 0; node < processCount(); node++) {
            addresses.add(ClientOptions.of("127.0.0.1", ports[node]));
        }
        return addresses;
    }

    /** The value of a metric of {@code node}; empty if it does not answer. */
    Optional<Double> metric(int node, String name) {
        try {
            URI page =
                    URI.create(
                            "http://127.0.0.1:%d/metrics".formatted(ports[processCount() + node]));
            HttpURLConnection connection = (HttpURLConnection) page.toURL().openConnection();
            connection.setConnectTimeout(2_000);
            connection.setReadTimeout(2_000);
            try (InputStream content = connection.getInputStream()) {
                return new String(content.readAllBytes(), UTF_8)
                        .lines()
                        .filter(line -> line.startsWith(name + " "))
                        .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
                        .findFirst();
            }
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** The node that leads; empty if none says so. */
    Optional<Integer> leader() {
        for (int node = 0; node < processCount(); node++) {
            if (metric(node, "sluice_node_leads").filter(leads -> leads > 0).isPresent()) {
                return Optional.of(node);
            }
        }
        return Optional.empty();
    }

    /** Ends its process at once. */
    void kill(int node) {
        processes.get(node).kill();
    }

    /** Starts it again after {@link #kill}; returns when it answers. */
    void restart(int node) throws IOException {
        processes.get(node).close();
        ServerProcess started = run(node);
        processes.set(node, started);
        started.await(
                "node %d answers".formatted(node),
                () -> metric(node, "sluice_node_epoch").isPresent());
    }

    /** Waits until all answer. */
    void await() throws IOException {
        for (int node = 0; node < processCount(); node++) {
            int number = node;
            processes
                    .get(node)
                    .await(
                            "node %d answers".formatted(node),
                            () -> metric(number, "sluice_node_epoch").isPresent());
        }
    }

    @Override
    public void close() {
        processes.forEach(ServerProcess::close);
    }
}
