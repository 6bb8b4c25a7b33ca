package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.Window;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.row.RecordingRows;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

public class ChunkQueueTest {
    @TempDir Path directory;

    @Test
    void everyRowIsInExactlyOneChunkWhateverTheSizeAndFormat() throws IOException {
        for (Map.Entry<String, String> text : texts().entrySet()) {
            Source source = source(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
            List<String> whole = RecordingRows.read(source, 1 << 20, List.of()).all();
            assertTrue(whole.size() >= 4, text.getKey());
            for (int chunkBytes : new int[] {1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 64, 100, 1000}) {
                RecordingRows.Read read = RecordingRows.read(source, chunkBytes, List.of());
                assertEquals(whole, read.all(), text.getKey() + " in chunks of " + chunkBytes);
                assertSpansTile(source, read, text.getValue());
                RecordingRows.Read backwards = readBackwards(source, chunkBytes);
                assertEquals(read.rows(), backwards.rows(), text.getKey() + " backwards");
                assertSpansTile(source, backwards, text.getValue());
            }
        }
    }

    private static RecordingRows.Read readBackwards(Source source, long chunkBytes)
            throws IOException {
        try (ChunkQueue queue = ChunkQueue.open(source, chunkBytes, List.of())) {
            return RecordingRows.readBackwards(queue);
        }
    }

    /** Spans follow one another without gap or overlap and count all lines. */
    private static void assertSpansTile(Source source, RecordingRows.Read read, String text) {
        SourceFile file = source.files().getFirst();
        long position = file.dataStartByte();
        long lines = file.dataStartLines();
        for (ChunkSpan span : read.spans().values()) {
            assertEquals(position, span.startByte());
            position = span.endByte();
            lines += span.lines();
            assertEquals(span.equals(read.spans().lastEntry().getValue()), span.lastOfFile());
        }
        assertEquals(text.getBytes(StandardCharsets.UTF_8).length, position);
        assertEquals(text.chars().filter(value -> value == '\n').count(), lines);
    }

    /** The last row has no line end, and no chunk that was read says where it begins. */
    @Test
    void rowBehindAQuoteThatIsNeverClosedIsRead() throws IOException {
        String text = "id1,id2,data\n1,2,a\n3,4,\"open\n5,6,b";
        Source source = source("open.csv", text.getBytes(StandardCharsets.UTF_8));
        List<String> whole = RecordingRows.read(source, 1 << 20, List.of()).all();
        assertEquals("5 0 6 @0 v0 f0 b", whole.getLast());
        for (int chunkBytes = 1; chunkBytes < text.length(); chunkBytes++) {
            assertEquals(whole, readBackwards(source, chunkBytes).all(), "size " + chunkBytes);
        }
    }

    /** The end of each window is within an object, and more than 64 windows are in the chunk. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void objectsOfAChunkOfManyWindowsAreRead() throws IOException {
        String object = "{\"uid\":\"0x1\",\"says\":\"%s\"}\n".formatted("x".repeat(4000));
        int count = 66 * Window.WINDOW_BYTES / object.length();
        byte[] text = object.repeat(count).getBytes(StandardCharsets.UTF_8);
        RecordingRows.Read read =
                RecordingRows.read(source("long.json", text), text.length, List.of());
        assertEquals(count, read.all().size());
    }

    /** The text before a chunk is searched for its quotes block by block, of 256 KiB each. */
    @Test
    void theEndOfALongFileIsCutFiner() throws IOException {
        Source source = source("ten.txt", "1 2\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
        List<Integer> rows =
                RecordingRows.read(source, 400, List.of()).rows().values().stream()
                        .map(List::size)
                        .toList();
        List<Integer> expected = new ArrayList<>(Collections.nCopies(9, 100));
        expected.addAll(Collections.nCopies(4, 25));
        assertEquals(expected, rows);
    }

    @Test
    void quotedFieldOfManyLinesAndSearchedBlocksIsInOneChunk() throws IOException {
        String field = "7,8,ninth\n".repeat(60_000);
        String text = "id1,id2,data\n1,2,a\n3,4,\"" + field + "\"\n5,6,b\n";
        Source source = source("long.csv", text.getBytes(StandardCharsets.UTF_8));
        List<String> whole = RecordingRows.read(source, 1 << 20, List.of()).all();
        assertEquals(3, whole.size());
        for (int chunkBytes : new int[] {10_000, 100_000, 300_000}) {
            RecordingRows.Read read = readBackwards(source, chunkBytes);
            assertTrue(whole.equals(read.all()), "chunks of " + chunkBytes);
            assertSpansTile(source, read, text);
        }
    }

    @Test
    void faultyQuotesAndLongRowsEndAtTheSameBytesWhateverTheChunkSize() throws IOException {
        long seed = Long.getLong("seed", 20_260_101);
        for (int round = 0; round < 60; round++) {
            Random random = new Random(seed + round);
            StringBuilder text = new StringBuilder("id1,id2,data\n");
            String alphabet = "\"\",,\n\n12a#\r";
            int length = random.nextInt(1, 200);
            for (int index = 0; index < length; index++) {
                text.append(
                        random.nextInt(6) == 0
                                ? "\n7,8,\"x\"\"y\n\"\n"
                                : alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Source source = source("faulty.csv", text.toString().getBytes(StandardCharsets.UTF_8));
            List<String> whole = readShortRows(source, 1 << 20);
            for (int chunkBytes : new int[] {1, 4, 13, 50}) {
                assertEquals(
                        whole,
                        readShortRows(source, chunkBytes),
                        "seed=%d chunk size=%d text:\n%s"
                                .formatted(seed + round, chunkBytes, text));
                try (ChunkQueue queue = ChunkQueue.open(source, chunkBytes, 20, List.of())) {
                    assertEquals(
                            whole,
                            RecordingRows.readBackwards(queue).all(),
                            "backwards, seed=%d chunk size=%d text:\n%s"
                                    .formatted(seed + round, chunkBytes, text));
                }
            }
        }
    }

    private static List<String> readShortRows(Source source, long chunkBytes) throws IOException {
        try (ChunkQueue queue = ChunkQueue.open(source, chunkBytes, 20, List.of())) {
            return RecordingRows.read(queue).all();
        }
    }

    @Test
    void resumedReadsGiveTheChunksThatWereNotDoneAndNoOther() throws IOException {
        Random random = new Random(Long.getLong("seed", 7));
        for (Map.Entry<String, String> text : texts().entrySet()) {
            for (String packing : List.of("plain", "gzip", "zstd")) {
                Source source = source(text.getKey(), pack(packing, text.getValue()));
                RecordingRows.Read whole = RecordingRows.read(source, 20, List.of());
                for (int round = 0; round < 4; round++) {
                    List<ChunkSpan> done = new ArrayList<>();
                    TreeMap<ChunkId, List<String>> expected = new TreeMap<>(whole.rows());
                    for (ChunkSpan span : whole.spans().values()) {
                        if (random.nextBoolean()) {
                            done.add(span);
                            expected.remove(span.id());
                        }
                    }
                    RecordingRows.Read resumed = RecordingRows.read(source, 20, done);
                    assertEquals(expected, resumed.rows(), text.getKey() + " " + packing);
                    try (ChunkQueue queue = ChunkQueue.open(source, 20, done)) {
                        RecordingRows.read(queue);
                        assertEquals(
                                queue.bytesTotal(),
                                queue.bytesRead(),
                                text.getKey() + " " + packing);
                    }
                    resumed.spans()
                            .forEach((id, span) -> assertEquals(whole.spans().get(id), span));
                }
            }
        }
    }

    @Test
    void chunksThatArePassedOverLeaveTheOthersAsTheyAre() throws IOException {
        Random random = new Random(Long.getLong("seed", 8));
        for (Map.Entry<String, String> text : texts().entrySet()) {
            for (String packing : List.of("plain", "gzip", "zstd")) {
                Source source = source(text.getKey(), pack(packing, text.getValue()));
                RecordingRows.Read whole = RecordingRows.read(source, 20, List.of());
                for (int round = 0; round < 5; round++) {
                    passSome(source, whole, random, round == 4, text.getKey() + " " + packing);
                }
            }
        }
    }

    private static void passSome(
            Source source, RecordingRows.Read whole, Random random, boolean all, String context)
            throws IOException {
        TreeMap<ChunkId, List<String>> expected = new TreeMap<>(whole.rows());
        RecordingRows.Read read = new RecordingRows.Read(new TreeMap<>(), new TreeMap<>());
        try (ChunkQueue queue = ChunkQueue.open(source, 20, List.of())) {
            for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
                if (all || random.nextBoolean()) {
                    expected.remove(chunk.id());
                    chunk.pass(whole.spans().get(chunk.id()));
                } else {
                    RecordingRows.read(chunk, read);
                }
            }
            assertEquals(queue.bytesTotal(), queue.bytesRead(), context);
        }
        assertEquals(expected, read.rows(), context);
        read.spans().forEach((id, span) -> assertEquals(whole.spans().get(id), span, context));
    }

    @Test
    void packedFilesHaveTheRowsOfPlainOnes() throws IOException {
        for (Map.Entry<String, String> text : texts().entrySet()) {
            Source plain = source(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
            List<String> expected = RecordingRows.read(plain, 1 << 20, List.of()).all();
            for (String packing : List.of("gzip", "zstd")) {
                Source packed = source(text.getKey(), pack(packing, text.getValue()));
                for (int chunkBytes : new int[] {1, 17, 1000}) {
                    RecordingRows.Read read = RecordingRows.read(packed, chunkBytes, List.of());
                    assertEquals(expected, read.all(), text.getKey() + " " + packing);
                    assertSpansTile(packed, read, text.getValue());
                }
            }
        }
    }

    @Test
    void manyThreadsReadAllOfManyFilesOnce() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int file = 0; file < 6; file++) {
            StringBuilder text = new StringBuilder();
            for (int row = 0; row < 500; row++) {
                text.append(file).append('\t').append(row).append('\n');
                expected.add("%d 0 %d @0 v0 f0 ".formatted(file, row));
            }
            Path path = directory.resolve("links" + (char) ('a' + file) + ".txt");
            Files.write(
                    path, pack(List.of("plain", "gzip", "zstd").get(file % 3), text.toString()));
        }
        Source source = Source.open(List.of(directory.toString()), null);
        RecordingRows.Read read = new RecordingRows.Read(new TreeMap<>(), new TreeMap<>());
        try (ChunkQueue queue = ChunkQueue.open(source, 300, List.of());
                ExecutorService workers = Executors.newFixedThreadPool(4)) {
            List<Future<?>> ends = new ArrayList<>();
            for (int worker = 0; worker < 4; worker++) {
                ends.add(
                        workers.submit(
                                () -> {
                                    for (Chunk chunk = queue.take();
                                            chunk != null;
                                            chunk = queue.take()) {
                                        RecordingRows.read(chunk, read);
                                    }
                                    return null;
                                }));
            }
            for (Future<?> end : ends) {
                end.get(30, TimeUnit.SECONDS);
            }
            assertEquals(expected, read.all());
            assertEquals(queue.bytesTotal(), queue.bytesRead());
        }
    }

    @Test
    void closingEndsAWaitForAPackedFile() throws Exception {
        Source source = source("links.txt", pack("gzip", "1 2\n3 4\n"));
        ChunkQueue queue = ChunkQueue.open(source, 4, List.of());
        assertNotNull(queue.take());
        try (ExecutorService workers = Executors.newFixedThreadPool(1)) {
            Future<Chunk> waiting = workers.submit(queue::take);
            queue.close();
            assertNull(waiting.get(30, TimeUnit.SECONDS));
        }
    }

    /** Takes a chunk of {@code queue}, and has what is to take its links fail. */
    private static void failOne(ChunkQueue queue) throws IOException {
        Chunk chunk = queue.take();
        assertNotNull(chunk);
        RecordingRows recorder = new RecordingRows();
        assertThrows(
                IllegalStateException.class,
                () ->
                        chunk.parse(
                                recorder,
                                (_, _, _, _, _, _, _, _, _) -> {
                                    throw new IllegalStateException("the pool is gone");
                                },
                                recorder.rejects()));
    }

    @Test
    void aFailedChunkEndsTheQueueForAll() throws IOException {
        Source source = source("links.txt", "1 2\n3 4\n5 6\n".getBytes(StandardCharsets.UTF_8));
        try (ChunkQueue queue = ChunkQueue.open(source, 4, List.of())) {
            failOne(queue);
            assertNull(queue.take());
        }
    }

    /** The thread that unpacks it would wait for ever for a reader, and keep it open. */
    @Test
    void aPackedFileWhoseChunkFailedIsClosed() throws IOException {
        Path opened = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(opened));
        // More than is unpacked ahead.
        Source source = source("links.txt", pack("gzip", "1 2\n".repeat(1 << 20)));
        Path file = source.files().getFirst().place().disk().toRealPath();
        try (ChunkQueue queue = ChunkQueue.open(source, 4, List.of())) {
            failOne(queue);
        }
        try (Stream<Path> files = Files.list(opened)) {
            assertFalse(files.anyMatch(each -> isLink(each, file)));
        }
    }

    private static boolean isLink(Path link, Path to) {
        try {
            return Files.readSymbolicLink(link).equals(to);
        } catch (IOException closed) {
            return false;
        }
    }

    @Test
    void aFileThatChangesDuringTheLoadIsRefused() throws IOException {
        for (String packing : List.of("plain", "gzip")) {
            Source source = source("links.txt", pack(packing, "1 2\n3 4\n5 6\n"));
            try (ChunkQueue queue = ChunkQueue.open(source, 4, List.of())) {
                Chunk chunk = queue.take();
                assertNotNull(chunk);
                Files.write(
                        source.files().getFirst().place().disk(),
                        pack(packing, "1 2\n3 4\n5 6\n7 8\n"));
                RecordingRows recorder = new RecordingRows();
                SluiceException failure =
                        assertThrows(
                                SluiceException.class,
                                () -> chunk.parse(recorder, recorder.sink(), recorder.rejects()));
                assertEquals(ErrorCode.INPUT, failure.code());
                assertTrue(
                        String.valueOf(failure.getMessage()).contains("changed during the load"),
                        failure.getMessage());
            }
        }
    }

    @Test
    void standardInputIsReadToItsEnd() throws IOException {
        StringBuilder text = new StringBuilder("# links\n");
        for (int row = 0; row < 20_000; row++) {
            text.append(row).append(' ').append(row + 1).append('\n');
        }
        for (String packing : List.of("plain", "gzip", "zstd")) {
            SourceOptions options =
                    new SourceOptions(
                            0,
                            System::nanoTime,
                            new ByteArrayInputStream(pack(packing, text.toString())));
            Source source = Source.open(List.of("-"), null, options);
            RecordingRows.Read read = RecordingRows.read(source, 10_000, List.of());
            assertEquals(20_000, read.all().size());
            assertEquals("19999 0 20000 @0 v0 f0 ", read.all().getLast());
        }
    }

    private Source source(String name, byte[] bytes) throws IOException {
        Path path = directory.resolve(name);
        Files.write(path, bytes);
        return Source.open(List.of(path.toString()), null);
    }

    public static byte[] pack(String packing, String text) throws IOException {
        return pack(packing, text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] pack(String packing, byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        // Several members or frames, cut anywhere, one of them empty.
        int[] cuts = {0, bytes.length / 3, bytes.length / 3, bytes.length * 2 / 3, bytes.length};
        for (int part = 0; part + 1 < cuts.length; part++) {
            byte[] piece = java.util.Arrays.copyOfRange(bytes, cuts[part], cuts[part + 1]);
            switch (packing) {
                case "plain" -> packed.writeBytes(piece);
                case "zstd" -> packed.writeBytes(Zstd.compress(piece));
                default -> {
                    try (GZIPOutputStream member = new GZIPOutputStream(packed)) {
                        member.write(piece);
                    }
                }
            }
        }
        return packed.toByteArray();
    }

    private static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        texts.put(
                "pairs.txt",
                "# nodes: 5\n1 2\n2   3\n\n# more\n3\t4\r\n4 5\n1000000 18446744073709551615\n");
        texts.put("unended.txt", "1 2\n2 3\n3 4\n12345 678901");
        texts.put(
                "tabs.tsv",
                "id1\tlink_type\tid2\ttime\tdata\n"
                        + "1\t5\t2\t77\t\"x\n"
                        + "2\t5\t3\t78\ty\"\n"
                        + "3\t5\t4\t79\t\n"
                        + "4\t5\t5\t1\tz\n");
        texts.put(
                "quoted.csv",
                "\ufeffid1,id2,data\n"
                        + "1,2,plain\n"
                        + "2,3,\"a, \"\"b\"\"\n"
                        + "# no comment\n\n"
                        + "\"\n"
                        + "3,4,\"\"\"\"\n"
                        + "4,5,no \" quote\n"
                        + "\"5\",\"6\",\"last\n"
                        + "line\"");
        texts.put(
                "commented.csv",
                "# a \"comment\n"
                        + "id1,id2,data\n"
                        + "1,2,a\n"
                        + "#,\",\n"
                        + "2,3,\"b\n"
                        + "#c\"\n"
                        + "# \"d\n"
                        + "3,4,e\n"
                        + "4,5,\"f\"\n"
                        + "# end\n");
        return texts;
    }
}
