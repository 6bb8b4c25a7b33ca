package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadOptions.OnConflict;
import sluice.load.job.LoadProgress;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.SchemaReader;
import sluice.storage.MemoryStorage;
import sluice.storage.OpenHandles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.testkit.Seeds;

/** A value of a unique predicate that several nodes have is reported or refused. */
class UniqueValuesTest {
    private static final String SCHEMA =
            """
            email: string @index(exact) @upsert @unique .
            code: int @index(int) @unique .
            nick: [string] @index(hash) @unique .
            name: string @index(exact) .
            """;

    private static final OnConflict REPORT = OnConflict.REPORT;

    @TempDir Path directory;

    private final MemoryStorage storage = MemoryStorage.create();
    private int loads;

    private LoadResult load(String text, String schema, OnConflict onDuplicate) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("load-" + loads++));
        Files.writeString(folder.resolve("a.rdf"), text);
        Files.writeString(folder.resolve("a.schema"), schema);
        return load(folder, onDuplicate);
    }

    private LoadResult load(Path folder, OnConflict onDuplicate) throws IOException {
        LoadOptions options =
                LoadFixture.options().withBucketBytes(200).withConflicts(REPORT, onDuplicate);
        LoadResult result =
                LoadFixture.load(storage, Source.open(List.of(folder.toString()), null), options);
        assertEquals(
                List.of(),
                storage.list().stream().filter(name -> name.startsWith("keys-")).toList());
        assertEquals(OpenHandles.NONE, storage.openHandles());
        return result;
    }

    @Test
    void valueOfSeveralNodesIsKeptAndReported() throws IOException {
        LoadResult result =
                load(
                        """
                        <a> <email> "a@x" .
                        <b> <email> "b@x" .
                        <c> <email> "a@x" .
                        <d> <email> "a@x" .
                        <a> <code> "7" .
                        <b> <code> "8" .
                        <a> <nick> "al" .
                        <a> <nick> "bob" .
                        <b> <nick> "bob" .
                        <a> <name> "Ann" .
                        <b> <name> "Ann" .
                        """,
                        SCHEMA,
                        OnConflict.REPORT);
        assertEquals(11, result.properties());
        assertEquals(
                List.of("email", "nick"),
                result.duplicates().stream().map(DuplicateValues::predicate).toList());
        DuplicateValues email = result.duplicates().getFirst();
        assertEquals(1, email.values());
        assertEquals(3, email.nodes());
        assertEquals("a@x", email.value());
        assertEquals(2, email.examples().size());
        assertTrue(
                email.inWords()
                        .startsWith(
                                "<email> is declared as @unique, and 1 value belongs to several"
                                        + " nodes, such as \"a@x\" to <"),
                email::inWords);
        DuplicateValues nick = result.duplicates().getLast();
        assertEquals(List.of(1L, 2L), List.of(nick.values(), nick.nodes()));
        assertEquals("bob", nick.value());
    }

    @Test
    void valueThatWasReplacedIsNoDuplicate() throws IOException {
        LoadResult first =
                load(
                        "<a> <email> \"x\" .\n<b> <email> \"x\" .\n<b> <email> \"y\" .\n",
                        SCHEMA,
                        OnConflict.FAIL);
        assertEquals(List.of(), first.duplicates());
        LoadResult second = load("<c> <email> \"y\" .\n", "", OnConflict.REPORT);
        assertEquals("y", second.duplicates().getFirst().value(), "the other one is of the store");
        LoadResult third = load("<c> <email> \"z\" .\n", "", OnConflict.FAIL);
        assertEquals(List.of(), third.duplicates());
    }

    @Test
    void loadThatMustHaveNoneEndsAndGoesOnWithThem() throws IOException {
        String text = "<a> <code> \"7\" .\n<b> <code> \"7\" .\n<c> <name> \"C\" .\n";
        SluiceException failure =
                assertThrows(SluiceException.class, () -> load(text, SCHEMA, OnConflict.FAIL));
        assertEquals(ErrorCode.CONFIG, failure.code());
        String message = failure.getMessage();
        assertTrue(message.contains("<code> is declared as @unique"), message);
        assertTrue(message.contains("such as \"7\" to <"), message);
        assertTrue(message.contains("on-duplicate: report"), message);
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        assertEquals(Manifest.Phase.BUILDING, manifest.phase());
        LoadResult done = load(directory.resolve("load-0"), OnConflict.REPORT);
        assertTrue(done.resumed());
        assertEquals(1, done.duplicates().getFirst().values());
        assertEquals(Manifest.Phase.COMPLETE, ManifestFile.read(storage).orElseThrow().phase());
    }

    @Test
    void longValuesAndLanguagesAreComparedWhole() throws IOException {
        String begin = "x".repeat(400);
        String text =
                """
                <a> <email> "%1$s1" .
                <b> <email> "%1$s2" .
                <c> <email> "%1$s1" .
                <a> <title> "colour"@en-GB .
                <b> <title> "colour"@en-US .
                <c> <title> "couleur"@fr .
                <d> <title> "couleur"@FR .
                """
                        .formatted(begin);
        LoadResult result =
                load(text, SCHEMA + "title: string @lang @index(exact) @unique .\n", REPORT);
        DuplicateValues email = result.duplicates().getFirst();
        assertEquals(List.of(1L, 2L), List.of(email.values(), email.nodes()));
        assertEquals("x".repeat(60) + "…", email.value());
        DuplicateValues title = result.duplicates().getLast();
        assertEquals(List.of(1L, 2L), List.of(title.values(), title.nodes()));
        assertEquals("couleur@fr", title.value());
    }

    @Test
    void predicateWithoutAnIndexThatTellsIsReportedAsNotCompared() throws IOException {
        String schema = "email: string @index(term) @unique .\n";
        StringBuilder text = new StringBuilder("<a> <email> \"x\" .\n");
        for (int i = 0; i < 100; i++) {
            text.append("<n%d> <email> \"x\" .\n".formatted(i));
        }
        LoadResult result = load(text.toString(), schema, REPORT);
        DuplicateValues email = result.duplicates().getFirst();
        assertFalse(email.isChecked());
        assertTrue(email.inWords().contains("declare @index(exact)"), email::inWords);
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> load("<c> <email> \"y\" .\n", "", OnConflict.FAIL));
        assertTrue(refused.getMessage().contains("were not compared"), refused::getMessage);
        // Declared now, but the segments of before do not have it.
        LoadResult third =
                load("<c> <email> \"y\" .\n", "email: string @index(exact) @unique .\n", REPORT);
        assertTrue(
                third.duplicates().getFirst().inWords().contains("sluice index"),
                () -> third.duplicates().getFirst().inWords());
    }

    /** A naive map of the values against the report, over several loads. */
    @Test
    void randomValuesAreCountedAsAMapCountsThem() throws IOException {
        Seeds.each(
                6,
                random -> {
                    MemoryStorage store = MemoryStorage.create();
                    Map<String, String> emails = new HashMap<>();
                    for (int load = 0; load < 3; load++) {
                        Path folder =
                                Files.createDirectories(
                                        directory.resolve(random.nextLong() + "-" + load));
                        Files.writeString(folder.resolve("a.rdf"), draw(random, emails));
                        Files.writeString(folder.resolve("a.schema"), SCHEMA);
                        LoadResult result =
                                LoadFixture.load(
                                        store,
                                        Source.open(List.of(folder.toString()), null),
                                        LoadFixture.options().withBucketBytes(300));
                        compare(emails, result.duplicates());
                    }
                });
    }

    private static String draw(SplittableRandom random, Map<String, String> emails) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i >= 0; i--) {
            String node = "n" + random.nextInt(50);
            String email = "e" + random.nextInt(80);
            emails.put(node, email);
            text.append("<%s> <email> \"%s\" .\n".formatted(node, email));
        }
        return text.toString();
    }

    private static void compare(Map<String, String> emails, List<DuplicateValues> found) {
        Map<String, Set<String>> nodes = new HashMap<>();
        emails.forEach(
                (node, email) -> nodes.computeIfAbsent(email, _ -> new HashSet<>()).add(node));
        nodes.values().removeIf(each -> each.size() < 2);
        long count = nodes.values().stream().mapToLong(Set::size).sum();
        assertEquals(nodes.size(), found.stream().mapToLong(DuplicateValues::values).sum());
        assertEquals(count, found.stream().mapToLong(DuplicateValues::nodes).sum());
    }

    /** Declared later, values that were loaded before are compared once their index is built. */
    @Test
    void valuesAreComparedOnceTheirIndexIsBuilt() throws IOException {
        String text = "<a> <email> \"x\" .\n<b> <email> \"x\" .\n<a> <code> \"7\" .\n";
        load(text, "email: string .\ncode: int @index(int) .\n", REPORT);
        IndexBuild.Result unchecked = index("email: string @unique .\n");
        assertEquals(0, unchecked.built());
        assertEquals(1, unchecked.duplicates().size());
        assertFalse(unchecked.duplicates().getFirst().isChecked());
        IndexBuild.Result built = index("email: string @index(hash) @unique .\n");
        assertTrue(built.built() > 0);
        assertEquals(
                "<email> is declared as @unique, and 1 value belongs to several nodes, such as \"x\""
                        + " to <a> and <b>",
                inOrder(built.duplicates().getFirst()).inWords());
        IndexBuild.Result again = index("code: int @unique .\n");
        assertEquals(0, again.built());
        assertEquals(
                List.of("email"),
                again.duplicates().stream().map(DuplicateValues::predicate).toList());
        assertEquals(OpenHandles.NONE, storage.openHandles());
    }

    /** The same with its examples by their names. */
    private static DuplicateValues inOrder(DuplicateValues found) {
        return new DuplicateValues(
                found.predicate(),
                found.unchecked(),
                found.values(),
                found.nodes(),
                found.value(),
                found.examples().stream().sorted().toList());
    }

    private IndexBuild.Result index(String schema) throws IOException {
        return IndexBuild.run(
                storage,
                LoadFixture.options().withSchema(SchemaReader.read("later.schema", schema)),
                new LoadProgress(),
                LoadEvents.NONE);
    }
}
