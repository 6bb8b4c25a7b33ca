package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.file.RateLimit;
import sluice.ingest.file.SourceFile;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.row.Column;
import sluice.ingest.row.RecordingRows;
import sluice.ingest.row.Relation;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

class SourceTest {
    @TempDir Path directory;

    @Test
    void filesComeInTheOrderOfArgumentsAndInsideOneByName() throws IOException {
        for (String name :
                List.of(
                        "b/z.txt",
                        "b/a.txt",
                        "b/.hidden",
                        "b/sub/m.txt",
                        "b/.git/x.txt",
                        "a.txt",
                        "é.txt",
                        "Z.txt")) {
            write(name, "1 2\n");
        }
        assertEquals(List.of("b/a.txt", "b/sub/m.txt", "b/z.txt", "a.txt"), names("b", "a.txt"));
        assertEquals(List.of("Z.txt", "a.txt", "é.txt"), names("*.txt"));
        assertEquals(List.of("b/sub/m.txt"), names("b/*/*.txt"));
        assertEquals(List.of("b/a.txt", "b/z.txt"), names("b/{a,z}.txt"));
        assertEquals(List.of("b/z.txt", "b/a.txt"), names("b/z.txt,b/a.txt"));
    }

    @Test
    void theMappingIsNoSource() throws IOException {
        write("d/links.txt", "1 2\n");
        Path mapping = write("d/map.yaml", "relations: [{files: links.txt, link: 1}]");
        Source source = Source.open(List.of(directory.resolve("d").toString()), mapping);
        assertEquals(1, source.files().size());
    }

    @Test
    void aMappingSaysThatTypesAreNamesThoughTheyLookLikeNumbers() throws IOException {
        write("y/links.csv", "a,b,year\n1,2,1999\n");
        for (boolean names : List.of(true, false)) {
            Path mapping =
                    write(
                            "year.yaml",
                            "relations: [{files: links.csv, id1: a, id2: b,"
                                    + " link: {column: year, names: %s}}]".formatted(names));
            Source source = Source.open(List.of(directory.resolve("y").toString()), mapping);
            assertEquals(names, source.hasNames());
        }
    }

    @Test
    void linesInsideOfQuotesAreNoRows() throws IOException {
        write("q/links.csv", "id1,link_type,id2,data\n1,2,3,\"\nx,y,z,\n\"\n");
        Source numbers = Source.open(List.of(directory.resolve("q").toString()), null);
        assertFalse(numbers.hasNames());
        write("q/links.csv", "id1,link_type,id2,data\n1,2,3,\"\n\"\nx,y,z,\n");
        Source names = Source.open(List.of(directory.resolve("q").toString()), null);
        assertTrue(names.hasIdNames());
    }

    @Test
    void aQuoteThatNeverClosesHidesNoRow() throws IOException {
        write("o/links.csv", "id1,link_type,id2,data\n1,2,3,\"\nx,y,z,\n");
        Source source = Source.open(List.of(directory.resolve("o").toString()), null);
        assertTrue(source.hasIdNames());
    }

    @Test
    void aSourceThatCannotBeFoundIsAnErrorThatHelps() throws IOException {
        Files.createDirectory(directory.resolve("empty"));
        write("a.txt", "1 2\n");
        assertInput("no such file or directory", "missing.txt");
        assertInput("the directory holds no file", "empty");
        assertInput("no file has such a name", "*.csv");
        assertInput("name it once", "a.txt", "*.txt");
        assertInput("no such file or directory", "a.txt,b.txt");
        assertInput("not a glob", "[");
    }

    @Test
    void theMappingThatIsShownForRepeatedNamesIsTaken() throws IOException {
        write("dup.csv", "id1,id2,id2,data\n1,2,9,a\n");
        SluiceException failure = assertThrows(SluiceException.class, () -> open("dup.csv"));
        String shown = String.valueOf(failure.getMessage());
        Path mapping = write("dup.yaml", shown.substring(shown.indexOf("relations:")));
        Source source = Source.open(List.of(directory.resolve("dup.csv").toString()), mapping);
        assertEquals(4, source.files().getFirst().relation().columns().size());
    }

