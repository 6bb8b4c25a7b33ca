package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.ingest.Source;
import sluice.load.Load;
import sluice.load.job.Demand;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.load.job.LoadProgress;
import sluice.storage.DirectoryStorage;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** The verbs that read a whole store, from the command line to what is printed. */
class StoreVerbsTest {
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @TempDir private Path directory;
    private Path store = Path.of("");

    @BeforeEach
    void loadAStore() throws IOException {
        Path files = Files.createDirectory(directory.resolve("files"));
        Files.writeString(files.resolve("Person.csv"), ":ID(Person),name\nann,Ann\nbob,\"B, b\"\n");
        Files.writeString(
                files.resolve("Person_knows_Person.csv"),
                ":START_ID(Person),:END_ID(Person)\nann,bob\nann,cid\nbob,ann\n");
        store = directory.resolve("store");
        load(store, files, null);
    }

    /** Else the names of the load could not come into the store any more. */
    @Test
    void whereAFirstLoadWasStoppedNoOtherVerbMakesAStore() throws IOException {
        Path begun = Files.createDirectory(directory.resolve("begun"));
        Files.createFile(begun.resolve("lock"));
        for (String verb : List.of("serve", "absorb")) {
            assertEquals(4, run(verb, begun.toString()), verb);
            assertTrue(errors.toString().contains("no such store"), errors.toString());
        }
        Files.createFile(begun.resolve("names-000001-000000-000000.run"));
        for (String verb : List.of("serve", "absorb")) {
            assertEquals(4, run(verb, begun.toString()), verb);
            assertTrue(
                    errors.toString().contains("repeat the command of that load"),
                    errors.toString());
        }
        try (Stream<Path> files = Files.list(begun)) {
            assertEquals(2, files.count());
        }
    }

    /** It would be the address of the store from then on. */
    @Test
    void anAddressAtWhichNobodyAnswersIsNotTaken() throws IOException {
        Path links = Files.writeString(directory.resolve("two.txt"), "1 2\n");
        String made = directory.resolve("made").toString();
        String nobody = "mysql://root@127.0.0.1:1/none";
        assertEquals(6, run("load", made, links.toString(), "--hot", nobody), output::toString);
        assertTrue(errors.toString().contains("127.0.0.1:1"), errors::toString);
        assertEquals(0, run("load", made, links.toString()), errors::toString);
    }

    @Test
    void hashPrintsTheDigestAndTheCounts() throws IOException {
        assertEquals(0, run("hash", store.toString()));
        String[] words = output.toString().trim().split(" +", 2);
        assertEquals("2 nodes, 3 links", words[1]);
        assertEquals(0, run("hash", store.toString(), "--format", "json", "--threads", "1"));
        JsonNode json = new ObjectMapper().readTree(output.toString());
        assertEquals(words[0], json.get("digest").asText());
        assertEquals(3, json.get("links").asInt());
        assertTrue(json.get("complete").asBoolean());
        assertEquals("", errors.toString());
    }

    @Test
    void whatIsExportedLoadsToTheSameHash() throws IOException {
        Path text = directory.resolve("two words");
        assertEquals(0, run("export", store.toString(), text.toString()), errors::toString);
        assertTrue(output.toString().startsWith("2 nodes and 3 links in 2 files, "));
        String command = "load STORE '%s' --mapping '%s'".formatted(text, text + "/mapping.yaml");
        assertTrue(output.toString().contains(command), output::toString);
        Path copy = directory.resolve("copy");
        load(copy, text, text.resolve("mapping.yaml"));
        run("hash", store.toString());
        String digest = output.toString();
        run("hash", copy.toString());
        assertEquals(digest, output.toString());
    }

