package sluice.bench.graph;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringTokenizer;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How many links nodes have: the distribution of out-degrees, as a step function.
 *
 * <p>Read from a file of LinkBench's form, or built in. The built-in one is a compact form of the
 * same curve: 628 knots in a resource whose head says how they were chosen. Immutable; a lookup
 * costs a binary search in the points that share the upper 16 bits of the quantile.
 */
public final class OutDegrees {
    private static final String SECTION = "nlinks";
    private static final String BUILT_IN = "out-degrees.txt";
    private static final int GUIDE_SIZE = 1 << 16;

    /**
     * Between two knots a step is made for every degree, or 1/20000 of the degree where that is
     * more.
     */
    private static final int STEPS_PER_DEGREE = 20_000;

    private final long[] degrees;

    /** For each degree the share of nodes that have at most as many links. */
    private final double[] shares;

    /** For each 65536th of the quantiles the first point that can answer it. */
    private final int[] guide;

    private OutDegrees(Points points) {
        degrees = Arrays.copyOf(points.degrees, points.count);
        shares = Arrays.copyOf(points.shares, points.count);
        guide = new int[GUIDE_SIZE + 2];
        int point = 0;
        for (int i = 0; i < guide.length; i++) {
            while (point < shares.length - 1 && shares[point] < (double) i / GUIDE_SIZE) {
                point++;
            }
            guide[i] = point;
        }
    }

    /**
     * The out-degree of the node at quantile {@code quantile}, above 0 and up to 1, which is the
     * largest.
     */
    long degree(double quantile) {
        int slot = (int) (quantile * GUIDE_SIZE);
        int low = guide[slot];
        int high = guide[slot + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (shares[middle] < quantile) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return degrees[low];
    }

    /** The largest out-degree that any node has. */
    public long largest() {
        return degrees[degrees.length - 1];
    }

    /** The mean out-degree. */
    public double mean() {
        double mean = degrees[0] * shares[0];
        for (int i = 1; i < degrees.length; i++) {
            mean += degrees[i] * (shares[i] - shares[i - 1]);
        }
        return mean;
    }

    int pointCount() {
        return degrees.length;
    }

    /** A quantile in the middle of step {@code point}; for tests of one curve against another. */
    double quantile(int point) {
        return point == 0 ? shares[0] / 2 : (shares[point - 1] + shares[point]) / 2;
    }

    /** Reads the section {@code nlinks} of a file of LinkBench's form, {@code Distribution.dat}. */
    public static OutDegrees read(Path file) throws IOException {
        String name = file.toString();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            return new OutDegrees(readSection(name, reader));
        }
    }

    /** The compact form of LinkBench's curve that comes with Sluice. */
    public static OutDegrees builtIn() {
        try (InputStream resource = OutDegrees.class.getResourceAsStream(BUILT_IN)) {
            if (resource == null) {
                throw new IllegalStateException("resource missing: " + BUILT_IN);
            }
            String text = new String(resource.readAllBytes(), StandardCharsets.US_ASCII);
            return new OutDegrees(
                    interpolate(text.lines().filter(line -> !line.startsWith("#")).toList()));
        } catch (IOException failure) {
            throw new IllegalStateException("resource unreadable: " + BUILT_IN, failure);
        }
    }

    /** An integer starts a point, any other word a section; both may stand anywhere on a line. */
    private static Points readSection(String name, BufferedReader reader) throws IOException {
        Points points = new Points();
        boolean inSection = false;
        String degree = "";
        int lineNumber = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lineNumber++;
            StringTokenizer words = new StringTokenizer(line);
            while (words.hasMoreTokens()) {
                String word = words.nextToken();
                if (!degree.isEmpty()) {
                    if (inSection) {
                        points.add(name, lineNumber, degree, word);
                    }
                    degree = "";
                } else if (isInteger(word)) {
                    degree = word;
                } else {
                    if (inSection) {
                        return points.checked(name, lineNumber);
                    }
                    inSection = word.equals(SECTION);
                }
            }
        }
        if (!degree.isEmpty()) {
            throw wrong(name, lineNumber, "value " + degree + " has no percentage after it");
        }
        return points.checked(name, lineNumber);
    }

    private static boolean isInteger(String word) {
        return word.chars().allMatch(character -> character >= '0' && character <= '9');
    }

    private static Points interpolate(List<String> lines) {
        List<Knot> knots = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            knots.add(
                    new Knot(
                            Long.parseLong(words[0]),
                            Double.parseDouble(words[1]),
                            words.length == 3));
        }
        Points points = new Points();
        points.add(knots.getFirst().degree, 1 - knots.getFirst().shareAbove);
        for (int i = 1; i < knots.size(); i++) {
            Knot from = knots.get(i - 1);
            Knot to = knots.get(i);
            if (!to.flat && from.degree > 0) {
                addPowerLaw(points, from, to);
            }
            points.add(to.degree, 1 - to.shareAbove);
        }
        return points;
    }

    private static void addPowerLaw(Points points, Knot from, Knot to) {
        double exponent =
                StrictMath.log(to.shareAbove / from.shareAbove)
                        / StrictMath.log((double) to.degree / from.degree);
        long stride = Math.max(1, from.degree / STEPS_PER_DEGREE);
        for (long degree = from.degree + stride; degree < to.degree; degree += stride) {
            double fall = StrictMath.pow((double) degree / from.degree, exponent);
            points.add(degree, 1 - from.shareAbove * fall);
        }
    }

    private static SluiceException wrong(String name, int line, String what) {
        return new SluiceException(
                ErrorCode.INPUT,
                "%s:%d: %s; expected LinkBench's distribution file, its %s as lines of value and percentage"
                        .formatted(name, line, what, SECTION));
    }

    private record Knot(long degree, double shareAbove, boolean flat) {}

    private static final class Points {
        long[] degrees = new long[1024];
        double[] shares = new double[1024];
        int count;

        void add(long degree, double share) {
            if (count == degrees.length) {
                degrees = Arrays.copyOf(degrees, 2 * count);
                shares = Arrays.copyOf(shares, 2 * count);
            }
            degrees[count] = degree;
            shares[count] = share;
            count++;
        }

        void add(String name, int line, String degreeText, String percentText) {
            long degree;
            double share;
            try {
                degree = Long.parseLong(degreeText);
                share = Double.parseDouble(percentText) / 100;
            } catch (NumberFormatException failure) {
                throw wrong(
                        name,
                        line,
                        "\"%s %s\" are not two numbers".formatted(degreeText, percentText));
            }
            if (count > 0 && degree <= degrees[count - 1]) {
                long before = degrees[count - 1];
                throw wrong(
                        name, line, "value %d does not rise above %d".formatted(degree, before));
            }
            double before = count > 0 ? shares[count - 1] : 0;
            if (!(share > before && share <= 1)) {
                throw wrong(
                        name,
                        line,
                        "percentage %s is not above %s and up to 100"
                                .formatted(percentText, before * 100));
            }
            add(degree, share);
        }

        Points checked(String name, int line) {
            if (count == 0) {
                throw wrong(name, line, "no points in a section " + SECTION);
            }
            if (shares[count - 1] != 1) {
                throw wrong(name, line, "the last percentage is not 100");
            }
            return this;
        }
    }
}
