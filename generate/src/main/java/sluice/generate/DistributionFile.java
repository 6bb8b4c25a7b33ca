package sluice.generate;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringTokenizer;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A file of LinkBench's form, {@code Distribution.dat}: sections, each a name and then one point a
 * line, a value and the percentage of nodes that have at most this value.
 */
public final class DistributionFile {
    private DistributionFile() {}

    /**
     * The points of one section: {@code shares[i]}, from 0 to 1, have at most {@code values[i]}.
     * Both rise; the last share is 1. The arrays are not written to.
     */
    public record Section(long[] values, double[] shares) {}

    /** Reads one section; the others are passed over. */
    public static Section read(Path file, String section) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return new Reading(file.toString(), section).read(reader);
        }
    }

    /** Gathers points. */
    static final class Points {
        private long[] values = new long[1024];
        private double[] shares = new double[1024];
        private int count;

        void add(long value, double share) {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
                shares = Arrays.copyOf(shares, 2 * count);
            }
            values[count] = value;
            shares[count] = share;
            count++;
        }

        Section section() {
            return new Section(Arrays.copyOf(values, count), Arrays.copyOf(shares, count));
        }
    }

    private static final class Reading {
        private final String file;
        private final String section;
        private final Points points = new Points();
        private int lineNumber;

        Reading(String file, String section) {
            this.file = file;
            this.section = section;
        }

        /** An integer starts a point, any other word a section; both may stand anywhere. */
        Section read(BufferedReader reader) throws IOException {
            boolean inSection = false;
            String value = "";
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lineNumber++;
                StringTokenizer words = new StringTokenizer(line);
                while (words.hasMoreTokens()) {
                    String word = words.nextToken();
                    if (!value.isEmpty()) {
                        if (inSection) {
                            add(value, word);
                        }
                        value = "";
                    } else if (isInteger(word)) {
                        value = word;
                    } else {
                        if (inSection) {
                            return checked();
                        }
                        inSection = word.equals(section);
                    }
                }
            }
            if (!value.isEmpty()) {
                throw wrong("value " + value + " has no percentage after it");
            }
            return checked();
        }

        private void add(String valueText, String percentText) {
            long value;
            double share;
            try {
                value = Long.parseLong(valueText);
                share = Double.parseDouble(percentText) / 100;
            } catch (NumberFormatException failure) {
                throw wrong("\"%s %s\" are not two numbers".formatted(valueText, percentText));
            }
            int count = points.count;
            if (count > 0 && value <= points.values[count - 1]) {
                long before = points.values[count - 1];
                throw wrong("value %d does not rise above %d".formatted(value, before));
            }
            double before = count > 0 ? points.shares[count - 1] : 0;
            if (!(share > before && share <= 1)) {
                throw wrong(
                        "percentage %s is not above %s and up to 100"
                                .formatted(percentText, before * 100));
            }
            points.add(value, share);
        }

        private Section checked() {
            if (points.count == 0) {
                throw wrong("no points in a section " + section);
            }
            if (points.shares[points.count - 1] != 1) {
                throw wrong("the last percentage is not 100");
            }
            return points.section();
        }

        private SluiceException wrong(String what) {
            return new SluiceException(
                    ErrorCode.INPUT,
                    "%s:%d: %s; expected LinkBench's distribution file, its %s as lines of value and percentage"
                            .formatted(file, lineNumber, what, section));
        }

        private static boolean isInteger(String word) {
            return word.chars().allMatch(character -> character >= '0' && character <= '9');
        }
    }
}
