package sluice.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.hot.mysql.MySqlAddress;
import sluice.model.SluiceException;

/**
 * Checks of the other systems that a store has parts in: whether they answer, not what is in them.
 */
final class DatabaseChecks {
    private static final int WAIT_MILLIS = 2000;

    /** Begins the first message of MySQL and MariaDB: its length, then 10, the protocol. */
    private static final int GREETING_BYTES = 5;

    private static final int PROTOCOL = 10;
    private static final int VERSION_BYTES_MAX = 64;
    private static final int ZOOKEEPER_PORT = 2181;
    private static final Pattern QUORUM = Pattern.compile("hbase://([^/?@]+)/.*");

    private final Diagnosis diagnosis;

    DatabaseChecks(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
    }

    void run(ServerSettings settings) {
        settings.text("--hot").ifPresent(this::hot);
        settings.text("--cold").ifPresent(this::cold);
    }

    private void hot(String text) {
        MySqlAddress address;
        try {
            address = MySqlAddress.parse(text);
        } catch (SluiceException e) {
            diagnosis.fault("hot-database", e);
            return;
        }
        Path password = address.passwordFile();
        if (password != null && !Files.isReadable(password)) {
            diagnosis.fault(
                    "hot-password",
                    "the password file %s cannot be read".formatted(password),
                    "correct passwordFile= in hot, or the owner of the file");
        }
        String host = address.host().replaceAll("[\\[\\]]", "");
        try (Socket socket = connected(host, address.port())) {
            diagnosis.good("hot-database", "%s: %s".formatted(address, greeting(socket)));
        } catch (IOException e) {
            diagnosis.fault(
                    "hot-database",
                    "%s does not answer: %s".formatted(address, e.getMessage()),
                    "start MySQL or MariaDB there, or correct hot");
        }
    }

    private static Socket connected(String host, int port) throws IOException {
        InetSocketAddress place = new InetSocketAddress(host, port);
        if (place.isUnresolved()) {
            throw new IOException("no address is known for " + host);
        }
        Socket socket = new Socket();
        try {
            socket.setSoTimeout(WAIT_MILLIS);
            socket.connect(place, WAIT_MILLIS);
            return socket;
        } catch (Throwable failure) {
            socket.close();
            throw failure;
        }
    }

    private static String greeting(Socket socket) throws IOException {
        InputStream input = socket.getInputStream();
        byte[] head = input.readNBytes(GREETING_BYTES);
        if (head.length < GREETING_BYTES || head[GREETING_BYTES - 1] != PROTOCOL) {
            throw new IOException("the server there is not MySQL or MariaDB, or refuses this host");
        }
        StringBuilder version = new StringBuilder();
        for (int next = input.read();
                next > ' ' && next < 0x7f && version.length() < VERSION_BYTES_MAX;
                next = input.read()) {
            version.append((char) next);
        }
        return "version " + version;
    }

    private void cold(String address) {
        Matcher quorum = QUORUM.matcher(address);
        if (!quorum.matches()) {
            diagnosis.fault(
                    "cold-store",
                    "cold is no address of HBase",
                    "write it as hbase://zookeeper:2181/table?staging=FOLDER");
            return;
        }
        List<String> silent = new ArrayList<>();
        String[] servers = quorum.group(1).split(",", -1);
        for (String server : servers) {
            int colon = server.indexOf(':');
            String host = colon < 0 ? server : server.substring(0, colon);
            String port = colon < 0 ? "" : server.substring(colon + 1);
            int number = port.matches("[0-9]{1,5}") ? Integer.parseInt(port) : ZOOKEEPER_PORT;
            try (Socket _ = connected(host, number)) {
                continue;
            } catch (IOException | RuntimeException e) {
                silent.add("%s (%s)".formatted(server, e.getMessage()));
            }
        }
        if (silent.size() == servers.length) {
            diagnosis.fault(
                    "cold-store",
                    "no ZooKeeper of HBase answers: " + String.join(", ", silent),
                    "start ZooKeeper and HBase, or correct cold");
        } else if (!silent.isEmpty()) {
            diagnosis.warning(
                    "cold-store",
                    "a ZooKeeper of HBase does not answer: " + String.join(", ", silent),
                    "start it again");
        } else {
            diagnosis.good("cold-store", "ZooKeeper answers at " + quorum.group(1));
        }
    }
}
