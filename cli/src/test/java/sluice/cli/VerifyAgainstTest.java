package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.Terminal;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.ingest.Source;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.Visibility;
import sluice.server.ServerOptions;
import sluice.testkit.Seeds;

/** {@code verify --against} says good of what was loaded, and tells what was written since. */
class VerifyAgainstTest {
    private static final int LINKS = 200;

    @TempDir Path directory;

    private String file(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines)).toString();
    }

    private String store() {
        return directory.resolve("store").toString();
    }

    private static CommandRun run(String... words) {
        return CommandRun.of(words);
    }

    private String people() throws IOException {
        return file("people.csv", "id(Person),type,name", "ann,Person,Ann", "bob,Person,Bob");
    }

    @Test
    void aLoadedStoreIsGood() throws IOException {
        String people = people();
        String knows = file("knows.csv", ":START_ID(Person),:END_ID(Person),since", "ann,bob,5");
        assertEquals(0, run("load", store(), people, knows).status());
        CommandRun good = run("verify", store(), "--against", people, knows);
        assertEquals(0, good.status(), good::errors);
        assertTrue(
                good.output().startsWith("good: 2 nodes and 1 link of " + store()), good::output);
        CommandRun json = run("verify", store(), "--against", people, knows, "--format", "json");
        assertTrue(json.output().contains("\"good\" : true"), json::output);
    }

    @Test
    void differencesAreToldWithFileAndLine() throws IOException {
        String loaded =
                file("a.csv", "id1,link_type,id2,time,data", "1,1,2,5,x", "1,1,3,5,y", "1,1,4,5,z");
        String now =
                file("b.csv", "id1,link_type,id2,time,data", "1,1,2,5,x", "1,1,3,6,Y", "1,1,9,5,n");
        assertEquals(0, run("load", store(), loaded).status());
        CommandRun found = run("verify", store(), "--against", now);
        assertEquals(5, found.status(), found::errors);
        assertEquals(
                List.of(
                        "missing: %s:4: link 1 1 9 time=5 data=n".formatted(now),
                        "extra: link 1 1 4 time=5 data=z",
                        "different: %s:3: link 1 1 3: time, data".formatted(now),
                        "  source time=6 data=Y",
                        "  store  time=5 data=y"),
                found.output().lines().limit(5).toList());
        assertTrue(
                found.output().contains("1 missing, 1 different, 1 extra; 3 rows of the source"),
                found::output);
        assertTrue(found.errors().contains("3 differences"), found::errors);
        CommandRun part = run("verify", store(), "--subset", "--against", loaded);
        assertEquals(0, part.status(), part::errors);
        CommandRun json =
                run("verify", store(), "--format", "json", "--limit", "0", "--against", now);
        assertTrue(json.output().contains("\"differences\" : [ ]"), json::output);
        assertTrue(json.output().contains("\"missing\" : 1"), json::output);
    }

    @Test
    void loadsAreNamedInTheirOrderEachWithItsMapping() throws IOException {
        String first = file("first.txt", "a b", "1 2", "3 4");
        String firstMapping =
                file("first.yaml", "relations:", "  - {files: first.txt, link: 5, id1: a, id2: b}");
        String second = file("second.txt", "x y", "1 2", "7 8");
        String secondMapping =
                file(
                        "second.yaml",
                        "relations:",
                        "  - {files: second.txt, link: 5, id1: x, id2: y}");
        assertEquals(0, run("load", store(), first, "--mapping", firstMapping).status());
        assertEquals(0, run("load", store(), second, "--mapping", secondMapping).status());
        CommandRun both =
                run(
                        "verify",
                        store(),
                        "--against",
                        first,
                        "--mapping",
                        firstMapping,
                        "--against",
                        second,
                        "--mapping",
                        secondMapping);
        assertEquals(0, both.status(), both::errors);
        CommandRun one = run("verify", store(), "--against", first, "--mapping", firstMapping);
        assertEquals(5, one.status());
        assertTrue(one.output().contains("extra: link 7 5 8"), one::output);
    }

    @Test
    void optionsThatDoNotFitAreRefused() throws IOException {
        assertEquals(2, run("verify").status());
        assertEquals(2, run("verify", store(), "--subset").status());
        assertEquals(2, run("verify", "--server", "localhost:1").status());
        String source = people();
        assertEquals(4, run("verify", store(), "--against", source).status());
        assertEquals(0, run("load", store(), source).status());
        assertEquals(2, run("verify", store(), "--against", source, "--limit", "-1").status());
        assertEquals(
                2, run("verify", store(), "--server", "localhost:1", "--against", source).status());
        CommandRun stopped =
                CommandRun.of(Terminal.none(), true, "verify", store(), "--against", source);
        assertEquals(130, stopped.status(), stopped::errors);
    }

    @Test
    void propertiesAreNotCountedAsLinks() throws IOException {
        String rdf =
                file(
                        "a.rdf",
                        "<ann> <name> \"Ann\" .",
                        "<ann> <age> \"4\" .",
                        "<ann> <knows> <bob> .");
        assertEquals(0, run("load", store(), rdf).status());
        CommandRun good = run("verify", store(), "--against", rdf);
        assertTrue(
                good.output().startsWith("good: 0 nodes, 1 link and 2 properties of " + store()),
                good::output);
        CommandRun json = run("verify", store(), "--against", rdf, "--format", "json");
        assertTrue(json.output().contains("\"links\" : 1,"), json::output);
        assertTrue(json.output().contains("\"properties\" : 2,"), json::output);
    }

    /** A server shows its values, and the source alone says of which types they are. */
    @Test
    void valuesTypedByAHeaderAreGoodOnAServerToo() throws Exception {
        String people = file("p.csv", "pid:ID(Person),age:int,name", "1,41,Ann", "2,7,Bob");
        String mapping = file("p.yaml", "relations:", "  - {files: p.csv, properties: \"*\"}");
        assertEquals(0, run("load", store(), people, "--mapping", mapping).status());
        try (Live live = serving(Path.of(store()))) {
            CommandRun good =
                    run(
                            "verify",
                            "--server",
                            address(live),
                            "--against",
                            people,
                            "--mapping",
                            mapping);
            assertEquals(0, good.status(), () -> good.output() + good.errors());
        }
    }

    private Live serving(Path store) throws IOException {
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        return Live.open(store, LiveSettings.usual().servedAt(where));
    }

    @Test
    void aServerWithNamesIsComparedByNames() throws IOException {
        String people = people();
        String rdf = file("facts.rdf", "<ann> <name> \"Ann\"@en .", "<ann> <follows> _:b .");
        try (Live live = serving(directory.resolve("people"))) {
            live.load(Source.open(List.of(people), null));
            CommandRun good = run("verify", "--server", address(live), "--against", people);
            assertEquals(0, good.status(), () -> good.output() + good.errors());
        }
        try (Live live = serving(directory.resolve("facts"))) {
            live.load(Source.open(List.of(rdf), null));
            CommandRun good = run("verify", "--server", address(live), "--against", rdf);
            assertEquals(0, good.status(), () -> good.output() + good.errors());
            assertTrue(
                    good.output().startsWith("good: 0 nodes, 1 link and 1 property of "),
                    good::output);
        }
    }

    private static String address(Live live) {
        return "127.0.0.1:" + live.server().orElseThrow().port();
    }

    /** The comparison of a server reports the online writes exactly, and nothing else. */
    @Test
    void onlineWritesAreTheDifferencesOfAServer() {
        Seeds.each(
                3,
                random -> {
                    Path store = Files.createTempDirectory(directory, "store");
                    TreeMap<String, String> rows = new TreeMap<>();
                    List<String> lines = new ArrayList<>(List.of("id1,link_type,id2,time"));
                    for (int i = 0; i < LINKS; i++) {
                        lines.add("%d,1,%d,%d".formatted(i % 20, i, random.nextInt(9)));
                        rows.put("link %d 1 %d".formatted(i % 20, i), lines.getLast());
                    }
                    String source = file("links.csv", lines.toArray(String[]::new));
                    TreeSet<String> expected = new TreeSet<>();
                    try (Live live = serving(store);
                            SluiceClient client =
                                    SluiceClient.open(
                                            ClientOptions.of(
                                                    "127.0.0.1",
                                                    live.server().orElseThrow().port()))) {
                        live.load(Source.open(List.of(source), null));
                        write(client, random, expected);
                        CommandRun found =
                                run("verify", "--server", address(live), "--against", source);
                        assertEquals(expected, kinds(found.output(), rows), found::output);
                        assertEquals(expected.isEmpty() ? 0 : 5, found.status());
                        CommandRun cold = run("verify", store.toString(), "--against", source);
                        assertEquals(0, cold.status(), cold::output);
                        assertTrue(cold.errors().contains("left out"), cold::errors);
                    }
                });
    }

    /** Each key is written once at most, so that what is expected of it is plain. */
    private static void write(
            SluiceClient client, SplittableRandom random, TreeSet<String> expected)
            throws IOException {
        int start = random.nextInt(LINKS);
        for (int i = 0; i < 9; i++) {
            int id2 = (start + 7 * i) % LINKS;
            int id1 = id2 % 20;
            String key = "link %d 1 %d".formatted(id1, id2);
            switch (i % 3) {
                case 0 -> {
                    client.deleteLink(id1, 1, id2, Deletion.EXPUNGE);
                    expected.add("missing " + key);
                }
                case 1 -> {
                    client.addLink(
                            new Link(id1, 1, id2, Visibility.VISIBLE, 0, 100, new byte[] {'w'}));
                    expected.add("different " + key);
                }
                default -> {
                    client.addLink(
                            new Link(id1, 1, 1000 + id2, Visibility.HIDDEN, 0, 5, new byte[0]));
                    expected.add("extra link %d 1 %d".formatted(id1, 1000 + id2));
                }
            }
        }
    }

    /** The kind and the key of each difference; the line of a source must have its row. */
    private static TreeSet<String> kinds(String output, TreeMap<String, String> rows)
            throws IOException {
        TreeSet<String> kinds = new TreeSet<>();
        for (String line : output.lines().toList()) {
            int link = line.indexOf("link ");
            if (link < 0 || line.startsWith(" ")) {
                continue;
            }
            String[] words = line.substring(link).replace(":", "").split(" ");
            String key = "%s %s %s %s".formatted(words[0], words[1], words[2], words[3]);
            String kind = line.substring(0, line.indexOf(':'));
            assertFalse(kinds.contains(kind + " " + key), line);
            kinds.add(kind + " " + key);
            if (!kind.equals("extra")) {
                String[] place = line.substring(0, link - 2).split(":");
                int number = Integer.parseInt(place[place.length - 1]);
                String file = place[1].strip();
                assertEquals(
                        rows.get(key), Files.readAllLines(Path.of(file)).get(number - 1), line);
            }
        }
        return kinds;
    }
}