    @Test
    void aStoreWithPropertiesIsExportedAsStatements() throws IOException {
        Path files = Files.createDirectory(directory.resolve("rdf"));
        Files.writeString(
                files.resolve("a.rdf"), "<ann> <name> \"Ann\"@en .\n<ann> <knows> <bob> (a=1) .\n");
        Files.writeString(files.resolve("a.schema"), "knows: [uid] @reverse .\n");
        String people = directory.resolve("people").toString();
        load(Path.of(people), files, null);
        Path out = directory.resolve("out");
        assertEquals(2, run("export", people, out.toString()));
        assertTrue(errors.toString().contains("with --rdf dgraph"), errors::toString);
        assertEquals(0, run("export", people, out.toString(), "--rdf", "dgraph", "--gzip"));
        assertTrue(output.toString().startsWith("1 link and 1 property in 1 file, "));
        assertTrue(Files.exists(out.resolve("part00000.rdf.gz")));
        Path copy = directory.resolve("copy");
        load(copy, out, null);
        run("hash", people);
        String digest = output.toString();
        run("hash", copy.toString());
        assertEquals(digest, output.toString());
        assertEquals(0, run("export", people, "-", "--rdf", "dgraph"), errors::toString);
        assertEquals("<ann> <knows> <bob> (a=1) .\n<ann> <name> \"Ann\"@en .\n", output.toString());
        String shards = directory.resolve("shards").toString();
        assertEquals(
                0, run("export", people, shards, "--rdf", "dgraph", "--shard-by", "predicate"));
        assertTrue(output.toString().startsWith("1 link and 1 property in 2 files, "));
        assertEquals(4, run("export", people, "-", "--rdf", "w3c"));
        assertTrue(errors.toString().contains("or without them: --drop-facets"));
    }

    @Test
    void optionsOfExportThatSayNothingAreRefused() {
        assertEquals(2, run("export", store.toString(), "-"));
        assertTrue(errors.toString().contains("name a directory"), errors::toString);
        assertTrue(Files.notExists(Path.of("-")));
        assertEquals(2, run("export", store.toString(), "-", "--rdf", "dgraph", "--gzip"));
        assertTrue(errors.toString().contains("remove them"), errors::toString);
        String out = directory.resolve("o").toString();
        assertEquals(2, run("export", store.toString(), out, "--gzip"));
        assertTrue(errors.toString().contains("add --rdf dgraph"), errors::toString);
        assertEquals(2, run("export", store.toString(), out, "--shard-by", "predicate"));
        assertTrue(errors.toString().contains("--shard-by is about"), errors::toString);
        assertEquals(
                2, run("export", store.toString(), "-", "--rdf", "w3c", "--shard-by", "predicate"));
        assertTrue(errors.toString().contains("remove them"), errors::toString);
        assertEquals(2, run("export", store.toString(), out, "--shards", "0"));
        assertTrue(Files.notExists(Path.of(out)));
    }

    @Test
    void exportKeepsOffADirectoryThatIsNotEmpty() throws IOException {
        Path text = Files.createDirectories(directory.resolve("text/below"));
        assertEquals(2, run("export", store.toString(), text.getParent().toString()));
        assertTrue(errors.toString().contains("is not empty: it holds below"), errors::toString);
        Path file = Files.createFile(directory.resolve("a-file"));
        assertEquals(2, run("export", store.toString(), file.toString()));
        assertTrue(errors.toString().contains("is a file"), errors::toString);
    }

    @Test
    void aStoreThatIsBeingCopiedIsReadOnlyWhereTheUserSaysSo() throws IOException {
        Storage storage = DirectoryStorage.open(store);
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        ManifestFile.publish(
                storage,
                new Manifest(
                        manifest.version() + 1,
                        manifest.idNames(),
                        manifest.loadNumber(),
                        Manifest.Phase.STAGING,
                        manifest.loadIdentity(),
                        manifest.buckets(),
                        manifest.runs(),
                        manifest.dictionaries()));
        for (List<String> verb :
                List.of(
                        List.of("hash", store.toString()),
                        List.of("stats", store.toString()),
                        List.of("export", store.toString(), directory.resolve("o").toString()))) {
            assertEquals(4, run(verb.toArray(String[]::new)));
            assertTrue(errors.toString().contains("is not complete"), errors::toString);
        }
        assertEquals(0, run("hash", store.toString(), "--partial"));
        assertTrue(output.toString().contains("so far (not complete)"), output::toString);
        assertEquals(0, run("stats", store.toString(), "--partial"));
        assertTrue(output.toString().startsWith("The store is not complete"), output::toString);
    }

