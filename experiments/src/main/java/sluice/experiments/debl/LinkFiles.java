package sluice.experiments.debl;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.generate.GeneratedGraph;
import sluice.generate.LinkBenchOptions;

/**
 * The links to be loaded, in files by their time, oldest first: what was changed last is in the
 * last files, in the order of its ids.
 *
 * @param links in all files
 * @param bytes of all files
 */
record LinkFiles(List<Path> files, long links, long bytes) {
    static final int FILES = 10;
    static final String HEADER = "id1\tlink_type\tid2\ttime\tdata\n";

    /** LinkBench spreads its links evenly over so many milliseconds before its present. */
    private static final long SPAN_MILLIS = 1L << 32;

    private static final int NUMBER_BYTES = 21;

    LinkFiles {
        files = List.copyOf(files);
    }

    /** The newest files: two of ten. */
    List<Path> recent() {
        return files.subList(FILES - FILES / 5, FILES);
    }

    /** All others. */
    List<Path> historical() {
        return files.subList(0, FILES - FILES / 5);
    }

    /** Writes them to {@code folder}. */
    static LinkFiles write(GeneratedGraph graph, Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> files = new ArrayList<>();
        List<OutputStream> outputs = new ArrayList<>();
        Rows rows = new Rows(outputs);
        try {
            for (int index = 0; index < FILES; index++) {
                Path file = folder.resolve("links-%02d.tsv".formatted(index));
                files.add(file);
                outputs.add(new BufferedOutputStream(Files.newOutputStream(file), 1 << 18));
                outputs.getLast().write(HEADER.getBytes(StandardCharsets.US_ASCII));
            }
            graph.forEachLink(rows::add);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            for (OutputStream output : outputs) {
                output.close();
            }
        }
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return new LinkFiles(files, rows.links, bytes);
    }

    private static final class Rows {
        final List<OutputStream> outputs;
        private final byte[] digits = new byte[NUMBER_BYTES];
        long links;

        Rows(List<OutputStream> outputs) {
            this.outputs = outputs;
        }

        void add(long id1, long linkType, long id2, long time, byte[] data, int lengthBytes) {
            long age = LinkBenchOptions.NOW_MILLIS - 1 - time;
            int file = FILES - 1 - Math.clamp(age * FILES / SPAN_MILLIS, 0, FILES - 1);
            OutputStream output = outputs.get(file);
            try {
                number(output, id1);
                number(output, linkType);
                number(output, id2);
                number(output, time);
                output.write(data, 0, lengthBytes);
                output.write('\n');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            links++;
        }

        private void number(OutputStream output, long value) throws IOException {
            int at = NUMBER_BYTES;
            digits[--at] = '\t';
            long rest = value;
            do {
                digits[--at] = (byte) ('0' + rest % 10);
                rest /= 10;
            } while (rest > 0);
            output.write(digits, at, NUMBER_BYTES - at);
        }
    }
}
