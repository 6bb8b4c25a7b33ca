package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.MemoryStorage;

/** Rows that were rejected, fixed in the ledger and loaded from there. */
class ReplayTest {
    private static final String LEDGER = "rejects-000001.jsonl";

    @TempDir Path directory;

    private final MemoryStorage storage = LoadFixture.storage();

    @Test
    void theMendedRowsMakeTheGraphOfACleanSource() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        Path mapping = writeMapping(fixture);
        MemoryStorage clean = LoadFixture.storage();
        LoadFixture.load(clean, writeAll(fixture, mapping, text -> text), LoadFixture.options());

        for (long chunkBytes : new long[] {60, 1 << 20}) {
            MemoryStorage fixed = LoadFixture.storage();
            LoadOptions options = LoadFixture.diverting().withChunkBytes(chunkBytes);
            Source dirty = writeAll(fixture, mapping, text -> text.replace("2020-", "2020?"));
            LoadResult first = LoadFixture.load(fixed, dirty, options);
            assertEquals(21, first.rowsRejected());
            removeSources();

            Source replay = ledger(fixed, first.ledger(), text -> text.replace("2020?", "2020-"));
            LoadResult second = LoadFixture.load(fixed, replay, options);
            assertEquals(0, second.rowsRejected());
            assertEquals(21, second.rowsRead());
            assertEquals(LoadFixture.graph(clean), LoadFixture.graph(fixed));
        }
    }

    @Test
    void namesOfIdsAndTypesComeBackToo() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write(
                "Person.csv",
                ":ID(Person)|name|age:int\nann|Ann Lee|41\nbob|Bob|x1\ncid|\"C|D\"|7\n");
        fixture.write(
                "Person_knows_Person.csv",
                ":START_ID(Person)|:END_ID(Person)|since:int\nann|bob|2019\nbob|ann|2x\ndan|eve|x\n");
        LoadResult first =
                LoadFixture.load(
                        storage,
                        fixture.source("Person.csv", "Person_knows_Person.csv"),
                        LoadFixture.diverting());
        assertEquals(3, first.rowsRejected());

        Source replay =
                ledger(storage, LEDGER, text -> text.replace("|2x", "|20").replace("|x", "|3"));
        LoadResult second = LoadFixture.load(storage, replay, LoadFixture.diverting());
        assertEquals(3, second.rowsRead());
        assertEquals(3, second.nodes());
        assertEquals(3, second.links());
        String graph = LoadFixture.graph(storage);
        assertTrue(graph.contains("{\"name\":\"Bob\",\"age\":31}"), graph);
        assertTrue(graph.contains("{\"since\":20}"), graph);
    }

    @Test
    void aRowThatIsStillWrongIsNamedByItsLineInTheLedger() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time,data\n1,2,x,\"two\nlines\"\n3,4,y,d\n5,6,z,e\n");
        LoadFixture.load(storage, fixture.source("links.csv"), LoadFixture.diverting());
        Source replay = ledger(storage, LEDGER, text -> text.replace("1,2,x", "1,2,7"));
        String fixed = Files.readString(directory.resolve(LEDGER));
        int lineStart = fixed.lastIndexOf('\n', fixed.indexOf("3,4,y")) + 1;
        LoadResult second = LoadFixture.load(storage, replay, LoadFixture.diverting());
        assertEquals(1, second.rowsRead());
        assertEquals("rejects-000002.jsonl", second.ledger());
        List<String> lines = LoadFixture.lines(LoadFixture.text(storage, second.ledger()));
        assertEquals(3, lines.size());
        assertTrue(
                lines.get(1).contains(LEDGER + "\",\"line\":3,\"offset\":" + lineStart),
                lines.get(1));
        assertTrue(lines.get(1).contains("\"column\":3"), lines.get(1));
        assertTrue(lines.get(1).endsWith("\"row\":\"3,4,y,d\"}"), lines.get(1));

        Source again =
                ledger(
                        storage,
                        second.ledger(),
                        text -> text.replace("4,y", "4,8").replace("6,z", "6,9"));
        assertEquals(2, LoadFixture.load(storage, again, LoadFixture.diverting()).rowsRead());
        assertTrue(LoadFixture.graph(storage).contains("link 1 0 2 VISIBLE 0 7 two\nlines"));
        assertTrue(LoadFixture.graph(storage).contains("link 5 0 6 VISIBLE 0 9 e"));
    }

    @Test
    void aQuoteLeftOpenSwallowsNoOtherRow() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time,data\n1,2,x,\"a\"\n3,4,y,\"b\"\n5,6,z,\"c\"\n");
        LoadFixture.load(storage, fixture.source("links.csv"), LoadFixture.diverting());
        Source replay =
                ledger(
                        storage,
                        LEDGER,
                        text ->
                                text.replace("1,2,x,\\\"a\\\"", "1,2,1,\\\"a")
                                        .replace("4,y", "4,2")
                                        .replace("6,z", "6,3"));
        LoadResult result = LoadFixture.load(storage, replay, LoadFixture.diverting());
        assertEquals(2, result.rowsRead());
        assertEquals(1, result.rowsRejected());
    }

    @Test
    void whatIsNoRowOfALedgerIsRejectedOnce() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("a.csv", "id1,id2,time\n1,2,x\n");
        fixture.write("b.csv", "id,time\n1,x\n");
        LoadFixture.load(storage, fixture.source("a.csv", "b.csv"), LoadFixture.diverting());
        String rows =
                """
                {"relation":0,"row":"1,2,3"}

                {"relation":1,"row":"8,3"}
                {"relation":0,"row":"1,2,
                {"relation":2,"row":"1,2,3"}
                {"row":"1,2,3"}
                [1]
                {"relation":0}
                {"relation":0,"row":""}
                {"relation":0,"row_base64":"*"}
                {"relation":0,"row":"1,2,3","row_cut":true}""";
        Source replay =
                ledger(
                        storage,
                        LEDGER,
                        text -> text.lines().findFirst().orElseThrow() + "\n" + rows);
        LoadResult result = LoadFixture.load(storage, replay, LoadFixture.diverting());
        assertEquals(2, result.rowsRead());
        assertEquals(8, result.rowsRejected());
        assertEquals(1, result.nodes());
        assertEquals(1, result.links());
    }

    @Test
    void aReplayIsCutIntoChunksAndResumedAsAnyLoad() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        StringBuilder text = new StringBuilder("id1,id2,time\n");
        for (int i = 0; i < 300; i++) {
            text.append(i).append(",7,t").append(i).append('\n');
        }
        fixture.write("links.csv", text.toString());
        LoadFixture.load(storage, fixture.source("links.csv"), LoadFixture.diverting());
        Source replay = ledger(storage, LEDGER, ledger -> ledger.replace(",7,t", ",7,"));
        LoadOptions options = LoadFixture.diverting().withChunkBytes(3000).withThreads(1);
        assertThrows(
                SluiceException.class,
                () -> LoadFixture.load(storage, replay, options, LoadFixture.stopAfterChunks(3)));
        LoadResult result = LoadFixture.load(storage, replay, options);
        assertTrue(result.resumed());
        assertEquals(300, result.rowsRead());
        assertEquals(300, result.links());
    }

    @Test
    void aLedgerIsLoadedByItselfAndWithItsFirstLineWhole() throws IOException {
        LoadFixture fixture = new LoadFixture(directory);
        fixture.write("links.csv", "id1,id2,time\n1,2,x\n");
        LoadFixture.load(storage, fixture.source("links.csv"), LoadFixture.diverting());
        edit(storage, LEDGER, text -> text);
        assertRefused(ErrorCode.CONFIG, "load ledgers by themselves", LEDGER, "links.csv");
        edit(storage, LEDGER, text -> text.replace("\"kind\":\"LINK\"", "\"kind\":\"EDGE\""));
        assertRefused(ErrorCode.INPUT, "first line of a reject ledger is damaged", LEDGER);
        edit(storage, LEDGER, text -> text.replace("\"columns\"", "\"colums\""));
        assertRefused(ErrorCode.INPUT, "no field \"columns\"", LEDGER);
        edit(storage, LEDGER, text -> text.replaceFirst("rejects\":[0-9]+", "rejects\":99"));
        assertRefused(ErrorCode.INPUT, "install a newer one", LEDGER);
        fixture.writeGzip("packed.gz", LoadFixture.text(storage, LEDGER));
        assertRefused(ErrorCode.CONFIG, "put it into a file as text", "packed.gz");
    }

    private void assertRefused(ErrorCode code, String message, String... names) {
        SluiceException refused =
                assertThrows(SluiceException.class, () -> new LoadFixture(directory).source(names));
        assertEquals(code, refused.code());
        assertTrue(refused.getMessage().contains(message), refused::getMessage);
    }

    /** The ledger, changed as an editor would, as a source. */
    private Source ledger(MemoryStorage store, String name, UnaryOperator<String> editor)
            throws IOException {
        edit(store, name, editor);
        return new LoadFixture(directory).source(name);
    }

    private void edit(MemoryStorage store, String name, UnaryOperator<String> editor)
            throws IOException {
        new LoadFixture(directory).write(name, editor.apply(LoadFixture.text(store, name)));
    }

    private static Path writeMapping(LoadFixture fixture) throws IOException {
        return fixture.write(
                "map.yaml",
                """
                relations:
                  - files: "people*"
                    node: 3
                    columns: [id, born, name]
                    id: id
                    time: {column: born, format: iso}
                    data: [name]
                  - files: "likes*"
                    link: likes
                    inverse: liked_by
                    columns: [a, b, at]
                    id1: a
                    id2: b
                    time: {column: at, format: "yyyy-MM-dd HH:mm"}
                """);
    }

    /** Three files of two relations; every tenth row holds a date of 2020. */
    private static Source writeAll(LoadFixture fixture, Path mapping, UnaryOperator<String> spoil)
            throws IOException {
        StringBuilder people = new StringBuilder();
        StringBuilder likes = new StringBuilder();
        for (int i = 0; i < 70; i++) {
            String year = i % 10 == 0 ? "2020" : "2019";
            people.append("%d,%s-01-%02d,\"n, %d\"\n".formatted(i, year, 1 + i % 28, i));
            likes.append("%d|%d|%s-03-%02d 11:20\n".formatted(i, i * 3 % 70, year, 1 + i % 28));
        }
        fixture.write("people.csv", spoil.apply(people.toString()));
        fixture.write("likes.psv", spoil.apply(likes.toString()));
        fixture.writeGzip(
                "likes_1.psv.gz",
                spoil.apply(likes.toString().replaceAll("(?m)^(\\d+)\\|", "$1|1")));
        return fixture.source(mapping, "people.csv", "likes.psv", "likes_1.psv.gz");
    }

    private void removeSources() throws IOException {
        for (String name : List.of("people.csv", "likes.psv", "likes_1.psv.gz")) {
            Files.delete(directory.resolve(name));
        }
    }
}