    @Test
    void whatIsNoStoreIsSaidToBeNone() {
        for (String verb : List.of("hash", "stats", "verify")) {
            assertEquals(4, run(verb, directory.resolve("none").toString()));
            assertTrue(errors.toString().contains("none: no such store"), errors::toString);
            assertEquals(4, run(verb, directory.toString()));
            assertTrue(errors.toString().contains("is not a store"), errors::toString);
        }
        assertEquals(2, run("hash", store.toString(), "--threads", "0"));
    }

    @Test
    void statsFitTheTerminalAndNameTypesAndIds() {
        assertEquals(0, run("stats", store.toString()), errors::toString);
        assertTrue(output.toString().lines().allMatch(line -> line.length() <= 80));
        for (String line : List.of("  knows  3", "  Person  2", "  Person:ann  2")) {
            assertTrue(
                    output.toString().lines().anyMatch(line::equals), () -> line + " in " + output);
        }
    }

    @Test
    void statsAreJsonToo() throws IOException {
        assertEquals(0, run("stats", store.toString(), "--format", "json"));
        JsonNode json = new ObjectMapper().readTree(output.toString());
        assertEquals("knows", json.get("link_types").get(0).get("type").asText());
        assertEquals("Person:ann", json.get("largest").get(0).get("id").asText());
        assertEquals(1, json.get("degrees").get(1).get("ids").asInt());
        assertTrue(json.get("segment_bytes").asLong() > 0);
    }

    @Test
    void aGoodStoreIsCalledGood() throws IOException {
        assertEquals(0, run("verify", store.toString()), output::toString);
        assertTrue(output.toString().startsWith("good: "), output::toString);
        assertTrue(output.toString().contains("3 link rows, 2 node rows"), output::toString);
        Files.writeString(store.resolve("rejects-000001.jsonl"), "");
        assertEquals(0, run("verify", store.toString(), "--format", "json"), output::toString);
        JsonNode json = new ObjectMapper().readTree(output.toString());
        assertTrue(json.get("good").asBoolean());
        assertNotEquals(0, json.get("bytes").asLong());
    }

    @Test
    void everyDamagedFileIsNamed() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(store)) {
            files = all.filter(file -> !file.endsWith("lock")).toList();
        }
        assertTrue(files.size() >= 3, files::toString);
        for (Path file : files) {
            byte[] good = Files.readAllBytes(file);
            flip(file, good.length / 2);
            assertEquals(5, run("verify", store.toString()), file::toString);
            assertTrue(
                    output.toString().startsWith(file.getFileName() + " at byte "),
                    output::toString);
            assertTrue(errors.toString().contains("is damaged: "), errors::toString);
            assertEquals(5, run("verify", store.toString(), "--format", "json"));
            JsonNode json = new ObjectMapper().readTree(output.toString());
            assertEquals(
                    file.getFileName().toString(),
                    json.get("findings").get(0).get("file").asText());
            Files.write(file, good);
        }
        assertEquals(0, run("verify", store.toString()), output::toString);
    }

    private static void flip(Path file, long offset) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer value = ByteBuffer.allocate(1);
            channel.read(value, offset);
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (value.get(0) ^ 4)}), offset);
        }
    }

    private static void load(Path store, Path files, Path mapping) throws IOException {
        Load.run(
                DirectoryStorage.create(store),
                Source.open(List.of(files.toString()), mapping),
                LoadOptions.defaults()
                        .withMemory(LoadOptions.MEMORY_BYTES_MIN, 128 << 20)
                        .withThreads(1),
                new LoadProgress(),
                LoadEvents.NONE,
                new Demand());
    }

    /** Runs a command; what it printed replaces what was printed before. */
    private int run(String... arguments) {
        output.getBuffer().setLength(0);
        errors.getBuffer().setLength(0);
        PrintWriter toErrors = new PrintWriter(errors, true);
        return Main.run(
                Terminal.none(),
                new StopSignal(toErrors),
                new PrintWriter(output, true),
                toErrors,
                arguments);
    }
}
