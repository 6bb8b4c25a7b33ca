package sluice.cli.ask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.CommandRun;
import sluice.client.ClientOptions;
import sluice.client.RemoteQuestions;
import sluice.client.SluiceClient;
import sluice.ingest.Source;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.live.Live;
import sluice.live.LiveSettings;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;
import sluice.protocol.question.AskedCondition;
import sluice.protocol.question.FindAsk;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;
import sluice.protocol.question.WalkAsk;
import sluice.server.ServerOptions;

/** Questions by value and writes of properties over the network. */
class ServedQuestionsTest {
    private static final long SEED = Long.getLong("seed", 11);
    private static final int NODES = 40;

    private static final List<String> SCHEMA =
            List.of(
                    "age: int @index(int) .",
                    "name: string @index(exact, term) @lang .",
                    "nick: [string] @index(hash) @count .",
                    "friend: [uid] @reverse @count .",
                    "type Person {",
                    "  name",
                    "  friend",
                    "}");

    @TempDir Path directory;

    private Live live() throws IOException {
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        return Live.open(directory.resolve("graph"), LiveSettings.usual().servedAt(where));
    }

    private Source source(String name, List<String> statements) throws IOException {
        Path file = Files.write(directory.resolve(name), statements);
        Path schema = Files.write(directory.resolve("s.schema"), SCHEMA);
        FactOptions facts = FactOptions.NONE.withSchemas(List.of(schema));
        return Source.open(
                List.of(file.toString()), null, SourceOptions.standard().withFacts(facts));
    }

    private static SluiceClient client(Live live) {
        return SluiceClient.open(ClientOptions.of("127.0.0.1", live.server().orElseThrow().port()));
    }

