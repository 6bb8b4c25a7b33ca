package sluice.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;

/** Single cases of a proof: places, statements, rejected rows, refusals, a stop. */
class ProofCasesTest {
    private static final ProofOptions OPTIONS = new ProofOptions(2, 1 << 24, 20, false);

    @TempDir Path directory;

    private Source source(String name, String text) throws IOException {
        Path file = Files.createDirectories(directory.resolve(name)).resolve("rows" + name);
        return Source.open(List.of(Files.writeString(file, text).toString()), null);
    }

    private static String edges(int count) {
        StringBuilder text = new StringBuilder("# links\n");
        for (int i = 0; i < count; i++) {
            text.append(i).append('\t').append(i % 97).append('\n');
        }
        return text.toString();
    }

    @Test
    void linesAreThoseOfTheFileAlsoBehindManyChunks() throws IOException {
        int count = 400_000;
        String text = edges(count);
        Storage storage = Loaded.store(List.of(source("a.csv", text)));
        String changed =
                text.replace("\n399990\t", "\n5399990\t").replace("\n200000\t", "\n5200000\t");
        ProofResult plain = Loaded.compare(storage, List.of(source("b.tsv", changed)), OPTIONS);
        assertEquals(List.of(200_002L, 399_992L), missingLines(plain));
        assertEquals(2, plain.extra());
        Path packed = directory.resolve("c.tsv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(changed.getBytes(StandardCharsets.UTF_8));
        }
        List<Source> ofPacked = List.of(Source.open(List.of(packed.toString()), null));
        ProofResult gzip = Loaded.compare(storage, ofPacked, OPTIONS);
        assertEquals(missingLines(plain), missingLines(gzip));
    }

    private static List<Long> missingLines(ProofResult result) {
        return result.differences().stream()
                .filter(each -> each.kind() == Difference.Kind.MISSING)
                .map(each -> Objects.requireNonNull(each.place()).line())
                .toList();
    }

    private static final String FACTS =
            """
            <ann> <name> "Ann" .
            <ann> <follows> <bob> (since=2017) .
            _:x <name> "Nobody"@en .
            <bob> <age> "41"^^<xs:int> .
            """;

    @Test
    void statementsAreComparedAsTheRowsTheyBecome() throws IOException {
        Storage storage = Loaded.store(List.of(source("a.rdf", FACTS)));
        assertTrue(Loaded.compare(storage, List.of(source("b.rdf", FACTS)), OPTIONS).isGood());
        String changed = FACTS.replace("since=2017", "since=2018").replace("41", "42");
        ProofResult result = Loaded.compare(storage, List.of(source("c.rdf", changed)), OPTIONS);
        // A predicate that nothing declares is a list, so another value is another row.
        assertEquals(
                List.of(1L, 1L, 1L), List.of(result.missing(), result.extra(), result.different()));
        Difference link =
                result.differences().stream()
                        .filter(each -> each.kind() == Difference.Kind.DIFFERENT)
                        .findFirst()
                        .orElseThrow();
        assertEquals(List.of("data"), link.fields());
        assertEquals(2, Objects.requireNonNull(link.place()).line());
        assertEquals("follows", Objects.requireNonNull(link.source()).type());
        Difference value = result.differences().getFirst();
        assertEquals(Difference.Kind.MISSING, value.kind());
        assertEquals(Difference.RowSort.PROPERTY, Objects.requireNonNull(value.source()).sort());
        assertEquals(4, Objects.requireNonNull(value.place()).line());
    }

    @Test
    void rowsThatCannotBeReadAreLeftOutAndCounted() throws IOException {
        String text = "id1,id2\n1,2\nx,3\n4,5\n6,7\n8,9\n";
        Storage storage = Loaded.store(List.of(source("a.csv", text)));
        ProofResult result = Loaded.compare(storage, List.of(source("b.csv", text)), OPTIONS);
        assertTrue(result.isGood());
        assertEquals(1, result.rejectedRows());
        assertEquals(4, result.storedLinks());
    }

