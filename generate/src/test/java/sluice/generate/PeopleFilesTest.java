package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.generate.PeopleLayout.Format;
import sluice.model.SluiceException;

class PeopleFilesTest {
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    @TempDir private Path directory;

    private Path write(PeopleGraph graph, String name, PeopleLayout layout, int threads)
            throws IOException {
        Path target = directory.resolve(name);
        GraphFiles.writePeople(graph, target, layout, threads, (_, _) -> {});
        return target;
    }

    private static PeopleLayout facets(Format format) {
        return new PeopleLayout(format, true, "", 1, false);
    }

    private static String text(byte[] data, int length) {
        return new String(data, 0, length, StandardCharsets.US_ASCII);
    }

    /** What the RDF file must hold, written plainly. */
    private static List<String> statements(PeopleGraph graph, boolean facets) {
        List<String> lines = new ArrayList<>();
        graph.forEachPerson(
                (id, name, length, age) -> {
                    lines.add("_:user%d <name> \"%s\" .".formatted(id, text(name, length)));
                    lines.add("_:user%d <age> \"%d\" .".formatted(id, age));
                });
        graph.forEachLink(
                (id1, type, id2, time, data, length) ->
                        lines.add(
                                "_:user%d <follows%s> _:user%d%s ."
                                        .formatted(
                                                id1,
                                                type == 1 ? "" : "" + type,
                                                id2,
                                                facets
                                                        ? " (data=\"%s\",time=%s)"
                                                                .formatted(
                                                                        text(data, length),
                                                                        time(time))
                                                        : "")));
        return lines;
    }

    private static String time(long millis) {
        return MILLIS.format(Instant.ofEpochMilli(millis));
    }

    @Test
    void rdfHoldsEveryPersonAndEveryLink() throws IOException {
        RmatOptions options =
                RmatOptions.of(Map.of("scale", "17", "links", "70000", "link-types", "3"));
        PeopleGraph graph = PeopleGraph.open(options, 2);
        List<String> expected = statements(graph, false);
        assertEquals(
                expected,
                Files.readAllLines(write(graph, "a.rdf", PeopleLayout.of(Format.RDF), 2)));
        assertEquals(
                statements(graph, true),
                Files.readAllLines(write(graph, "b.rdf", facets(Format.RDF), 2)));
        assertEquals(2 * graph.personCount() + 70_000, expected.size());
    }

    @Test
    void peopleAreTheEndsOfLinksOnceEach() throws IOException {
        PeopleGraph graph = PeopleGraph.open(RmatOptions.distinct(15, 20_000), 2);
        Set<Long> ends = new TreeSet<>();
        graph.forEachLink((id1, _, id2, _, _, _) -> ends.addAll(List.of(id1, id2)));
        List<Long> people = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        graph.forEachPerson(
                (id, name, length, age) -> {
                    people.add(id);
                    names.add(text(name, length));
                    assertTrue(text(name, length).matches("[A-Z][a-z]+ [A-Z][a-z]+"));
                    assertTrue(age >= 14 && age < 94, "age " + age);
                });
        assertEquals(List.copyOf(ends), people);
        assertEquals(people.size(), graph.personCount());
        assertTrue(names.size() > people.size() * 0.95, names.size() + " names");
    }

    @Test
    void jsonHoldsTheSameObjectsInOneArray() throws IOException {
        PeopleGraph graph = PeopleGraph.open(RmatOptions.distinct(14, 40_000), 2);
        List<String> objects = new ArrayList<>();
        graph.forEachPerson(
                (id, name, length, age) ->
                        objects.add(
                                "{\"uid\":\"_:user%d\",\"name\":\"%s\",\"age\":%d}"
                                        .formatted(id, text(name, length), age)));
        int people = objects.size();
        graph.forEachLink(
                (id1, _, id2, time, data, length) ->
                        objects.add(
                                ("{\"uid\":\"_:user%d\",\"follows\":[{\"uid\":\"_:user%d\","
                                                + "\"follows|data\":\"%s\",\"follows|time\":\"%s\"}]}")
                                        .formatted(id1, id2, text(data, length), time(time))));
        String expected = objects.stream().collect(Collectors.joining(",\n", "[\n", "\n]\n"));
        assertEquals(expected, Files.readString(write(graph, "a.json", facets(Format.JSON), 2)));
        String plain = Files.readString(write(graph, "b.json", PeopleLayout.of(Format.JSON), 1));
        assertEquals(people + 40_000, plain.lines().count() - 2);
        assertTrue(plain.lines().allMatch(line -> line.length() < 80 && !line.contains("|")));
    }

