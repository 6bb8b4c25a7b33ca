package sluice.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.UndoneBySignal;

/**
 * Writes a generated graph to text files, in parallel and to the same bytes for any number of
 * threads.
 *
 * <p>Each thread holds one buffer of 4 MiB, and a chunk that is longer waits for its turn and goes
 * straight to the file, so memory does not grow with the graph. Files appear under their names when
 * all are whole; Ctrl-C or SIGTERM before that leaves none.
 */
public final class GraphFiles {
    /** Holds the longest node, quoted. */
    private static final int BUFFER_BYTES = 4 << 20;

    private GraphFiles() {}

    /** Told after each chunk, by one thread at a time, how much there is so far. */
    @FunctionalInterface
    public interface Progress {
        void written(long rows, long bytes);
    }

    /** What was written. */
    public record Written(List<Path> files, long rows, long bytes) {
        public Written {
            files = List.copyOf(files);
        }
    }

    /** Makes the rows of a chunk. */
    private interface Rows<T extends PartFile.ChunkText> {
        void make(long chunk, T text);
    }

    /** Makes the buffer of one thread. */
    private interface Texts<T extends PartFile.ChunkText> {
        T open(PartFile.ChunkText.Output output);
    }

    /** What is written: the rows of all chunks, and what stands around them in each file. */
    private record Content<T extends PartFile.ChunkText>(
            long chunks, Texts<T> texts, Rows<T> rows, byte[] header, byte[] footer) {}

    /** The files to write. */
    private record Target(Path path, List<Path> files) {}

    /**
     * Writes all links to the file {@code target}, or with more than one part to files {@code
     * links-0000.tsv} and so on in the directory {@code target}, which is made where it is missing.
     */
    public static Written writeLinks(
            GeneratedGraph graph,
            Path target,
            GraphFileLayout layout,
            int threads,
            Progress progress)
            throws IOException {
        return write(
                new Content<>(
                        graph.linkChunkCount(),
                        output -> new RowText(layout, BUFFER_BYTES, output),
                        graph::links,
                        RowText.linkHeader(layout),
                        new byte[0]),
                target("links", target, layout),
                threads,
                progress);
    }

