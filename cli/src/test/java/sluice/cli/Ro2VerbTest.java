package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.storage.DirectoryStorage;
import sluice.testkit.ConsolePage;
import sluice.voldemort.format.KeyPlaces;
import sluice.voldemort.format.PartitionOwners;
import sluice.voldemort.format.ReadOnlyVersion;

/** Read-only stores of Voldemort out of a store, and into one; follows docs/voldemort.md. */
class Ro2VerbTest {
    private static final int STEPS_MIN = 5;

    @TempDir private Path directory;

    @Test
    void anExportThatIsLoadedIsTheSameGraph() throws IOException {
        SplittableRandom random = new SplittableRandom(Long.getLong("seed", 1));
        StringBuilder nodes = new StringBuilder("id,type,time,version,data\n");
        StringBuilder links = new StringBuilder("id1,link_type,id2,time,visibility,version,data\n");
        for (int i = 0; i < 400; i++) {
            String data = i % 5 == 0 ? "\"a \"\"b\"\",\n" + i + "\"" : "d" + i;
            nodes.append("%d,%d,%d,%d,%s%n".formatted(i, i % 3, i * 7, i % 4, i == 3 ? "" : data));
            links.append(
                    "%d,%d,%d,%d,%d,%d,%s%n"
                            .formatted(
                                    i % 20,
                                    i % 2,
                                    i,
                                    random.nextInt(-50, 50),
                                    i % 9 == 0 ? 0 : 1,
                                    i % 6,
                                    data));
        }
        links.append("18446744073709551615,7,18446744073709551614,-1,1,9223372036854775807,x\n");
        String out = directory.resolve("out").toString();
        good(
                "load",
                store("one"),
                file("nodes.csv", nodes),
                file("links.csv", links),
                "--mapping",
                file(
                        "map.yaml",
                        """
                        relations:
                          - files: "**/nodes.csv"
                            node: {column: type}
                          - files: "**/links.csv"
                            link: {column: link_type}
                        """));
        CommandRun exported =
                good(
                        "export",
                        store("one"),
                        out,
                        "--ro2",
                        "--partitions",
                        "8",
                        "--nodes",
                        "3",
                        "--replicas",
                        "2",
                        "--chunks",
                        "2");
        assertTrue(exported.output().contains("400 nodes and 401 links"), exported::output);
        assertFalse(Files.exists(Path.of(out, "spill-nodes")));
        good("load", store("two"), out);
        assertEquals(good("hash", store("one")).output(), good("hash", store("two")).output());

        ByteBuffer key = ByteBuffer.allocate(Long.BYTES).putLong(7);
        int node = PartitionOwners.dealt(8, 3).owner(partition(key.array()));
        Path place = Path.of(out, "nodes", "node-" + node);
        try (ReadOnlyVersion version = ReadOnlyVersion.open(DirectoryStorage.open(place))) {
            version.verify();
            ByteBuffer value = ByteBuffer.wrap(version.get(key.array(), 8).orElseThrow());
            assertEquals(List.of(1L, 3L, 49L), longs(value, 3));
            assertEquals("d7", StandardCharsets.UTF_8.decode(value).toString());
        }
    }

    private static int partition(byte[] key) {
        return KeyPlaces.masterPartition(key, 8);
    }

