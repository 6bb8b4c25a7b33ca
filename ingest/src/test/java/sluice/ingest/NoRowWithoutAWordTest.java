package sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.file.SourceFile;
import sluice.ingest.row.RecordedRows;
import sluice.ingest.row.RowParser;
import sluice.ingest.row.WindowFeed;
import sluice.ingest.row.WordsOfRows;
import sluice.model.SluiceException;
import sluice.testkit.Experiment;

/**
 * E19: every row of a file is loaded, replaced by a later one of its key, rejected, or left out by
 * a rule with a name: comments, blank lines, headers, skipped lines, files that are refused. An
 * independent reader counts them and says what each row is; Commons CSV cuts those files again that
 * it has the rules for.
 *
 * <p>{@code -Drelations=} sets how many relations are tried, {@code -Dseed=} the first of them.
 */
@Tag(Experiment.TAG)
class NoRowWithoutAWordTest {
    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final int RELATIONS = Experiment.size("relations", 600, 100_000);
    private static final int THREADS = 3;

    @TempDir Path directory;

    private final Map<String, Long> counts = new TreeMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @Test
    void everyRowIsLoadedReplacedRejectedOrNamed() throws Exception {
        try (Experiment experiment = new Experiment("E19 no row without a word", FIRST_SEED)) {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + RELATIONS; seed++) {
                try {
                    compare(seed);
                } catch (Throwable failure) {
                    System.out.println("replay with -Drelations=1 -Dseed=" + seed);
                    throw failure;
                }
                experiment.ran(1);
            }
            counts.forEach(experiment::fact);
            long refused = counts.getOrDefault("relations refused", 0L);
            assertTrue(refused * 5 <= RELATIONS, () -> "refused " + refused);
            assertTrue(count("rows loaded") > RELATIONS, counts::toString);
            experiment.passed();
        } finally {
            threads.shutdown();
        }
    }

    private long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    private void add(String what, long count) {
        counts.merge(what, count, Long::sum);
    }

    private void compare(long seed) throws Exception {
        Random random = new Random(seed ^ 0x5DEECE66DL);
        RandomSource made = new RandomSource(seed);
        Path folder = Files.createDirectories(directory.resolve("files"));
        List<String> inputs = new ArrayList<>();
        for (RandomSource.Part part : made.parts) {
            Files.write(folder.resolve(part.name()), part.bytes());
            inputs.add(folder.resolve(part.name()).toString());
        }
        if (made.set) {
            inputs = List.of(String.join(",", inputs));
        }
        String yaml = made.mapping();
        Path mapping = yaml == null ? null : Files.writeString(directory.resolve("map.yaml"), yaml);
        try {
            compare(made, inputs, mapping, random);
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("seed " + seed + ": " + made.shown(), failure);
        } finally {
            for (RandomSource.Part part : made.parts) {
                Files.delete(folder.resolve(part.name()));
            }
        }
    }

    private void compare(
            RandomSource made, List<String> inputs, @Nullable Path mapping, Random random)
            throws Exception {
        Source source;
        try {
            source = Source.open(inputs, mapping);
        } catch (SluiceException refused) {
            add("relations refused", 1);
            requireReason(made, refused);
            return;
        }
        SlowSource slow = new SlowSource(made);
        if (slow.parts.stream().anyMatch(SlowSource.Part::saysSomething)) {
            assertEquals(slow.idsAreNames, source.hasIdNames(), "ids are names");
        }
        List<List<String>> words = read(source, random);
        for (int index = 0; index < slow.parts.size(); index++) {
            SlowSource.Part part = slow.parts.get(index);
            List<String> expected = part.words();
            assertEquals(lines(expected), lines(words.get(index)), part.name());
            compareWindows(part, source.files().get(index), expected, random);
            compareLibrary(part, words.get(index));
        }
        count(slow, words);
        if (random.nextInt(4) == 0) {
            Path written = Files.writeString(directory.resolve("written.yaml"), source.mapping());
            Source again = Source.open(inputs, written);
            assertEquals(words, read(again, random), () -> "written " + source.mapping());
            add("mappings written", 1);
        }
    }

    private static String lines(List<String> words) {
        return RecordedRows.shown(String.join("\n", words).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A source may be refused where something in it is odd, and by a message that names a file. */
    private void requireReason(RandomSource made, SluiceException refused) {
        String message = refused.getMessage();
        boolean named =
                message.contains("map.yaml:")
                        || made.parts.stream().anyMatch(part -> message.contains(part.name()));
        assertTrue(named, () -> "names no file: " + message);
        boolean emptyIsNothing = made.rules.blanks();
        boolean mayBeOdd = !made.clean || made.rules.missing() != null || emptyIsNothing;
        boolean shape =
                made.style == RandomSource.Style.PAIR || made.style == RandomSource.Style.EDGES;
        boolean may = mayBeOdd && (made.parts.size() > 1 || shape);
        may |= message.contains("carriage return inside the line");
        // The first row of a part without a header looks like a comment, and hides the row below.
        may |=
                message.contains("found no header and")
                        && made.parts.stream().anyMatch(part -> part.text().matches("(?s)[#%].*"));
        assertTrue(may, () -> "refused: " + message);
    }

    /** The words of each file, read in small chunks by several threads, or backwards. */
    private List<List<String>> read(Source source, Random random) throws Exception {
        TreeMap<ChunkId, WordsOfRows> read = new TreeMap<>();
        TreeMap<ChunkId, ChunkSpan> spans = new TreeMap<>();
        long chunkBytes = random.nextInt(1, random.nextBoolean() ? 40 : 4000);
        boolean plain = source.files().stream().noneMatch(SourceFile::isStream);
        int order = random.nextInt(3);
        try (ChunkQueue queue = ChunkQueue.open(source, chunkBytes, List.of())) {
            if (order == 0) {
                List<Future<?>> readers = new ArrayList<>();
                for (int thread = 0; thread < THREADS; thread++) {
                    readers.add(
                            threads.submit(
                                    () -> {
                                        readChunks(source, queue, read, spans);
                                        return null;
                                    }));
                }
                for (Future<?> reader : readers) {
                    await(reader);
                }
            } else if (order == 1 && plain) {
                List<Chunk> chunks = new ArrayList<>();
                for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
                    chunks.addFirst(chunk);
                }
                for (Chunk chunk : chunks) {
                    readChunk(source, chunk, read, spans);
                }
            } else {
                readChunks(source, queue, read, spans);
            }
        }
        List<List<String>> words = new ArrayList<>();
        for (SourceFile file : source.files()) {
            words.add(new ArrayList<>());
            long end = file.dataStartByte();
            for (ChunkSpan span : spans.values()) {
                if (span.id().fileIndex() == file.index()) {
                    assertEquals(end, span.startByte(), () -> span + " begins elsewhere");
                    end = span.endByte();
                    List<String> some = read.get(span.id()).words;
                    assertEquals(some.size(), span.rows() + span.rejected(), span::toString);
                    words.getLast().addAll(some);
                }
            }
        }
        return words;
    }

    private static void await(Future<?> reader) throws Exception {
        try {
            reader.get();
        } catch (ExecutionException failure) {
            throw new AssertionError("a reader failed", failure.getCause());
        }
    }

    private static void readChunks(
            Source source,
            ChunkQueue queue,
            TreeMap<ChunkId, WordsOfRows> read,
            TreeMap<ChunkId, ChunkSpan> spans)
            throws IOException {
        for (Chunk chunk = queue.take(); chunk != null; chunk = queue.take()) {
            readChunk(source, chunk, read, spans);
        }
    }

    private static void readChunk(
            Source source,
            Chunk chunk,
            TreeMap<ChunkId, WordsOfRows> read,
            TreeMap<ChunkId, ChunkSpan> spans)
            throws IOException {
        WordsOfRows words = new WordsOfRows(source.files().get(chunk.id().fileIndex()).relation());
        ChunkSpan span = chunk.parse(words, words.sink(), words.rejects());
        synchronized (read) {
            read.put(chunk.id(), words);
            spans.put(chunk.id(), span);
        }
    }

    /** Parses the rows of a file in windows cut at random places. */
    private static void compareWindows(
            SlowSource.Part part, SourceFile file, List<String> expected, Random random) {
        byte[] text = part.text().getBytes(StandardCharsets.ISO_8859_1);
        int from = (int) file.dataStartByte() - (part.marked() ? 3 : 0);
        WordsOfRows words = new WordsOfRows(file.relation());
        RowParser parser = new RowParser(file.relation(), words, words.sink(), words.rejects());
        WindowFeed.random(parser, Arrays.copyOfRange(text, from, text.length), random);
        assertEquals(lines(expected), lines(words.words), () -> part.name() + " in windows");
    }

    private void compareLibrary(SlowSource.Part part, List<String> words) throws IOException {
        if (CsvLibrary.reads(part)) {
            List<String> loaded =
                    words.stream().filter(row -> !row.startsWith("rejected ")).toList();
            assertEquals(
                    lines(CsvLibrary.rows(part)), lines(loaded), () -> part.name() + ", library");
            add("rows compared with the library", words.size());
        }
    }

    private void count(SlowSource slow, List<List<String>> words) {
        Set<String> keys = new HashSet<>();
        for (List<String> file : words) {
            for (String row : file) {
                if (row.startsWith("rejected ")) {
                    add("rows rejected", 1);
                } else {
                    String key = row.substring(0, row.indexOf(" time="));
                    add(keys.add(key) ? "rows loaded" : "rows replaced", 1);
                }
            }
        }
        slow.counts.forEach(
                (kind, count) -> {
                    switch (kind) {
                        case SKIPPED -> add("lines skipped", count);
                        case BLANK -> add("blank lines", count);
                        case COMMENT -> add("comments", count);
                        case HEADER -> add("headers", count);
                        case ROW, FAULTY -> add("rows in the files", count);
                    }
                });
    }
}
