package sluice.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.model.names.Names;
import sluice.question.Condition;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;
import sluice.question.WalkQuestion;
import sluice.server.ServerOptions;

/** One call opens a store with all its parts, and an embedding program needs no other. */
class LiveTest {
    private static final Path EXAMPLE =
            Path.of("..", "examples", "embedded", "src", "main", "java", "Embedded.java");

    @TempDir Path directory;

    @Test
    void whatIsLoadedAndWrittenIsThereAfterItIsOpenedAgain() throws IOException {
        Path store = directory.resolve("store");
        try (Live live = Live.open(store, LiveSettings.usual())) {
            live.load(Source.open(List.of(links().toString()), null));
            live.graph().addLink(link(1, 9));
        }
        try (Live live = Live.open(store, LiveSettings.usual())) {
            var answer = live.graph().linkList(LinkQuery.newest(1, 0, 10));
            assertTrue(answer.complete());
            assertEquals(3, answer.value().size());
            assertTrue(live.server().isEmpty());
        }
    }

    /** A segment would not have it, so it could never be absorbed. */
    @Test
    void aNodeOfATypeOfPropertiesIsRefused() throws IOException {
        try (Live live = Live.open(directory, LiveSettings.usual())) {
            for (long type : List.of(PropertyTypes.FIRST, PropertyTypes.LAST)) {
                Node node = new Node(0, type, 0, 1, new byte[0]);
                SluiceException refused =
                        assertThrows(SluiceException.class, () -> live.graph().addNode(node));
                assertEquals(ErrorCode.CONFIG, refused.code());
            }
        }
    }

    /** The next load would give the number to one of its names. */
    @Test
    void typesThatNoNameHasYetAreRefused() throws IOException {
        Path rdf = Files.writeString(directory.resolve("a.rdf"), "<a> <age> \"1\" .\n");
        Path store = directory.resolve("store");
        long named = PropertyTypes.predicateOf(PropertyTypes.FIRST);
        try (Live live = Live.open(directory.resolve("empty"), LiveSettings.usual())) {
            live.store().completeIfEmpty();
            refuses(live, named, 1);
        }
        try (Live live = Live.open(store, LiveSettings.usual())) {
            live.load(Source.open(List.of(rdf.toString()), null));
            live.graph().addLink(link(0, named, new byte[0]));
            refuses(live, named + 1, 1);
            refuses(live, PropertyTypes.FIRST + 1, 1);
            Node node = new Node(0, named + 1, 0, 1, new byte[0]);
            assertThrows(SluiceException.class, () -> live.graph().addNode(node));
        }
    }

    @Test
    void questionsAreAskedOfThisProcess() throws IOException {
        Path rdf =
                Files.writeString(
                        directory.resolve("a.rdf"),
                        "<ann> <friend> <bob> .\n<bob> <name> \"Bob\" .\n<ann> <name> \"Ann\" .\n");
        try (Live live = Live.open(directory.resolve("store"), LiveSettings.usual())) {
            live.load(Source.open(List.of(rdf.toString()), null));
            Names names = live.store().names();
            long ann = names.writtenId("<ann>").orElseThrow();
            long bob = names.writtenId("<bob>").orElseThrow();
            var walk =
                    new WalkQuestion(
                            List.of(ann),
                            null,
                            WalkQuestion.path("friend"),
                            List.of(),
                            List.of(),
                            10,
                            FindQuestion.BUDGET_ROWS);
            FoundNodes ends = live.questions().walk(walk);
            assertEquals(List.of(bob), ends.nodes().stream().map(FoundNodes.Found::id).toList());
            assertTrue(ends.complete());
            List<Condition> named = List.of(Condition.of("name", "eq", List.of("Ann")));
            SluiceException noIndex =
                    assertThrows(
                            SluiceException.class,
                            () -> live.questions().find(FindQuestion.of(named, 10)));
            assertTrue(noIndex.getMessage().contains("no index finds name"), noIndex::getMessage);
        }
    }

    private static void refuses(Live live, long type, int dataBytes) {
        Link link = link(0, type, new byte[dataBytes]);
        for (Writing write : List.<Writing>of(live.graph()::addLink, live.graph()::updateLink)) {
            SluiceException refused = assertThrows(SluiceException.class, () -> write.put(link));
            assertEquals(ErrorCode.CONFIG, refused.code());
        }
    }