    @Test
    void everyPartIsAnArrayEvenWhereFewIdsHaveLinks() throws IOException {
        PeopleGraph graph =
                PeopleGraph.open(RmatOptions.of(Map.of("scale", "24", "links", "70000")), 2);
        PeopleLayout layout = new PeopleLayout(Format.JSON, false, "", 3, false);
        Path parts = write(graph, "parts", layout, 2);
        long objects = 0;
        for (int part = 0; part < 3; part++) {
            List<String> lines =
                    Files.readAllLines(parts.resolve("people-000%d.json".formatted(part)));
            assertEquals("[", lines.getFirst());
            assertEquals("]", lines.getLast());
            List<String> rows = lines.subList(1, lines.size() - 1);
            assertTrue(rows.subList(0, rows.size() - 1).stream().allMatch(r -> r.endsWith("},")));
            assertTrue(rows.getLast().endsWith("}"));
            objects += rows.size();
        }
        assertEquals(graph.personCount() + 70_000, objects);
    }

    @Test
    void anyNumberOfThreadsWritesTheSameBytes() throws IOException {
        RmatOptions options = RmatOptions.distinct(16, 100_000);
        Path one = write(PeopleGraph.open(options, 1), "one", facets(Format.RDF), 1);
        Path three = write(PeopleGraph.open(options, 3), "three", facets(Format.RDF), 3);
        assertEquals(-1, Files.mismatch(one, three));
        RmatOptions other =
                RmatOptions.of(
                        Map.of("scale", "16", "links", "100000", "distinct", "true", "seed", "2"));
        Path second = write(PeopleGraph.open(other, 3), "other", facets(Format.RDF), 3);
        assertNotEquals(-1, Files.mismatch(one, second));
    }

    @Test
    void aBaseMakesStrictTriples() throws IOException {
        PeopleLayout layout = new PeopleLayout(Format.RDF, false, "http://example.org/", 1, false);
        PeopleGraph graph = PeopleGraph.open(RmatOptions.distinct(6, 50), 1);
        String node = "<http://example\\.org/user[0-9]+>";
        for (String line : Files.readAllLines(write(graph, "a.nt", layout, 1))) {
            assertTrue(
                    line.matches(
                            node
                                    + " <http://example\\.org/(follows> "
                                    + node
                                    + "|name> \"[A-Za-z ]+\"|age> \"[0-9]+\") \\."),
                    line);
        }
    }

    @Test
    void theSchemaStandsBesideTheFile() throws IOException {
        RmatOptions options = RmatOptions.of(Map.of("scale", "4", "links", "9", "link-types", "2"));
        PeopleGraph graph = PeopleGraph.open(options, 1);
        Path schema =
                GraphFiles.writeSchema(
                        graph, directory.resolve("people.rdf"), PeopleLayout.of(Format.RDF));
        assertEquals(directory.resolve("people.schema"), schema);
        assertEquals(
                """
                <follows>: [uid] @reverse .
                <follows2>: [uid] @reverse .
                <name>: string @index(exact) .
                <age>: int .
                """,
                Files.readString(schema));
        Path again = directory.resolve("people.json");
        assertEquals(schema, GraphFiles.writeSchema(graph, again, PeopleLayout.of(Format.JSON)));
        Files.writeString(schema, "<name>: string .\n");
        assertThrows(
                SluiceException.class,
                () -> GraphFiles.writeSchema(graph, again, PeopleLayout.of(Format.JSON)));
    }

    @Test
    void optionsThatDoNotGoTogetherAreRefused() {
        assertRefused("--rdf and --json; expected one of them", Map.of("rdf", "", "json", ""), "");
        assertRefused(
                "--facets or --base without --rdf or --json; expected one of them too",
                Map.of("facets", ""),
                "");
        assertRefused(
                "--versions with --rdf or --json; leave it out: it is for tables of links",
                Map.of("rdf", ""),
                "versions");
        assertRefused(
                "base is users, expected the beginning of an absolute IRI, such as"
                        + " http://example.org/",
                Map.of("rdf", "", "base", "users"),
                "");
        assertRefused(
                "base is http://a/, expected none with json: objects name people by blank labels",
                Map.of("json", "", "base", "http://a/"),
                "");
    }

    private static void assertRefused(String message, Map<String, String> given, String flag) {
        Map<String, String> values =
                given.entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey,
                                        entry ->
                                                entry.getValue().isEmpty()
                                                        ? "true"
                                                        : entry.getValue()));
        Map<String, String> files = flag.isEmpty() ? Map.of() : Map.of(flag, "true");
        SluiceException refusal =
                assertThrows(
                        SluiceException.class,
                        () -> {
                            if (PeopleLayout.asked(values)) {
                                PeopleLayout.of(values, files);
                            }
                        });
        assertEquals(message, refusal.getMessage());
    }
}
