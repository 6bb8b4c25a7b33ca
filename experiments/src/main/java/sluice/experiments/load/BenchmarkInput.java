package sluice.experiments.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongSupplier;
import sluice.servers.JavaCommand;

/**
 * The two input files of a size: the same distinct R-MAT links in random order, once with type,
 * time and data, once as two ids.
 *
 * @param full lines of {@code id1 link_type id2 time data}
 * @param edges lines of {@code src dst}
 * @param note a file that says how large the others must be, so that they can be used again
 * @param dataBytes of all links
 * @param made whether they were not there yet
 */
record BenchmarkInput(
        long links,
        Path full,
        Path edges,
        Path note,
        long fullBytes,
        long edgesBytes,
        long dataBytes,
        boolean made) {
    /** Of 10 M links; other numbers of links get as many ids as leave the mean degree alike. */
    private static final int SCALE = 20;

    private static final double SCALE_LINKS = 10_000_000;

    /** What generating takes, and room for Java itself. */
    private static final long HEAP_BYTES_PER_LINK = 14;

    private static final long HEAP_BYTES = 256L << 20;
    private static final int READ_BYTES = 1 << 20;

    /** Finds the files in {@code directory}, or makes them in a process of its own. */
    static BenchmarkInput prepare(
            Path directory, long links, JavaCommand java, LongSupplier nanoTime)
            throws IOException {
        Path full = directory.resolve("links-" + links + ".tsv");
        Path edges = directory.resolve("edges-" + links + ".txt");
        Path note = directory.resolve("input-" + links + ".json");
        ObjectMapper json = new ObjectMapper();
        if (Files.exists(note)) {
            JsonNode sizes = json.readTree(Files.readString(note));
            BenchmarkInput found = of(links, full, edges, note, sizes, false);
            if (sizeOf(full) == found.fullBytes && sizeOf(edges) == found.edgesBytes) {
                return found;
            }
        }
        TaskArguments task =
                TaskArguments.of(BenchmarkTasks.GENERATE)
                        .with("links", links)
                        .with("scale", scale(links))
                        .with("full", full)
                        .with("edges", edges);
        List<String> command =
                java.withHeap(HEAP_BYTES + links * HEAP_BYTES_PER_LINK, task.toList());
        JsonNode sizes =
                ChildProcess.run(command, directory, directory.resolve("messages.txt"), nanoTime)
                        .result();
        ObjectNode kept = json.createObjectNode();
        for (String key : List.of("full_bytes", "edges_bytes", "data_bytes")) {
            kept.put(key, sizes.path(key).asLong());
        }
        Files.writeString(note, kept.toPrettyString());
        return of(links, full, edges, note, kept, true);
    }

    private static BenchmarkInput of(
            long links, Path full, Path edges, Path note, JsonNode sizes, boolean made) {
        return new BenchmarkInput(
                links,
                full,
                edges,
                note,
                sizes.path("full_bytes").asLong(),
                sizes.path("edges_bytes").asLong(),
                sizes.path("data_bytes").asLong(),
                made);
    }

    private static int scale(long links) {
        double bits = SCALE + Math.log(links / SCALE_LINKS) / Math.log(2);
        return Math.clamp(Math.round(bits), 1, 31);
    }

    private static long sizeOf(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : -1;
    }

    /** Reads both files, so that they are in the page cache. */
    void warm() throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(READ_BYTES);
        for (Path file : List.of(full, edges)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                while (channel.read(piece.clear()) >= 0) {}
            }
        }
    }

    void delete() throws IOException {
        for (Path file : List.of(note, full, edges)) {
            Files.deleteIfExists(file);
        }
    }
}