    private static List<Long> longs(ByteBuffer bytes, int count) {
        List<Long> longs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            longs.add(bytes.getLong());
        }
        return longs;
    }

    @Test
    void aFlippedBitIsFoundBeforeARowIsLoaded() throws IOException {
        String out = directory.resolve("out").toString();
        good("load", store("one"), file("pairs.txt", "1 2\n1 3\n2 3\n"));
        good("export", store("one"), out, "--ro2", "--partitions", "1");
        Path data = Path.of(out, "links", "node-0", "0_0_0.data");
        byte[] bytes = Files.readAllBytes(data);
        bytes[bytes.length - 1] ^= 1;
        Files.write(data, bytes);
        CommandRun run = CommandRun.of("load", store("two"), out);
        assertEquals(3, run.status(), run::errors);
        assertTrue(run.errors().contains("checksum"), run::errors);
        assertFalse(Files.exists(Path.of(store("two"), "manifest")));
    }

    @Test
    void aDirectoryThatIsNotWholeIsRefused() throws IOException {
        good("load", store("one"), file("pairs.txt", "1 2\n1 3\n2 3\n"));
        String out = directory.resolve("out").toString();
        good("export", store("one"), out, "--ro2", "--partitions=4", "--nodes=2", "--replicas=2");
        Path first = Path.of(out, "links", "node-0");
        Path second = Path.of(out, "links", "node-1");
        Path stray = Files.writeString(first.resolve("foo.txt"), "5 6\n");
        notLoaded(stray + ": found a file that does not belong to the read-only store", out);
        Files.delete(stray);
        Path away = Files.move(second, directory.resolve("away"));
        notLoaded(first.resolve("1_1_0.data") + ": its primary 1_0_0.data is missing", out);
        notLoaded("its primary 1_0_0.data is missing", first.toString());
        // Wherever a server keeps its directory, all are there.
        good("load", store("both"), out, away.toString());
        assertEquals(good("hash", store("one")).output(), good("hash", store("both")).output());
        Files.move(away, second);
        Files.delete(second.resolve(".metadata"));
        notLoaded(second.resolve(".metadata") + " is missing", out);
    }

    private void notLoaded(String message, String source) {
        CommandRun run = CommandRun.of("load", store("none"), source);
        assertEquals(3, run.status(), run::errors);
        assertTrue(run.errors().contains(message), run::errors);
        assertFalse(Files.exists(Path.of(store("none"), "manifest")));
    }

    @Test
    void storesAndOptionsThatDoNotFitAreRefused() throws IOException {
        good("load", store("named"), file("named.csv", ":START_ID(P),:END_ID(P)\na,b\n"));
        String out = directory.resolve("out").toString();
        refused("names for ids", "export", store("named"), out, "--ro2");
        refused("export it without --ro2", "export", store("named"), out, "--ro2");
        good("load", store("one"), file("pairs.txt", "1 2\n"));
        refused("add --ro2", "export", store("one"), out, "--nodes", "3");
        refused("--replicas must be", "export", store("one"), out, "--ro2", "--replicas", "2");
        refused("remove them", "export", store("one"), out, "--ro2", "--shards", "2");
    }

    @Test
    void thePageShowsWhatIsPrinted() throws IOException {
        int count = 0;
        for (ConsolePage.Step step : ConsolePage.steps("voldemort.md")) {
            List<String> words = List.of(step.command().split(" ", -1));
            if (step.command().startsWith("printf '")) {
                file("pairs.txt", "1\t2\n1\t3\n2\t3\n");
            } else {
                assertEquals("sluice", words.getFirst());
                CommandRun run = CommandRun.of(inDirectory(words));
                String printed = (run.errors() + run.output()).replace(directory + "/", "");
                assertTrue(step.shows(printed), () -> step.besides(printed));
            }
            count++;
        }
        assertTrue(count >= STEPS_MIN, "steps: " + count);
    }

    private String[] inDirectory(List<String> words) {
        List<String> names = List.of("pairs", "pairs.txt", "out", "copy");
        return words.stream()
                .skip(1)
                .map(word -> names.contains(word) ? directory.resolve(word).toString() : word)
                .toArray(String[]::new);
    }

    private void refused(String message, String... words) {
        CommandRun run = CommandRun.of(words);
        assertEquals(2, run.status(), run::errors);
        assertTrue(run.errors().contains(message), run::errors);
    }

    private static CommandRun good(String... words) {
        CommandRun run = CommandRun.of(words);
        assertEquals(0, run.status(), run::errors);
        return run;
    }

    private String store(String name) {
        return directory.resolve(name).toString();
    }

    private String file(String name, CharSequence text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
