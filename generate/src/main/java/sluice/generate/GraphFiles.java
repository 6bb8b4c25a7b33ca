package sluice.generate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Writes a generated graph to text files, in parallel and to the same bytes for any number of
 * threads.
 *
 * <p>Each thread holds one buffer of 4 MiB, and a chunk that is longer waits for its turn and goes
 * straight to the file, so memory does not grow with the graph. Files appear under their names when
 * all are whole.
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

    private interface Rows {
        void make(long chunk, RowText text);
    }

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
        byte[] header = RowText.linkHeader(layout);
        long chunks = graph.linkChunkCount();
        return write("links", chunks, graph::links, header, target, layout, threads, progress);
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
        byte[] header = RowText.nodeHeader(layout);
        long chunks = graph.nodeChunkCount();
        return write("nodes", chunks, graph::nodes, header, target, layout, threads, progress);
    }

    private static Written write(
            String name,
            long chunks,
            Rows rows,
            byte[] header,
            Path target,
            GraphFileLayout layout,
            int threads,
            Progress progress)
            throws IOException {
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "threads is %d, expected 1 or more".formatted(threads));
        }
        List<PartFile> parts = new ArrayList<>();
        try {
            List<Path> files = files(name, target, layout);
            for (int part = 0; part < files.size(); part++) {
                parts.add(
                        PartFile.create(
                                files.get(part), header, firstChunk(part, chunks, files.size())));
            }
            Job job = new Job(chunks, rows, parts, layout, progress);
            try {
                job.workers.run(threads, job::work);
            } catch (UncheckedIOException failure) {
                throw failure.getCause();
            }
            long bytes = 0;
            for (PartFile part : parts) {
                part.finish();
                bytes += part.lengthBytes();
            }
            return new Written(files, job.rowsWritten, bytes);
        } catch (IOException failure) {
            throw unusable(target, failure);
        } finally {
            for (PartFile part : parts) {
                part.close();
            }
        }
    }

    private static List<Path> files(String name, Path target, GraphFileLayout layout)
            throws IOException {
        List<Path> files = new ArrayList<>();
        if (layout.parts() == 1) {
            files.add(target);
        } else {
            Files.createDirectories(target);
            for (int part = 0; part < layout.parts(); part++) {
                files.add(
                        target.resolve(
                                "%s-%04d.%s".formatted(name, part, layout.format().suffix())));
            }
        }
        for (Path file : files) {
            if (Files.isDirectory(file) || !layout.replace() && Files.exists(file)) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s exists; expected a new file: name another, or replace it with --replace"
                                .formatted(file));
            }
        }
        return files;
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

    private static final class Job {
        final WorkerThreads workers = WorkerThreads.platform("generate");
        private final long chunks;
        private final Rows rows;
        private final List<PartFile> parts;
        private final GraphFileLayout layout;
        private final Progress progress;
        private final AtomicLong nextChunk = new AtomicLong();

        /** Guarded by this, as the one below is. */
        private long rowsWritten;

        private long bytesWritten;

        Job(
                long chunks,
                Rows rows,
                List<PartFile> parts,
                GraphFileLayout layout,
                Progress progress) {
            this.chunks = chunks;
            this.rows = rows;
            this.parts = parts;
            this.layout = layout;
            this.progress = progress;
        }

        /** Chunks are taken in order, so that the one whose turn it is never waits for a thread. */
        void work() throws IOException {
            ChunkOutput output = new ChunkOutput();
            RowText text = new RowText(layout, BUFFER_BYTES, output);
            for (long chunk = nextChunk.getAndIncrement();
                    chunk < chunks && !workers.stopped();
                    chunk = nextChunk.getAndIncrement()) {
                output.begin(chunk);
                rows.make(chunk, text);
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

        private PartFile partOf(long chunk) {
            int part = (int) Math.min(parts.size() - 1, chunk / Math.max(1, chunks / parts.size()));
            while (firstChunk(part, chunks, parts.size()) > chunk) {
                part--;
            }
            return parts.get(part);
        }

        private final class ChunkOutput implements RowText.Output {
            private long chunk;
            private PartFile part = parts.getFirst();
            private long bytes;

            void begin(long chunk) {
                this.chunk = chunk;
                part = partOf(chunk);
                bytes = 0;
            }

            @Override
            public void append(byte[] text, int lengthBytes) throws IOException {
                part.append(chunk, text, lengthBytes, false, workers::stopped);
                bytes += lengthBytes;
            }
        }
    }
}
