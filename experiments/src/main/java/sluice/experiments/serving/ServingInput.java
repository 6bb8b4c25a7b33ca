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

    /** The usual length of the data of a link. */
    static final int DATA_BYTES = 30;

    private static final long SEED = 7;
    private static final int LETTERS = 1 << 16;

    /**
     * Writes all links, and a link more for each of the lowest hundredth of the ids; each with
     * {@code dataBytes} of letters.
     */
    static ServingInput write(Path folder, long links, int dataBytes) throws IOException {
        Files.createDirectories(folder);
        ServingInput input =
                new ServingInput(
                        folder.resolve("all.tsv"),
                        folder.resolve("changed.tsv"),
                        links,
                        Math.max(100, links / DEGREE));
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] letters = new byte[LETTERS + dataBytes];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) ('a' + random.nextInt(26));
        }
        try (OutputStream file = open(input.all)) {
            for (long link = 0; link < links; link++) {
                writeKey(file, random.nextLong(input.ids), random, 1);
                writeData(file, letters, random.nextInt(LETTERS), dataBytes);
            }
        }
        try (OutputStream file = open(input.changed)) {
            for (long id = 0; id < input.ids / 100; id++) {
                writeKey(file, id, random, 2);
                writeData(file, letters, random.nextInt(LETTERS), dataBytes);
            }
        }
        return input;
    }

    private static OutputStream open(Path file) throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18);
        out.write("id1\tlink_type\tid2\ttime\tdata\n".getBytes(US_ASCII));
        return out;
    }

    private static void writeKey(OutputStream file, long id1, SplittableRandom random, int version)
            throws IOException {
        StringBuilder line = new StringBuilder();
        line.append(id1).append('\t').append(LINK_TYPE).append('\t');
        line.append(random.nextLong(1L << 40)).append('\t');
        line.append(version * 1_000_000_000L + random.nextInt(1 << 29)).append('\t');
        file.write(line.toString().getBytes(US_ASCII));
    }

    private static void writeData(OutputStream file, byte[] letters, int from, int count)
            throws IOException {
        file.write(letters, from, count);
        file.write('\n');
    }
}
