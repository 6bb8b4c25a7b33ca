package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import sluice.cli.console.StopSignal;
import sluice.servers.WaitsForServers;
import sluice.servers.shared.HdfsServers;

/** A store in a real HDFS: loaded, loaded into once more, read by each verb, refused by others. */
@WaitsForServers
@ResourceLock(WaitsForServers.PROCESSES)
class SharedStoreTest {
    @TempDir private Path directory;

    /** Exit status and output of a command. */
    private record Ran(int status, String output, String errors) {}

    private static Ran run(String... words) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        PrintWriter toErrors = new PrintWriter(errors, true);
        StopSignal stop = new StopSignal(toErrors);
        int status = Main.run(stop, Map.of(), new PrintWriter(output, true), toErrors, words);
        return new Ran(status, output.toString(), errors.toString());
    }

    private static String good(String... words) {
        Ran ran = run(words);
        assertEquals(0, ran.status(), () -> List.of(words) + ": " + ran.errors());
        return ran.output();
    }

    private String write(String name, int from, int to) throws IOException {
        StringBuilder rows = new StringBuilder("id1,id2,time\n");
        for (int i = from; i < to; i++) {
            rows.append(i % 101).append(',').append(i % 97).append(',').append(i).append('\n');
        }
        return Files.writeString(directory.resolve(name), rows).toString();
    }

    @Test
    void storeInHdfsIsAsOneInADirectory() throws IOException {
        String first = write("first.csv", 0, 20_000);
        String second = write("second.csv", 20_000, 30_000);
        String local = directory.resolve("local").toString();
        String cache = directory.resolve("cache").toString();
        good("load", local, first, "--bucket-size", "64k", "--progress", "none");
        good("load", local, second, "--bucket-size", "64k", "--progress", "none");
        try (HdfsServers servers = HdfsServers.start(directory.resolve("hdfs"))) {
            String store = servers.address() + "/stores/one";
            Ran none = run("query", store, "count", "1", "0");
            assertEquals(4, none.status(), none.errors());
            assertTrue(none.errors().contains(store + ": no such store"), none.errors());

            for (String source : List.of(first, second, second)) {
                String report =
                        good(
                                "load",
                                store,
                                source,
                                "--bucket-size",
                                "64k",
                                "--progress",
                                "none",
                                "--pack-runs",
                                source.equals(second) ? "zstd" : "none",
                                "--cache-dir",
                                cache);
                assertTrue(report.contains(store), report);
            }
            String hash = good("hash", local);
            assertEquals(hash, good("hash", store));
            assertEquals(hash, good("hash", store, "--cache-dir", cache, "--cache-memory", "1m"));
            String list = good("query", local, "links", "7", "0", "--format", "csv");
            assertEquals(
                    list,
                    good(
                            "query",
                            store,
                            "links",
                            "7",
                            "0",
                            "--format",
                            "csv",
                            "--cache-dir",
                            cache));
            assertEquals(good("stats", local), good("stats", store, "--cache-dir", cache));
            assertTrue(good("verify", store, "--cache-dir", cache).startsWith("good: "));
            assertTrue(good("status", store).contains("all built"));
            assertTrue(good("abandon", store).contains("there was no unfinished load"));
            assertEquals(hash, good("hash", store));
            String exported = directory.resolve("exported").toString();
            good("export", store, exported, "--cache-dir", cache);
            String again = directory.resolve("again").toString();
            good(
                    "load",
                    again,
                    exported,
                    "--mapping",
                    exported + "/mapping.yaml",
                    "--progress",
                    "none");
            assertEquals(hash, good("hash", again));
            refusals(store, first);
        }
        try (Stream<Path> files = Files.list(Path.of(cache))) {
            assertTrue(files.noneMatch(file -> file.toString().endsWith(".tmp")));
        }
    }

    private static void refusals(String store, String source) {
        for (String[] words :
                List.of(
                        new String[] {"absorb", store},
                        new String[] {"versions", store},
                        new String[] {"doctor", store})) {
            Ran refused = run(words);
            assertEquals(2, refused.status(), refused.errors());
            assertTrue(
                    refused.errors().contains(words[0] + " works on a directory of a local disk"),
                    refused.errors());
        }
        Ran serving = run("load", store, source, "--serve");
        assertEquals(2, serving.status());
        assertTrue(
                serving.errors().contains("--serve cannot be with a store in shared storage"),
                serving.errors());
        Ran tried = run("load", store, source, "--dry-run");
        assertEquals(2, tried.status(), tried.errors());
    }

    @Test
    void optionsOfACacheAreForAnAddress() throws IOException {
        String source = write("a.csv", 0, 10);
        String local = directory.resolve("local").toString();
        Ran refused = run("load", local, source, "--cache-size", "1g");
        assertEquals(2, refused.status());
        assertTrue(refused.errors().contains("are for a store at an address"), refused.errors());
        Ran small = run("query", "s3a://b/store", "count", "1", "0", "--cache-size", "1k");
        assertEquals(2, small.status());
        assertTrue(small.errors().contains("--cache-size of 1024 bytes is out of range"));
    }
}