    @Test
    void aDeletionIsForgottenWhenTheNextLoadBegins() throws IOException {
        String header = "id1,link_type,id2,version,delete\n";
        List<String> loads =
                List.of(header + "1,1,1,1,0\n", header + "1,1,1,9,1\n", header + "1,1,1,2,0\n");
        Storage storage =
                Loaded.store(
                        List.of(
                                source("a.csv", loads.get(0)),
                                source("b.csv", loads.get(1)),
                                source("c.csv", loads.get(2))));
        assertTrue(
                Loaded.compare(
                                storage,
                                List.of(
                                        source("a.csv", loads.get(0)),
                                        source("b.csv", loads.get(1)),
                                        source("c.csv", loads.get(2))),
                                OPTIONS)
                        .isGood());
        ProofResult asOne =
                Loaded.compare(
                        storage,
                        List.of(source("d.csv", loads.get(0) + "1,1,1,9,1\n1,1,1,2,0\n")),
                        OPTIONS);
        assertEquals(1, asOne.extra(), "in one load the deletion wins");
    }

    @Test
    void whatIsShownIsLimitedAndWhatIsCountedIsNot() throws IOException {
        Storage storage = Loaded.store(List.of(source("a.tsv", edges(10))));
        ProofOptions few = new ProofOptions(1, 1 << 20, 3, false);
        ProofResult result = Loaded.compare(storage, List.of(source("b.tsv", edges(40))), few);
        assertEquals(30, result.missing());
        assertEquals(List.of(12L, 13L, 14L), missingLines(result));
    }

    @Test
    void aStopLeavesNoFiles() throws IOException {
        Storage storage = Loaded.store(List.of(source("a.tsv", edges(5_000))));
        List<Source> changed = List.of(source("b.tsv", edges(5_000).replace("\t5\n", "\t6\n")));
        Storage scratch = MemoryStorage.create();
        ProofOptions small = new ProofOptions(2, ProofOptions.MEMORY_BYTES_MIN, 1, false);
        for (int last = 0; last < 6; last++) {
            AtomicInteger asked = new AtomicInteger(last);
            SluiceException stopped =
                    assertThrows(
                            SluiceException.class,
                            () ->
                                    Loaded.compare(
                                            storage,
                                            changed,
                                            small,
                                            scratch,
                                            () -> asked.getAndDecrement() <= 0));
            assertEquals(ErrorCode.INTERRUPTED, stopped.code());
            assertEquals(List.of(), scratch.list());
        }
    }

    @Test
    void otherKindsOfIdsAreRefused() throws IOException {
        Storage storage = Loaded.store(List.of(source("a.tsv", edges(3))));
        Source names = source("b.csv", ":START_ID(P),:END_ID(P)\na,b\n");
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () -> Loaded.compare(storage, List.of(names), OPTIONS));
        assertEquals(ErrorCode.CONFIG, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains("names"), refused::getMessage);
    }

    /** A key twice could hide a missing row behind it. */
    @Test
    void aStoreThatShowsAKeyTwiceIsAnError() throws IOException {
        StoredRows twice =
                new StoredRows() {
                    @Override
                    public boolean idsAreNames() {
                        return false;
                    }

                    @Override
                    public int parts() {
                        return 1;
                    }

                    @Override
                    public void scan(int part, NameNumbers numbers, Visitor visitor)
                            throws IOException {
                        Link link = new Link(1, 0, 2, Visibility.VISIBLE, 0, 0, new byte[0]);
                        visitor.link(link, new Numbers());
                        visitor.link(link, new Numbers());
                    }
                };
        SluiceException refused =
                assertThrows(
                        SluiceException.class,
                        () ->
                                Proof.run(
                                        List.of(source("a.tsv", "1\t2\n")),
                                        twice,
                                        OPTIONS,
                                        MemoryStorage.create(),
                                        new ProofProgress(),
                                        Loaded.NO_STOP));
        assertEquals(ErrorCode.STORE, refused.code());
    }

    private static final class Numbers implements StoredRows.RowNames {
        @Override
        public long idNumber(long id) {
            return id;
        }

        @Override
        public long typeNumber(long type) {
            return type;
        }

        @Override
        public String idText(long id) {
            return Long.toUnsignedString(id);
        }
    }
}
