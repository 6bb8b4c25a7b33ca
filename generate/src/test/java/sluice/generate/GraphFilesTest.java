package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.generate.LinkBenchOptions.Profile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class GraphFilesTest {
    private static final GraphFiles.Progress SILENT = (_, _) -> {};

    @TempDir private Path directory;

    /**
     * Of 10000 ids one has 100000 links, more than a buffer of text holds; most of the others have
     * 3.
     */
    private GeneratedGraph linkBench(long ids) throws IOException {
        Path degrees =
                Files.writeString(
                        Files.createDirectories(directory.resolve("in")).resolve("degrees"),
                        "nlinks\n0 40\n3 99.99\n100000 100\n");
        return LinkBenchGraph.open(
                new LinkBenchOptions(
                        ids,
                        1,
                        Profile.CORRECTED,
                        2,
                        0,
                        8,
                        128,
                        1,
                        LinkBenchOptions.NOW_MILLIS,
                        degrees));
    }

    private static GraphFileLayout layout(RowFormat format, int parts) {
        return new GraphFileLayout(format, true, false, parts, false);
    }

    /** The fields of each record of CSV text, quotes undone: the plain reading of RFC 4180. */
    private static List<List<String>> readCsv(String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (quoted && character == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                field.append(text.charAt(++i));
            } else if (character == '"') {
                quoted = !quoted;
            } else if (quoted || character != ',' && character != '\n') {
                field.append(character);
            } else {
                row.add(field.toString());
                field.setLength(0);
                if (character == '\n') {
                    rows.add(row);
                    row = new ArrayList<>();
                }
            }
        }
        assertTrue(row.isEmpty() && field.isEmpty());
        return rows;
    }

    private static String text(byte[] data, int length) {
        return new String(data, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static List<List<String>> expectedLinks(GeneratedGraph graph) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("id1", "link_type", "id2", "time", "data"));
        graph.forEachLink(
                (id1, type, id2, time, data, length) ->
                        rows.add(
                                List.of(
                                        "" + id1,
                                        "" + type,
                                        "" + id2,
                                        "" + time,
                                        text(data, length))));
        return rows;
    }

    /** Names the first row that differs; a message with all rows would be megabytes long. */
    private static <T> void assertRows(List<T> expected, List<T> found) {
        for (int row = 0; row < Math.min(expected.size(), found.size()); row++) {
            assertEquals(expected.get(row), found.get(row), "row " + row);
        }
        assertEquals(expected.size(), found.size());
    }

    @Test
    void tsvHoldsEveryLinkInOrder() throws IOException {
        GeneratedGraph graph = RmatGraph.open(RmatOptions.distinct(14, 100_000), 2);
        Path file = directory.resolve("links.tsv");
        GraphFiles.Written written =
                GraphFiles.writeLinks(graph, file, layout(RowFormat.TSV, 1), 2, SILENT);
        List<List<String>> rows =
                Files.readAllLines(file).stream().map(line -> List.of(line.split("\t"))).toList();
        assertRows(expectedLinks(graph), rows);
        assertEquals(new GraphFiles.Written(List.of(file), 100_000, Files.size(file)), written);
    }

    @Test
    void csvQuotesWhatNeedsQuotes() throws IOException {
        GeneratedGraph graph = linkBench(5000);
        Path file = directory.resolve("links.csv");
        List<List<String>> expected = expectedLinks(graph);
        GraphFiles.writeLinks(graph, file, layout(RowFormat.CSV, 1), 2, SILENT);
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(",\"") && text.contains("\"\""));
        assertRows(expected, readCsv(text));
    }

    @Test
    void nodesKeepBytesThatAreNotText() throws IOException {
        Path file = directory.resolve("nodes.tsv");
        GraphFiles.writeNodes(linkBench(5000), file, layout(RowFormat.TSV, 1), 2, SILENT);
        StringBuilder expected = new StringBuilder("id\ttype\tversion\ttime\tdata\n");
        linkBench(5000)
                .forEachNode(
                        (id, type, version, time, data, length) ->
                                expected.append(id)
                                        .append('\t')
                                        .append(type)
                                        .append('\t')
                                        .append(version)
                                        .append('\t')
                                        .append(time)
                                        .append('\t')
                                        .append(text(data, length))
                                        .append('\n'));
        String found = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertRows(expected.toString().lines().toList(), found.lines().toList());
    }

    @Test
    void bytesAreTheSameForAnyNumberOfThreadsAndParts() throws IOException {
        GeneratedGraph graph = linkBench(20_000);
        GraphFileLayout bare = new GraphFileLayout(RowFormat.TSV, false, true, 1, false);
        Path one = directory.resolve("one");
        GraphFiles.writeLinks(graph, one, bare, 1, SILENT);
        byte[] expected = Files.readAllBytes(one);
        for (int threads = 2; threads <= 4; threads++) {
            Path many = directory.resolve("threads-" + threads);
            GraphFiles.writeLinks(graph, many, bare, threads, SILENT);
            assertArrayEquals(expected, Files.readAllBytes(many));
        }
        for (int parts : new int[] {2, 7, 40}) {
            Path many = directory.resolve("parts-" + parts);
            List<Path> files =
                    GraphFiles.writeLinks(
                                    graph,
                                    many,
                                    new GraphFileLayout(RowFormat.TSV, false, true, parts, false),
                                    3,
                                    SILENT)
                            .files();
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (Path file : files) {
                joined.writeBytes(Files.readAllBytes(file));
            }
            assertEquals(parts, files.size());
            assertArrayEquals(expected, joined.toByteArray());
        }
    }

    @Test
    void everyPartHasTheHeaderAndVersionsAreConstant() throws IOException {
        Path target = directory.resolve("parts");
        GraphFileLayout layout = new GraphFileLayout(RowFormat.CSV, true, true, 3, false);
        for (Path file :
                GraphFiles.writeLinks(linkBench(20_000), target, layout, 2, SILENT).files()) {
            List<List<String>> rows = readCsv(Files.readString(file, StandardCharsets.ISO_8859_1));
            assertEquals(
                    "id1 link_type id2 time version visibility data",
                    String.join(" ", rows.getFirst()));
            for (List<String> row : rows.subList(1, rows.size())) {
                assertEquals(List.of("0", "1"), row.subList(4, 6));
            }
        }
        try (Stream<Path> files = Files.list(target)) {
            assertEquals(
                    List.of("links-0000.csv", "links-0001.csv", "links-0002.csv"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void edgesAreTwoIdsWithoutHeader() throws IOException {
        GeneratedGraph graph = RmatGraph.open(RmatOptions.distinct(10, 3), 1);
        StringBuilder expected = new StringBuilder();
        graph.forEachLink(
                (id1, _, id2, _, _, _) ->
                        expected.append(id1).append(' ').append(id2).append('\n'));
        Path blank = directory.resolve("blank");
        Path tab = directory.resolve("tab");
        GraphFiles.writeLinks(graph, blank, layout(RowFormat.EDGES, 1), 1, SILENT);
        GraphFiles.writeLinks(graph, tab, layout(RowFormat.EDGES_TAB, 1), 1, SILENT);
        assertEquals(expected.toString(), Files.readString(blank));
        assertEquals(expected.toString().replace(' ', '\t'), Files.readString(tab));
    }

    @Test
    void progressEndsWithAllRowsAndBytesOfTheBody() throws IOException {
        long[] last = new long[2];
        GraphFileLayout bare = new GraphFileLayout(RowFormat.TSV, false, false, 1, false);
        GraphFiles.Written written =
                GraphFiles.writeLinks(
                        linkBench(10_000),
                        directory.resolve("links"),
                        bare,
                        2,
                        (rows, bytes) -> {
                            assertTrue(rows >= last[0] && bytes >= last[1]);
                            last[0] = rows;
                            last[1] = bytes;
                        });
        assertEquals(written.rows(), last[0]);
        assertEquals(written.bytes(), last[1]);
    }

    @Test
    void whatExistsIsKeptUnlessItMayBeReplaced() throws IOException {
        Path file = Files.writeString(directory.resolve("links"), "old");
        GeneratedGraph graph = RmatGraph.open(RmatOptions.distinct(10, 3), 1);
        SluiceException failure =
                assertThrows(
                        SluiceException.class,
                        () ->
                                GraphFiles.writeLinks(
                                        graph, file, layout(RowFormat.TSV, 1), 1, SILENT));
        assertEquals(
                file + " exists; expected a new file: name another, or replace it with --replace",
                failure.getMessage());
        assertEquals("old", Files.readString(file));
        GraphFiles.writeLinks(
                graph, file, new GraphFileLayout(RowFormat.TSV, true, false, 1, true), 1, SILENT);
        assertEquals(4, Files.readAllLines(file).size());
    }

    @Test
    void failureLeavesNoFileAndIsTheFirstOneThrown() throws IOException {
        Path file = directory.resolve("links");
        GeneratedGraph graph = linkBench(20_000);
        IllegalStateException failure =
                assertThrows(
                        IllegalStateException.class,
                        () ->
                                GraphFiles.writeLinks(
                                        graph,
                                        file,
                                        layout(RowFormat.TSV, 1),
                                        3,
                                        (rows, _) -> {
                                            throw new IllegalStateException("planted at " + rows);
                                        }));
        assertTrue(failure.getMessage().startsWith("planted at "));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(directory.resolve("in")), files.toList());
        }
        SluiceException missing =
                assertThrows(
                        SluiceException.class,
                        () ->
                                GraphFiles.writeLinks(
                                        linkBench(10),
                                        directory.resolve("no/links"),
                                        layout(RowFormat.TSV, 1),
                                        1,
                                        SILENT));
        assertEquals(ErrorCode.CONFIG, missing.code());
    }

    @Test
    void graphWithoutNodesHasNoneToWrite() throws IOException {
        GeneratedGraph graph = RmatGraph.open(RmatOptions.distinct(10, 3), 1);
        assertThrows(
                SluiceException.class,
                () ->
                        GraphFiles.writeNodes(
                                graph,
                                directory.resolve("nodes"),
                                layout(RowFormat.TSV, 1),
                                1,
                                SILENT));
    }
}
