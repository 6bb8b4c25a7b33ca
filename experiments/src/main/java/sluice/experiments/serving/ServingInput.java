package sluice.experiments.serving;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Links in files: ids from 0 on with about {@value #DEGREE} links each, in random order.
 *
 * @param ids below which all id1 are
 */
record ServingInput(Path all, Path changed, long links, long ids) {
    static final int DEGREE = 20;
    static final long LINK_TYPE = 1;

    private static final int DATA_BYTES = 30;
    private static final long SEED = 7;

    /** Writes all links, and a link more for each of the lowest hundredth of the ids. */
    static ServingInput write(Path folder, long links) throws IOException {
        Files.createDirectories(folder);
        ServingInput input =
                new ServingInput(
                        folder.resolve("all.tsv"),
                        folder.resolve("changed.tsv"),
                        links,
                        Math.max(100, links / DEGREE));
        SplittableRandom random = new SplittableRandom(SEED);
        try (OutputStream file = open(input.all)) {
            for (long link = 0; link < links; link++) {
                write(file, random.nextLong(input.ids), random, 1);
            }
        }
        try (OutputStream file = open(input.changed)) {
            for (long id = 0; id < input.ids / 100; id++) {
                write(file, id, random, 2);
            }
        }
        return input;
    }

    private static OutputStream open(Path file) throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18);
        out.write("id1\tlink_type\tid2\ttime\tdata\n".getBytes(US_ASCII));
        return out;
    }

    private static void write(OutputStream file, long id1, SplittableRandom random, int version)
            throws IOException {
        StringBuilder line = new StringBuilder();
        line.append(id1).append('\t').append(LINK_TYPE).append('\t');
        line.append(random.nextLong(1L << 40)).append('\t');
        line.append(version * 1_000_000_000L + random.nextInt(1 << 29)).append('\t');
        for (int i = 0; i < DATA_BYTES; i++) {
            line.append((char) ('a' + random.nextInt(26)));
        }
        file.write(line.append('\n').toString().getBytes(US_ASCII));
    }
}
