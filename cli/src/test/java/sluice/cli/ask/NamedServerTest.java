package sluice.cli.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.client.ClientOptions;
import sluice.client.RemoteNames;
import sluice.client.SluiceClient;
import sluice.ingest.Source;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.names.WrittenName;
import sluice.server.ServerOptions;

/** A server understands and shows names as the store in its directory does. */
class NamedServerTest {
    private static final List<String> QUESTIONS =
            List.of(
                    "node Person:933",
                    "node Person:5",
                    "node a:b:c",
                    "node 0",
                    "links Person:933 knows",
                    "links Person:933 knows --limit 1",
                    "links Person:933 knows --format jsonl",
                    "links Person:933 knows --format csv",
                    "link Person:933 knows Person:7",
                    "count Person:933 knows",
                    "types Person:933",
                    "types 7");

    @TempDir Path directory;

    private Path file(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines));
    }

    private Live serving() throws IOException {
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        Path people =
                file(
                        "people.tsv",
                        ":ID(Person)\tname\t:LABEL",
                        "933\tAnn\tPerson",
                        "7\tBob\tPerson");
        Path odd = file("odd.tsv", ":ID(a)\t:LABEL", "b:c\t12");
        Path knows =
                file(
                        "knows.tsv",
                        ":START_ID(Person)\t:END_ID(Person)\t:TYPE\ttime",
                        "933\t7\tknows\t5",
                        "933\t933\tknows\t5");
        Live live = Live.open(directory.resolve("graph"), LiveSettings.usual().servedAt(where));
        live.load(Source.open(List.of(people.toString(), odd.toString(), knows.toString()), null));
        return live;
    }

    private static CommandRun run(String... words) {
        return CommandRun.of(words);
    }

    private static String[] query(String what, String question) {
        List<String> words = new ArrayList<>(List.of("query"));
        words.addAll(List.of(what.split(" ")));
        words.addAll(List.of(question.split(" ")));
        return words.toArray(String[]::new);
    }

    @Test
    void answersAreThoseOfTheDirectory() throws IOException {
        try (Live live = serving()) {
            String address = "localhost:" + live.server().orElseThrow().port();
            String store = directory.resolve("graph").toString();
            for (String question : QUESTIONS) {
                CommandRun local = run(query(store, question));
                CommandRun remote = run(query("--server " + address, question));
                assertEquals(local, remote, question);
                assertEquals(0, remote.status(), question);
            }
            for (String wrong : List.of("links Person:933 hates", "node Nobody:1")) {
                CommandRun local = run(query(store, wrong));
                CommandRun remote = run(query("--server " + address, wrong));
                assertEquals(2, remote.status(), wrong);
                assertEquals(local, remote, wrong);
            }
            CommandRun when = run("when", "Person:933", "--server", address);
            assertEquals("id Person:933: built\n", when.output());
            CommandRun pin = run("pin", "Person:7", "--server", address);
            assertEquals(0, pin.status(), pin::errors);
            CommandRun nobody = run("when", "Person:5", "--server", address);
            assertEquals(2, nobody.status());
            assertTrue(nobody.errors().contains("no id \"Person:5\""), nobody::errors);
        }
    }

    /** Ten loads, each with names: known when the load has ended, and all at once. */
    @Test
    void loadsAddNamesWhileTheServerAnswers() throws IOException {
        try (Live live = serving()) {
            ClientOptions options =
                    ClientOptions.of("127.0.0.1", live.server().orElseThrow().port());
            try (SluiceClient client = SluiceClient.open(options)) {
                RemoteNames names = client.names();
                for (int round = 0; round < 10; round++) {
                    WrittenName added = WrittenName.of("Person:new" + round);
                    assertEquals(OptionalLong.empty(), names.id(added));
                    assertEquals(OptionalLong.empty(), names.type(WrittenName.of("T" + round)));
                    Path later =
                            file(
                                    "later" + round + ".tsv",
                                    ":ID(Person)\t:LABEL",
                                    "new" + round + "\tT" + round);
                    live.load(Source.open(List.of(later.toString()), null));
                    assertTrue(names.id(added).isPresent());
                    var node = client.byName().node(added).value().orElseThrow();
                    assertEquals(WrittenName.of("T" + round), node.type());
                    assertEquals(added.toString(), String.valueOf(node.id()));
                    assertTrue(names.id(WrittenName.of("Person:933")).isPresent());
                }
            }
        }
    }
}
