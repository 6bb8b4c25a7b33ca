package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.servers.WaitsForServers;
import sluice.servers.hbase.HBaseServers;
import sluice.servers.hbase.SharedHBase;
import sluice.servers.mariadb.MariaDbOptions;
import sluice.servers.mariadb.MariaDbPrograms;
import sluice.servers.mariadb.MariaDbServer;

/**
 * Follows docs/migrate.md, from a database of LinkBench to one beside HBase, with real servers and
 * real processes.
 */
@WaitsForServers
@ResourceLock(WaitsForServers.HBASE)
class MigratePageTest {
    private static final Path PAGE = Path.of("../docs/migrate.md");
    private static final Pattern SQL =
            Pattern.compile("(?<=```sql\n)(.*?)(?=```\n)", Pattern.DOTALL);
    private static final int COMMANDS_MIN = 7;
    private static final int COLUMNS_MAX = 100;
    private static final String SERVER = "127.0.0.1:7411";

    @TempDir private Path directory;

    /** What the page calls a thing, and what it is here. */
    private final Map<String, String> names = new LinkedHashMap<>();

    private @Nullable Process serving;

    @AfterEach
    void stopServing() throws InterruptedException {
        if (serving != null) {
            serving.destroyForcibly().waitFor();
            serving = null;
        }
    }

    @Test
    void everyCommandPrintsWhatThePageShows() throws Exception {
        try (MariaDbServer mysql =
                MariaDbServer.startTemporary(MariaDbPrograms.home(), MariaDbOptions.DEFAULT)) {
            HBaseServers hbase = SharedHBase.servers();
            mysql.createDatabase("graph");
            String address = mysql.uri("graph").replaceFirst("mysql://[^@]*@", "");
            prepareDatabase(address);
            writeCommand();
            names.put("db.example:3306", address.replace("/graph", ""));
            names.put("zk.example:2181", hbase.quorum());
            names.put("hdfs://name.example:8020/staging", hbase.files() + "/staging");
            FollowedPage.Commands commands =
                    new FollowedPage.Commands() {
                        @Override
                        public String script(String script)
                                throws IOException, InterruptedException {
                            return shell(script);
                        }

                        @Override
                        public String command(String command)
                                throws IOException, InterruptedException {
                            if (command.contains("--server") && serving == null) {
                                serve();
                            }
                            if (command.startsWith("sluice load")) {
                                stopServing();
                            }
                            return FollowedPage.broken(
                                    FollowedPage.masked(shell(command)), COLUMNS_MAX);
                        }
                    };
            new FollowedPage(PAGE, commands).follow(COMMANDS_MIN);
        }
    }

    /** Makes what the page says that the reader has, and the files that its own client writes. */
    private void prepareDatabase(String address) throws IOException, SQLException {
        List<String> blocks =
                SQL.matcher(Files.readString(PAGE)).results().map(MatchResult::group).toList();
        assertEquals(3, blocks.size(), "blocks of SQL");
        Files.createDirectory(directory.resolve("dump"));
        try (Connection connection =
                        DriverManager.getConnection("jdbc:mariadb://" + address, "root", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER sluice@'%' IDENTIFIED BY 'correct horse'");
            statement.execute("GRANT ALL ON graph.* TO sluice@'%'");
            for (String sql : blocks.getFirst().split(";\n")) {
                statement.execute(sql);
            }
            write(statement, blocks.get(1), "links.tsv");
            write(statement, blocks.get(2), "nodes.tsv");
        }
    }

    private void write(Statement statement, String select, String name)
            throws IOException, SQLException {
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(select)) {
            int columns = rows.getMetaData().getColumnCount();
            List<String> heads = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                heads.add(rows.getMetaData().getColumnLabel(column));
            }
            lines.add(String.join("\t", heads));
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(rows.getString(column));
                }
                lines.add(String.join("\t", values));
            }
        }
        Files.write(directory.resolve("dump").resolve(name), lines);
    }

    /** Puts {@code sluice} on the path of the shell. */
    private void writeCommand() throws IOException {
        Path sluice = Files.createDirectory(directory.resolve("bin")).resolve("sluice");
        List<String> command = MainLaunch.withHeap(256, "-Dslf4j.internal.verbosity=ERROR");
        String words = command.stream().map("'%s'"::formatted).collect(Collectors.joining(" "));
        Files.writeString(sluice, "#!/bin/sh\nexec %s \"$@\"\n".formatted(words));
        Files.setPosixFilePermissions(sluice, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Serves as the page says, on a free port. */
    private void serve() throws IOException {
        String hot = "mysql://sluice@db.example:3306/graph?passwordFile=mysql-password";
        String cold = "hbase://zk.example:2181/graph?staging=hdfs://name.example:8020/staging";
        String ports = "--port 0 --http-port -1";
        Process process =
                process(
                        "exec sluice serve graph %s --hot '%s' --cold '%s'"
                                .formatted(ports, hot, cold));
        serving = process;
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        String line = lines.readLine();
        assertTrue(line != null && line.startsWith("serving "), () -> "it said: " + line);
        names.put(SERVER, line.replaceAll(".* at (\\S+) .*", "$1"));
    }

    private Process process(String script) throws IOException {
        String here = script;
        for (Map.Entry<String, String> name : names.entrySet()) {
            here = here.replace(name.getKey(), name.getValue());
        }
        ProcessBuilder builder =
                new ProcessBuilder("sh", "-e", "-c", here)
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        builder.environment().merge("PATH", directory + "/bin:", (path, ours) -> ours + path);
        return builder.start();
    }

    private String shell(String script) throws IOException, InterruptedException {
        Process shell = process(script);
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(shell.waitFor(1, TimeUnit.MINUTES), "it does not end: " + script);
        assertEquals(0, shell.exitValue(), printed);
        for (Map.Entry<String, String> name : names.entrySet()) {
            printed = printed.replace(name.getValue(), name.getKey());
        }
        return printed;
    }
}