    private interface Writing {
        Object put(Link link) throws IOException;
    }

    private static Link link(long id1, long type, byte[] data) {
        return new Link(id1, type, 9, Visibility.VISIBLE, 0, 1, data);
    }

    /** No reader could read the node any more. */
    @Test
    void aPropertyWithoutAValueIsRefused() throws IOException {
        Path rdf = Files.writeString(directory.resolve("a.rdf"), "<a> <age> \"1\" .\n");
        try (Live live = Live.open(directory.resolve("store"), LiveSettings.usual())) {
            live.load(Source.open(List.of(rdf.toString()), null));
            refuses(live, PropertyTypes.FIRST, 0);
        }
    }

    @Test
    void closingTwiceIsNoMistakeAndLaterCallsFail() throws IOException {
        Live live = Live.open(directory.resolve("store"), LiveSettings.usual());
        live.store().completeIfEmpty();
        live.graph().addLink(link(1, 9));
        live.close();
        live.close();
        List<Executable> calls =
                List.of(
                        () -> live.graph().addLink(link(1, 8)),
                        () -> live.graph().count(1, 0),
                        () -> live.graph().node(1),
                        () -> live.graph().types(1));
        for (Executable call : calls) {
            Exception failure = assertThrows(Exception.class, call);
            assertTrue(String.valueOf(failure.getMessage()).contains("was closed"));
        }
    }

    @Test
    void aServerIsStartedWhereItIsAskedFor() throws IOException {
        ServerOptions where = ServerOptions.LOCAL.at("127.0.0.1", 0, ServerOptions.NO_HTTP);
        try (Live live = Live.open(directory, LiveSettings.usual().servedAt(where))) {
            assertTrue(live.server().orElseThrow().port() > 0);
        }
    }

    @Test
    void aDirectoryOfOtherFilesIsLeftAlone() throws IOException {
        Files.writeString(directory.resolve("photo.jpg"), "not a store");
        SluiceException failure =
                assertThrows(
                        SluiceException.class, () -> Live.open(directory, LiveSettings.usual()));
        assertEquals(ErrorCode.STORE, failure.code());
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(directory.resolve("photo.jpg")), files.toList());
        }
    }

    @Test
    void aStoreThatCannotBeOpenedHoldsNothing() throws IOException {
        try (Live live = Live.open(directory, LiveSettings.usual())) {
            live.graph().addLink(link(1, 2));
        }
        RemoteSettings nowhere =
                new RemoteSettings(
                        java.util.Optional.of("mysql://user@127.0.0.1:1/none"),
                        java.util.Optional.empty(),
                        true,
                        1);
        LiveSettings usual = LiveSettings.usual();
        LiveSettings remote =
                new LiveSettings(
                        usual.load(),
                        usual.hot(),
                        usual.decisions(),
                        nowhere,
                        usual.hotLists(),
                        usual.firstNodeId(),
                        usual.server());
        assertThrows(Exception.class, () -> Live.open(directory, remote));
        try (Live live = Live.open(directory, usual)) {
            assertEquals(1, live.graph().linkList(LinkQuery.newest(1, 0, 10)).value().size());
        }
    }

    @Test
    void theExampleOfAnEmbeddingProgramDoesWhatItSays() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        String classPath = System.getProperty("java.class.path");
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-d",
                                classes.toString(),
                                "-cp",
                                classPath,
                                EXAMPLE.toString());
        assertEquals(0, status);
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classes + File.pathSeparator + classPath,
                                "Embedded",
                                directory.resolve("embedded").toString(),
                                links().toString())
                        .redirectErrorStream(true)
                        .start();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        process.getInputStream().transferTo(new PrintStream(output, true, StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor(), () -> output.toString(StandardCharsets.UTF_8));
        List<String> lines =
                output.toString(StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains("->"))
                        .toList();
        assertEquals("1 -> 99", lines.getFirst());
        assertEquals(3, lines.size());
        assertFalse(lines.contains("2 -> 3"));
    }

    private static Link link(long id1, long id2) {
        return new Link(id1, 0, id2, Visibility.VISIBLE, 0, 1, new byte[0]);
    }

    private Path links() throws IOException {
        return Files.writeString(directory.resolve("links.tsv"), "1\t2\n1\t3\n2\t3\n");
    }
}