    /** Two such names may be one to Java, and so would the types be that come from them. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void namesThatAreNotUtf8AreNotTaken() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(directory.resolve("odd"));
        String make = "cd \"$0\"; printf '1,2\\n' >\"$(printf 'aim\\351').csv\"";
        Process shell = new ProcessBuilder("/bin/sh", "-c", make, folder.toString()).start();
        assertEquals(0, shell.waitFor());
        assertInput("has bytes that are not UTF-8; rename it", "odd");
        assertInput("has bytes that are not UTF-8; rename it", "odd/*.csv");
    }

    @Test
    void whatCannotBeReadInADirectoryIsNotPassedOver() throws IOException {
        write("links/a.csv", "1,2\n");
        Path part = directory.resolve("links/part2.csv");
        Files.createSymbolicLink(part, Path.of("/nowhere/part2.csv"));
        assertInput("part2.csv: a link to a file that is not there", "links");
        assertInput("part2.csv: a link to a file that is not there", "links/*.csv");
        assertEquals(1, open("links/a*").files().size());
        Files.delete(part);
        Files.createSymbolicLink(part, Path.of("/dev/null"));
        assertInput("part2.csv: found a pipe or device", "links");
        Files.delete(part);
        Files.createSymbolicLink(directory.resolve("links/.hidden"), Path.of("/nowhere"));
        assertEquals(1, open("links").files().size());
    }

    @Test
    void aFileThatMayBeHalfWrittenIsTakenByItsOwnNameAlone() throws IOException {
        write("out/links-00000.csv.tmp", "1,2\n");
        write("out/links-00001.csv", "3,4\n");
        assertInput("out/links-00000.csv.tmp: found a file that may be half written", "out");
        assertInput("remove it, or name the files to take", "out/links*");
        assertEquals(1, open("out/*.csv").files().size());
        assertEquals(1, open("out/links-00000.csv.tmp").files().size());
    }

    @Test
    void aGlobLooksNoDeeperThanItsPattern() throws IOException {
        write("links/a.csv", "1,2\n");
        write("links/more/b.csv", "1,2\n");
        Files.createSymbolicLink(directory.resolve("links/self"), Path.of("."));
        assertEquals(1, open("links/*.csv").files().size());
        assertInput("self leads back to a directory that it lies in", "links");
        assertInput("self leads back to a directory that it lies in", "links/**.csv");
        Files.delete(directory.resolve("links/self"));
        assertEquals(1, open("links/*/*.csv").files().size());
        assertEquals(2, open("links/**.csv").files().size());
        assertEquals(2, open("links/{a,more/b}.csv").files().size());
    }

    @Test
    void theStoreThatIsLoadedIntoIsNoneOfTheFilesBeforeItHasAManifest() throws IOException {
        Path links = write("s/links.txt", "1 2\n");
        write("s/store/lock", "");
        write("s/store/names-000001-000000-000000.run", "SLUINAME and more");
        write("s/store/hot/log", "3 4\n");
        Path sources = links.resolveSibling("");
        SourceOptions options = SourceOptions.standard().into(sources.resolve("./store"));
        for (String source : List.of(sources.toString(), sources + "/**")) {
            Source found = Source.open(List.of(source), null, options);
            assertEquals(1, found.files().size(), source);
        }
        String inStore = sources + "/store/hot/log";
        assertEquals(1, Source.open(List.of(inStore), null, options).files().size());
    }

    @Test
    void aStoreThatLiesAmongTheFilesIsNoneOfThem() throws IOException {
        write("s/links.tsv", "1 2\n");
        write("s/store/manifest", "SLUICEMF and more");
        write("s/store/rejects-000001.jsonl", "{}\n");
        write("s/store/hot/log", "3 4\n");
        write("s/other/manifest", "5 6\n");
        Source source = Source.open(List.of(directory.resolve("s").toString()), null);
        assertEquals(
                List.of("links.tsv", "manifest"),
                source.files().stream()
                        .map(file -> Path.of(file.name()).getFileName().toString())
                        .toList());
    }

    @Test
    void rowsThatNothingExplainsAreShownWithAMapping() throws IOException {
        write("ratings_1.csv", "1,2,5\n3,4,1\n");
        assertInput("    1,2,5\n", "ratings_1.csv");
        assertInput(
                "files: \"ratings*\"\n        link: 0\n        columns: [id1, id2, column3]",
                "ratings_1.csv");
        write("three.txt", "# a temporal graph\n1 2 99\n");
        assertInput(
                "three.txt:2: found no header that is known, and the 3 columns do not speak for"
                        + " themselves",
                "three.txt");
        write("odd.txt", "1 2\n3 x\n");
        assertInput("odd.txt:2: found no header", "odd.txt");
        assertInput("the first line that is not two numbers is\n    3 x\n", "odd.txt");
        write("people.csv", "name,age\nAnn,40\n");
        assertInput("    name,age\n", "people.csv");
        assertInput("        node: \"people\"\n        id: \"name\"\n", "people.csv");
        write("bad.csv", ":ID,age:nit\n1,2\n");
        assertInput("bad.csv:1:2: the type \"nit\" of column \"age\" is not known", "bad.csv");
        write("twice.csv", ":ID,a:int,a:string\n1,2,3\n");
        assertInput("two properties named \"a\"", "twice.csv");
        write("binary", "\0\0\0".repeat(40_000));
        assertInput("is this text with line ends?", "binary");
    }

    @Test
    void partsWithoutHeaderTakeTheHeaderOfTheirSiblings() throws IOException {
        write("Person_likes_Post.csv", ":START_ID(Person)|:END_ID(Post)|at:LONG\n1|2|3\n");
        write("Person_likes_Post_1.csv", "4|5|6\n");
        write("Person_likes_Post_2.csv", ":START_ID(Person)|:END_ID(Post)|at:LONG\n7|8|9\n");
        Source source =
                open("Person_likes_Post_1.csv", "Person_likes_Post.csv", "Person_likes_Post_2.csv");
        assertEquals(
                List.of(0L, 1L, 1L),
                source.files().stream().map(SourceFile::dataStartLines).toList());
        assertEquals(
                1,
                new HashSet<>(source.files().stream().map(SourceFile::relation).toList()).size());
        assertEquals(
                new Relation.TypeRef.Named("likes"), source.files().getFirst().relation().type());
        assertEquals(3, RecordingRows.read(source, 100, List.of()).all().size());
    }

    @Test
    void aHeaderMayStandInAFileOfItsOwn() throws IOException {
        write("h.csv", ":START_ID,:END_ID\n");
        write("one.csv", "1,2\n");
        write("two.csv", "3,4\n");
        RecordingRows.Read read = RecordingRows.read(open("h.csv,one.csv,two.csv"), 100, List.of());
        assertEquals(2, read.all().size());
        assertEquals(Set.of(new ChunkId(1, 0), new ChunkId(2, 0)), read.rows().keySet());
    }

    @Test
    void aPartWithoutHeaderMayBeginWithAQuotedLineEnd() throws IOException {
        write("k.csv", ":START_ID,note,:END_ID\n1,x,2\n");
        write("k_1.csv", "3,\"a\nb\",4\n5,c,6\n");
        assertEquals(3, RecordingRows.read(open("k.csv", "k_1.csv"), 100, List.of()).all().size());
    }

    @Test
    void rowsWithoutAnyHeaderMayHoldQuotedLineEnds() throws IOException {
        write("m.csv", "1,2,\"hello\nworld\"\n3,4,x\n");
        for (String delimiter : List.of("", ", delimiter: \",\"")) {
            Path mapping =
                    write(
                            "m.yaml",
                            "relations: [{files: m.csv, link: 7, id1: 1, id2: 2, header: false%s}]"
                                    .formatted(delimiter));
            Source source = Source.open(List.of(directory.resolve("m.csv").toString()), mapping);
            assertEquals(2, RecordingRows.read(source, 100, List.of()).all().size());
        }
    }

    @Test
    void partsThatDoNotFitTheHeaderAreRefused() throws IOException {
        write("k.csv", ":START_ID,:END_ID\n1,2\n");
        write("k_1.csv", "1,2,3\n");
        assertInput("found no header and 3 fields, but the header of", "k.csv", "k_1.csv");
        write("k_1.csv", "1,2\n");
        write("k_2.csv", ":START_ID,:END_ID,w:int\n1,2,3\n");
        assertInput("the other parts of k have different ones", "k.csv", "k_1.csv", "k_2.csv");
    }

    @Test
    void idsAreNamesEverywhereAsSoonAsSomeAre() throws IOException {
        write("numbers.txt", "1 2\n");
        write("grouped.csv", ":ID(A)\nx\n");
        write("words.csv", ":START_ID,:END_ID\n1,b\n");
        assertFalse(open("numbers.txt").hasNames());
        assertEquals(List.of("", ""), groups(open("grouped.csv", "numbers.txt"), 1));
        assertEquals(List.of("", ""), groups(open("words.csv", "numbers.txt"), 1));
        assertTrue(open("words.csv").hasIdNames());
    }

    @Test
    void onlyRowsThatAreTakenTellWhetherIdsAreNames() throws IOException {
        Path lax = write("lax.yaml", "defaults: {short-rows: null}");
        for (String rows : List.of("ann,bob\n1,2,x\n", "ann,bob,x,\n1,2,x\n")) {
            String file = write("short.csv", ":START_ID,:END_ID,note\n" + rows).toString();
            assertFalse(Source.open(List.of(file), null).hasIdNames(), rows);
            assertTrue(Source.open(List.of(file), lax).hasIdNames(), rows);
        }
        write("rejected.csv", ":START_ID,:END_ID\n1,2\nann\nann,bob,eve\n");
        assertFalse(open("rejected.csv").hasIdNames());
    }

    @Test
    void typesAreNumbersWhenAllOfThemAre() throws IOException {
        write("numbers.csv", "id1,link_type,id2\n1,5,2\n");
        write("names.csv", "id1,link_type,id2\n1,likes,2\n");
        assertFalse(open("numbers.csv").hasNames());
        Source source = open("names.csv", "numbers.csv");
        assertTrue(source.hasNames());
        assertFalse(source.hasIdNames());
        assertEquals(
                Column.Role.TYPE_NAME, source.files().get(1).relation().columns().get(1).role());
    }

    @Test
    void nodesHaveTheTypeOfTheirGroupElseOfTheFile() throws IOException {
        write("people.csv", ":ID(Person),name\n1,a\n");
        write("pages.csv", ":ID,name\n1,a\n");
        Source source = open("people.csv", "pages.csv");
        assertEquals(RowKind.NODE, source.files().getFirst().relation().kind());
        assertEquals(
                new Relation.TypeRef.Named("Person"), source.files().getFirst().relation().type());
        assertEquals(new Relation.TypeRef.Named("pages"), source.files().get(1).relation().type());
    }

    @Test
    void namesOnStandardInputAreRefusedWithoutAPlaceForACopy() throws IOException {
        SourceOptions options =
                new SourceOptions(
                        0,
                        System::nanoTime,
                        new ByteArrayInputStream(":ID(A)\nx\n".getBytes(StandardCharsets.UTF_8)));
        Source source = Source.open(List.of("-"), null, options);
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () -> source.openRaw(source.files().getFirst(), new LongAdder()));
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertTrue(
                String.valueOf(failure.getMessage()).contains("write it to a file"),
                failure.getMessage());
    }

    @Test
    void theFingerprintChangesWithAnythingThatMatters() throws IOException {
        Path file = write("links.txt", "1 2\n3 4\n");
        FileTime time = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(file, time);
        byte[] first = open("links.txt").fingerprint();
        assertEquals(32, first.length);
        assertArrayEquals(first, open("links.txt").fingerprint());
        Set<String> prints = new HashSet<>();
        prints.add(Arrays.toString(first));
        write("links.txt", "1 2\n3 5\n");
        Files.setLastModifiedTime(file, time);
        prints.add(Arrays.toString(open("links.txt").fingerprint()));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_001L));
        prints.add(Arrays.toString(open("links.txt").fingerprint()));
        Path mapping = write("map.yaml", "relations: [{files: links.txt, link: 1}]");
        prints.add(
                Arrays.toString(
                        Source.open(List.of(directory.resolve("links.txt").toString()), mapping)
                                .fingerprint()));
        Files.move(file, directory.resolve("others.txt"));
        prints.add(Arrays.toString(open("others.txt").fingerprint()));
        assertEquals(5, prints.size());
    }

    @Test
    void aSampleIsSpreadOverThePlainFileAndAlwaysTheSame() throws IOException {
        assertSampled("links.txt", row -> row + " " + (row + 1) + "\n", "");
        assertSampled(
                "links.csv",
                row -> row + ",1,\"a \"\"b\"\",\n" + row + ",7,x\n\"\n",
                "id1,id2,data\n");
    }

    private void assertSampled(String name, IntFunction<String> row, String header)
            throws IOException {
        StringBuilder text = new StringBuilder(header);
        int count = 60_000;
        for (int index = 0; index < count; index++) {
            text.append(row.apply(index));
        }
        write(name, text.toString());
        Source source = open(name);
        List<String> rows = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            RecordingRows recorder = new RecordingRows();
            Source.Sample sample =
                    source.sample(100_000, recorder, recorder.sink(), recorder.rejects());
            assertEquals(0, sample.rejected());
            assertEquals(sample.rows(), recorder.rows().size());
            assertTrue(
                    sample.bytesRead() > 50_000 && sample.bytesRead() < 200_000, sample.toString());
            double estimate = (double) sample.rows() / sample.bytesRead() * sample.bytesTotal();
            assertEquals(count, estimate, count * 0.1);
            assertTrue(rows.isEmpty() || rows.equals(recorder.rows()));
            rows = recorder.rows();
        }
        long late =
                rows.stream()
                        .filter(each -> Long.parseLong(each.split(" ")[0]) > count / 2)
                        .count();
        assertEquals(0.5, (double) late / rows.size(), 0.1);
        assertEquals(rows.size(), new HashSet<>(rows).size());
    }

    /** What a decoder has read ahead belongs to rows that are not in the sample. */
    @Test
    void rowsOfPackedFilesAreForetoldFromTheirBeginning() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        int count = 60_000;
        for (int index = 0; index < count; index++) {
            text.append(random.nextInt(100_000)).append(' ').append(random.nextInt(100_000));
            text.append('\n');
        }
        for (String packing : List.of("gzip", "zstd")) {
            Files.write(directory.resolve("packed"), ChunkQueueTest.pack(packing, text.toString()));
            RecordingRows recorder = new RecordingRows();
            Source.Sample sample =
                    open("packed").sample(1, recorder, recorder.sink(), recorder.rejects());
            double estimate = (double) sample.rows() / sample.bytesRead() * sample.bytesTotal();
            assertEquals(count, estimate, count * 0.2, packing);
        }
    }

    @Test
    void theRateLimitMakesBytesDueInTime() {
        AtomicLong clock = new AtomicLong(5);
        RateLimit rate = new RateLimit(1000, clock::get);
        assertEquals(5 - 50_000_000 + 1_000_000_000, rate.take(1000));
        assertEquals(5 - 50_000_000 + 1_500_000_000, rate.take(500));
        clock.set(10_000_000_000L);
        assertEquals(10_000_000_000L - 50_000_000 + 10_000_000, rate.take(10));
    }

    private List<String> names(String... arguments) throws IOException {
        return open(arguments).files().stream()
                .map(file -> file.name().replace(directory + "/", ""))
                .toList();
    }

    private Source open(String... arguments) throws IOException {
        List<String> inputs = new ArrayList<>();
        for (String argument : arguments) {
            List<String> parts =
                    argument.contains("{") ? List.of(argument) : List.of(argument.split(","));
            inputs.add(
                    String.join(",", parts.stream().map(part -> directory + "/" + part).toList()));
        }
        return Source.open(inputs, null);
    }

    private void assertInput(String message, String... arguments) {
        SluiceException failure = assertThrows(SluiceException.class, () -> open(arguments));
        assertEquals(ErrorCode.INPUT, failure.code());
        assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
    }

    private static List<String> groups(Source source, int file) {
        return source.files().get(file).relation().columns().stream()
                .map(column -> String.valueOf(column.group()))
                .toList();
    }

    private Path write(String name, String text) throws IOException {
        Path path = directory.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.writeString(path, text);
    }
}