    private static List<String> people() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            lines.add("<n%d> <age> \"%d\" .".formatted(i, i % 10));
            lines.add("<n%d> <name> \"Node %d\" .".formatted(i, i));
            lines.add("<n%d> <nick> \"k%d\" .".formatted(i, i % 7));
            lines.add("<n%d> <friend> <n%d> (since=2017-04-26) .".formatted(i, (i + 1) % NODES));
            lines.add("<n%d> <title> \"T%d\" .".formatted(i, i % 3));
        }
        return lines;
    }

    @Test
    void answersAreThoseOfTheDirectory() throws IOException {
        try (Live live = live()) {
            live.load(source("a.rdf", people()));
            String store = directory.resolve("graph").toString();
            String address = "localhost:" + live.server().orElseThrow().port();
            for (List<String> words :
                    List.of(
                            List.of("find", "age", "ge", "8", "--with", "name,age,count(friend)"),
                            List.of("find", "age", "in", "3", "4", "--limit", "2"),
                            List.of("find", "age", "eq", "3", "--after", "<n13>"),
                            List.of("find", "has", "age", "--order", "-age", "--limit", "3"),
                            List.of("find", "friend", "eq", "<n7>", "--format", "jsonl"),
                            List.of("find", "title", "eq", "T1", "--scan", "--format", "csv"),
                            List.of("find", "title", "eq", "T1"),
                            List.of("find", "title", "eq", "T1", "--budget", "3"),
                            List.of("find", "name", "anyofterms", "node", "--budget", "3"),
                            List.of("query", "node", "<n3>", "--as", "Person"),
                            List.of("query", "node", "<n3>", "--as", "Nobody"),
                            List.of("find", "age", "ge", "old"),
                            List.of("find", "agee", "ge", "1"),
                            List.of("find", "name", "regexp", "("),
                            List.of("find", "age", "eq", "1", "--after", "<nobody>"),
                            List.of("walk", "<n1>", "friend/friend/~friend", "--with", "name"),
                            List.of("walk", "find age eq 1", "friend", "--where", "nick eq k2"),
                            List.of("walk", "<n1>", "friend/friend", "--tree", "--with", "age"),
                            List.of("walk", "<n1>", "name"),
                            List.of("walk", "<nobody>", "friend"),
                            List.of("query", "node", "<n3>"),
                            List.of("query", "node", "<n3>", "--format", "jsonl"),
                            List.of("query", "find", "nick", "eq", "k3"),
                            List.of("schema"),
                            List.of("schema", "--format", "json"))) {
                CommandRun local = run(words, List.of(store));
                CommandRun remote = run(words, List.of("--server", address));
                assertEquals(local, remote, words::toString);
            }
            CommandRun counts = CommandRun.of("schema", "--server", address, "--counts");
            assertEquals(2, counts.status());
        }
    }

    private static CommandRun run(List<String> words, List<String> what) {
        List<String> all = new ArrayList<>(words);
        all.addAll(1, what);
        return CommandRun.of(all.toArray(String[]::new));
    }

    /** What all nodes have, by predicate: the values, of a name with its language. */
    private static final class Model {
        private final Map<String, TreeSet<String>> values = new TreeMap<>();

        TreeSet<String> of(int node, String predicate) {
            return values.computeIfAbsent(node + " " + predicate, _ -> new TreeSet<>());
        }

        TreeSet<String> having(String predicate, String value) {
            TreeSet<String> nodes = new TreeSet<>();
            for (int node = 0; node < NODES; node++) {
                if (of(node, predicate).contains(value)) {
                    nodes.add("<n" + node + ">");
                }
            }
            return nodes;
        }
    }

    private final Model model = new Model();
    private final SplittableRandom random = new SplittableRandom(SEED);

    private void write(RemoteQuestions to) {
        int node = random.nextInt(NODES);
        WrittenName id = WrittenName.of("<n" + node + ">");
        String predicate = List.of("age", "name", "name@fr", "nick").get(random.nextInt(4));
        String value =
                switch (predicate) {
                    case "age" -> Integer.toString(random.nextInt(12));
                    case "nick" -> "k" + random.nextInt(9);
                    default -> "Node " + random.nextInt(50);
                };
        TreeSet<String> values = model.of(node, predicate);
        boolean isList = predicate.equals("nick");
        switch (random.nextInt(6)) {
            case 0 -> {
                boolean found = to.deleteProperty(id, predicate, null).value();
                assertEquals(!values.isEmpty(), found);
                values.clear();
            }
            case 1 -> {
                boolean found = to.deleteProperty(id, predicate, value).value();
                assertEquals(isList ? values.contains(value) : !values.isEmpty(), found);
                if (isList) {
                    values.remove(value);
                } else {
                    values.clear();
                }
            }
            default -> {
                boolean found = to.setProperty(id, predicate, value).value();
                assertEquals(isList ? values.contains(value) : !values.isEmpty(), found);
                if (!isList) {
                    values.clear();
                }
                values.add(value);
            }
        }
        check(to, predicate, value);
    }

    private void check(RemoteQuestions asked, String predicate, String value) {
        TreeSet<String> found = new TreeSet<>();
        var condition = new AskedCondition(predicate, "eq", List.of(value));
        asked.find(FindAsk.of(List.of(condition), List.of(), 1000))
                .nodes()
                .forEach(node -> found.add(String.valueOf(node.name())));
        found.removeIf(name -> !name.startsWith("<n"));
        assertEquals(model.having(predicate, value), found, () -> condition + ", -Dseed=" + SEED);
    }

    private void checkAll(RemoteQuestions asked) {
        for (int number = 0; number < 50; number++) {
            if (number < 12) {
                check(asked, "age", Integer.toString(number));
                check(asked, "nick", "k" + number);
            }
            check(asked, "name", "Node " + number);
            check(asked, "name@fr", "Node " + number);
        }
        for (int node = 0; node < NODES; node++) {
            Map<String, TreeSet<String>> shown = new TreeMap<>();
            for (FoundProperty property :
                    asked.properties(WrittenName.of("<n" + node + ">"), 100).value()) {
                for (ShownValue value : property.values()) {
                    String language = value.language().isEmpty() ? "" : "@" + value.language();
                    shown.computeIfAbsent(property.predicate() + language, _ -> new TreeSet<>())
                            .add(value.text());
                }
            }
            for (String predicate : List.of("age", "name", "name@fr", "nick")) {
                assertEquals(
                        model.of(node, predicate),
                        shown.getOrDefault(predicate, new TreeSet<>()),
                        () -> predicate + ", -Dseed=" + SEED);
            }
        }
    }

    @Test
    void writesShowAtOnceWhileALoadRunsAndAfterAbsorbingAndRestart() throws Exception {
        for (int i = 0; i < NODES; i++) {
            model.of(i, "age").add(Integer.toString(i % 10));
            model.of(i, "name").add("Node " + i);
            model.of(i, "nick").add("k" + i % 7);
        }
        try (Live live = live();
                SluiceClient client = client(live)) {
            live.load(source("a.rdf", people()));
            RemoteQuestions asked = client.questions();
            checkAll(asked);
            for (int each = 0; each < 100; each++) {
                write(asked);
            }
            // Brings other values for what is written online, which must not be shown.
            List<String> later = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                WrittenName id = WrittenName.of("<n" + i + ">");
                asked.setProperty(id, "age", "3");
                model.of(i, "age").clear();
                model.of(i, "age").add("3");
                later.add("<n%d> <age> \"11\" .".formatted(i));
            }
            for (int i = 0; i < 60_000; i++) {
                later.add("<m%d> <age> \"%d\" .".formatted(i, i % 10));
                later.add("<m%d> <name> \"Node %d\"@fr .".formatted(i, i % 50));
            }
            Source second = source("b.rdf", later);
            CompletableFuture<Void> load =
                    CompletableFuture.runAsync(
                            () -> {
                                try {
                                    live.load(second);
                                } catch (IOException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            int during = 0;
            while (!load.isDone() || during < 20) {
                writeIfOwn(asked);
                during++;
            }
            load.get();
            checkOwn(asked);
            for (int each = 0; each < 50; each++) {
                writeIfOwn(asked);
            }
            assertTrue(live.store().absorb() > 0);
            checkOwn(asked);
            for (int each = 0; each < 50; each++) {
                writeIfOwn(asked);
            }
        }
        try (Live live = live();
                SluiceClient client = client(live)) {
            checkOwn(client.questions());
            live.store().absorb();
            checkOwn(client.questions());
        }
        CommandRun verify = CommandRun.of("verify", directory.resolve("graph").toString());
        assertEquals(0, verify.status(), () -> verify.output() + verify.errors());
    }

    /**
     * Pages are small enough for the other nodes to be read over: only those of the model count.
     */
    private void writeIfOwn(RemoteQuestions asked) {
        int node = random.nextInt(NODES);
        WrittenName id = WrittenName.of("<n" + node + ">");
        String nick = "k" + random.nextInt(9);
        boolean isNew = model.of(node, "nick").add(nick);
        assertEquals(!isNew, asked.setProperty(id, "nick", nick).value());
        check(asked, "nick", nick);
        String other = "k" + random.nextInt(9);
        boolean wasThere = model.of(node, "nick").remove(other);
        assertEquals(wasThere, asked.deleteProperty(id, "nick", other).value());
        check(asked, "nick", other);
        String age = Integer.toString(20 + random.nextInt(5));
        model.of(node, "age").clear();
        model.of(node, "age").add(age);
        asked.setProperty(id, "age", age);
        check(asked, "age", age);
    }

    private void checkOwn(RemoteQuestions asked) {
        for (int number = 0; number < 9; number++) {
            check(asked, "nick", "k" + number);
            check(asked, "age", Integer.toString(20 + number));
        }
        check(asked, "age", "11");
        for (int node = 0; node < NODES; node++) {
            int number = node;
            for (FoundProperty property :
                    asked.properties(WrittenName.of("<n" + node + ">"), 100).value()) {
                if (List.of("age", "nick").contains(property.predicate())) {
                    TreeSet<String> shown = new TreeSet<>();
                    property.values().forEach(value -> shown.add(value.text()));
                    assertEquals(
                            model.of(number, property.predicate()),
                            shown,
                            () -> number + ", -Dseed=" + SEED);
                }
            }
        }
    }

    @Test
    void aLinkThatIsWrittenIsAnsweredBackwardsToo() throws IOException {
        try (Live live = live();
                SluiceClient client = client(live)) {
            live.load(source("a.rdf", people()));
            RemoteQuestions asked = client.questions();
            long friend = client.names().type(WrittenName.of("friend")).getAsLong();
            long from = client.names().id(WrittenName.of("<n1>")).getAsLong();
            long to = client.names().id(WrittenName.of("<n9>")).getAsLong();
            assertEquals(List.of("<n8>"), found(asked, "friend", "eq", "<n9>"));
            client.addLink(new Link(from, friend, to, Visibility.VISIBLE, 0, 0, new byte[0]));
            assertEquals(List.of("<n1>", "<n8>"), found(asked, "friend", "eq", "<n9>"));
            assertEquals(List.of("<n9>"), found(asked, "count(~friend)", "eq", "2"));
            live.store().absorb();
            assertEquals(List.of("<n1>", "<n8>"), found(asked, "friend", "eq", "<n9>"));
            assertEquals(List.of("<n9>"), found(asked, "count(~friend)", "eq", "2"));
            client.deleteLink(from, friend, to, Deletion.EXPUNGE);
            assertEquals(List.of("<n8>"), found(asked, "friend", "eq", "<n9>"));
            assertEquals(List.of(), found(asked, "count(~friend)", "eq", "2"));
        }
    }

    private static List<String> found(
            RemoteQuestions asked, String predicate, String operator, String value) {
        var condition = new AskedCondition(predicate, operator, List.of(value));
        return asked.find(FindAsk.of(List.of(condition), List.of(), 1000)).nodes().stream()
                .map(node -> String.valueOf(node.name()))
                .sorted()
                .toList();
    }

    @Test
    void whatCannotBeWrittenIsRefusedAndChangesNothing() throws IOException {
        try (Live live = live();
                SluiceClient client = client(live)) {
            live.load(source("a.rdf", people()));
            RemoteQuestions asked = client.questions();
            WrittenName id = WrittenName.of("<n1>");
            refused("old", () -> asked.setProperty(id, "age", "old"));
            refused("names links", () -> asked.setProperty(id, "friend", "x"));
            refused("without @lang", () -> asked.setProperty(id, "nick@fr", "x"));
            refused("found no predicate", () -> asked.setProperty(id, "nothing", "x"));
            refused(
                    "names come with loads",
                    () -> asked.setProperty(WrittenName.of("<nobody>"), "age", "1"));
            long age = client.names().type(WrittenName.of("age")).getAsLong();
            long number = client.names().id(id).getAsLong();
            Link garbage =
                    new Link(
                            number,
                            PropertyTypes.ofPredicate(age),
                            0,
                            Visibility.VISIBLE,
                            0,
                            0,
                            new byte[] {7, 7});
            refused("must be a value", () -> client.addLink(garbage));
            refused(
                    "age names values",
                    () ->
                            client.addLink(
                                    new Link(
                                            number,
                                            age,
                                            number,
                                            Visibility.VISIBLE,
                                            0,
                                            0,
                                            new byte[0])));
            refused(
                    "no start",
                    () ->
                            asked.walk(
                                    new WalkAsk(
                                            new long[0],
                                            List.of(),
                                            List.of("friend"),
                                            List.of(),
                                            List.of(),
                                            0,
                                            0)));
            refused("limit must be", () -> asked.properties(id, 2_000_000));
            assertEquals(
                    "1",
                    asked.properties(id, 1).value().stream()
                            .filter(each -> each.predicate().equals("age"))
                            .findFirst()
                            .orElseThrow()
                            .values()
                            .getFirst()
                            .text());
            assertFalse(asked.setProperty(id, "title", "another").value());
        }
    }

    private static void refused(String reason, Runnable write) {
        SluiceException e = assertThrows(SluiceException.class, write::run);
        assertEquals(ErrorCode.CONFIG, e.code());
        assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
    }
}