    /** Writes all nodes as {@link #writeLinks} writes links. */
    public static Written writeNodes(
            GeneratedGraph graph,
            Path target,
            GraphFileLayout layout,
            int threads,
            Progress progress)
            throws IOException {
        if (graph.nodeChunkCount() == 0 || layout.format().onlyIds()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "no nodes to write as %s; expected a LinkBench graph as tsv or csv"
                            .formatted(layout.format()));
        }
        return write(
                new Content<>(
                        graph.nodeChunkCount(),
                        output -> new RowText(layout, BUFFER_BYTES, output),
                        graph::nodes,
                        RowText.nodeHeader(layout),
                        new byte[0]),
                target("nodes", target, layout),
                threads,
                progress);
    }

    /** Writes all people, then all links between them, as {@link #writeLinks} writes links. */
    public static Written writePeople(
            PeopleGraph graph, Path target, PeopleLayout layout, int threads, Progress progress)
            throws IOException {
        long people = graph.personChunkCount();
        String suffix = layout.format().suffix();
        return write(
                new Content<>(
                        people + graph.linkChunkCount(),
                        output -> new PeopleText(layout, graph.linkTypes(), BUFFER_BYTES, output),
                        (chunk, text) -> {
                            if (chunk < people) {
                                graph.people(chunk, text::person);
                            } else {
                                graph.links(chunk - people, text::link);
                            }
                        },
                        layout.format().header().getBytes(StandardCharsets.US_ASCII),
                        layout.format().footer().getBytes(StandardCharsets.US_ASCII)),
                target("people", suffix, target, layout.parts(), layout.replace()),
                threads,
                progress);
    }

    /**
     * Writes the schema of people to a file beside {@code target}: its name ends with {@code
     * .schema} in place of the ending. A file that has this very text stays. Returns the file.
     */
    public static Path writeSchema(PeopleGraph graph, Path target, PeopleLayout layout)
            throws IOException {
        String name = target.toAbsolutePath().normalize().getFileName().toString();
        Path file =
                target.resolveSibling(name.replaceFirst("\\.(rdf|nt|nq|json)$", "") + ".schema");
        String schema = PeopleText.schema(layout, graph.linkTypes());
        try {
            if (Files.isRegularFile(file) && Files.readString(file).equals(schema)) {
                return file;
            }
            checkNew(file, layout.replace());
            return Files.writeString(file, schema);
        } catch (IOException failure) {
            throw unusable(file, failure);
        }
    }

    private static <T extends PartFile.ChunkText> Written write(
            Content<T> content, Target target, int threads, Progress progress) throws IOException {
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "threads is %d, expected 1 or more".formatted(threads));
        }
        List<PartFile> parts = new CopyOnWriteArrayList<>();
        try (UndoneBySignal made = UndoneBySignal.by(() -> parts.forEach(PartFile::delete))) {
            List<Path> files = target.files();
            for (int part = 0; part < files.size(); part++) {
                Path file = files.get(part);
                long first = firstChunk(part, content.chunks(), files.size());
                made.step(() -> parts.add(PartFile.create(file, content.header(), first)));
            }
            Job<T> job = new Job<>(content, parts, progress);
            try {
                job.workers.run(threads, job::work);
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            }
            long bytes = made.step(() -> finish(parts, content.footer()));
            return new Written(target.files(), job.rowsWritten, bytes);
        } catch (IOException failure) {
            throw unusable(target.path(), failure);
        } finally {
            for (PartFile part : parts) {
                part.close();
            }
        }
    }

    /** Returns how many bytes there are in all. */
    private static long finish(List<PartFile> parts, byte[] footer) throws IOException {
        long bytes = 0;
        for (PartFile part : parts) {
            part.finish(footer);
            bytes += part.lengthBytes();
        }
        return bytes;
    }

    private static Target target(String name, Path target, GraphFileLayout layout)
            throws IOException {
        return target(name, layout.format().suffix(), target, layout.parts(), layout.replace());
    }

    private static Target target(
            String name, String suffix, Path target, int parts, boolean replace)
            throws IOException {
        List<Path> files = new ArrayList<>();
        if (parts == 1) {
            files.add(target);
        } else {
            try {
                Files.createDirectories(target);
            } catch (IOException failure) {
                throw unusable(target, failure);
            }
            for (int part = 0; part < parts; part++) {
                files.add(target.resolve("%s-%04d.%s".formatted(name, part, suffix)));
            }
        }
        for (Path file : files) {
            checkNew(file, replace);
        }
        return new Target(target, files);
    }

    private static void checkNew(Path file, boolean replace) {
        if (Files.isDirectory(file) || !replace && Files.exists(file)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s exists; expected a new file: name another, or replace it with --replace"
                            .formatted(file));
        }
    }

    private static SluiceException unusable(Path target, IOException failure) {
        boolean misnamed =
                failure instanceof NoSuchFileException
                        || failure instanceof FileAlreadyExistsException;
        return new SluiceException(
                misnamed ? ErrorCode.CONFIG : ErrorCode.RESOURCE,
                "%s cannot be written (%s: %s); expected a directory that exists, has room and may be written"
                        .formatted(
                                target, failure.getClass().getSimpleName(), failure.getMessage()),
                failure);
    }

    /** Parts get equally many chunks, give or take one. */
    private static long firstChunk(int part, long chunks, int parts) {
        return chunks / parts * part + Math.min(chunks % parts, part);
    }

    private static final class Job<T extends PartFile.ChunkText> {
        final WorkerThreads workers = WorkerThreads.platform("generate");
        private final Content<T> content;
        private final List<PartFile> parts;
        private final Progress progress;
        private final AtomicLong nextChunk = new AtomicLong();

        /** Guarded by this, as the one below is. */
        private long rowsWritten;

        private long bytesWritten;

        Job(Content<T> content, List<PartFile> parts, Progress progress) {
            this.content = content;
            this.parts = parts;
            this.progress = progress;
        }

        /** Chunks are taken in order, so that the one whose turn it is never waits for a thread. */
        void work() throws IOException {
            ChunkOutput output = new ChunkOutput();
            T text = content.texts().open(output);
            for (long chunk = nextChunk.getAndIncrement();
                    chunk < content.chunks() && !workers.stopped();
                    chunk = nextChunk.getAndIncrement()) {
                text.begin(output.begin(chunk));
                content.rows().make(chunk, text);
                output.part.append(chunk, text.text(), text.lengthBytes(), true, workers::stopped);
                report(text.rowCount(), output.bytes + text.lengthBytes());
                text.clear();
            }
        }

        private synchronized void report(long rowCount, long bytes) {
            rowsWritten += rowCount;
            bytesWritten += bytes;
            progress.written(rowsWritten, bytesWritten);
        }

        private int partOf(long chunk) {
            long chunks = content.chunks();
            int part = (int) Math.min(parts.size() - 1, chunk / Math.max(1, chunks / parts.size()));
            while (firstChunk(part, chunks, parts.size()) > chunk) {
                part--;
            }
            return part;
        }

        private final class ChunkOutput implements PartFile.ChunkText.Output {
            private long chunk;
            private PartFile part = parts.getFirst();
            private long bytes;

            /** Begins a chunk; returns whether it is the first of its file. */
            boolean begin(long chunk) {
                int number = partOf(chunk);
                this.chunk = chunk;
                part = parts.get(number);
                bytes = 0;
                return chunk == firstChunk(number, content.chunks(), parts.size());
            }

            @Override
            public void append(byte[] text, int lengthBytes) throws IOException {
                part.append(chunk, text, lengthBytes, false, workers::stopped);
                bytes += lengthBytes;
            }
        }
    }
}
