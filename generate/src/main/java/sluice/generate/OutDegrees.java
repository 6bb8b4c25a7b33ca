package sluice.generate;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    private OutDegrees(DistributionFile.Section points) {
        degrees = points.values();
        shares = points.shares();
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
        return new OutDegrees(DistributionFile.read(file, SECTION));
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

    private static DistributionFile.Section interpolate(List<String> lines) {
        List<Knot> knots = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            knots.add(
                    new Knot(
                            Long.parseLong(words[0]),
                            Double.parseDouble(words[1]),
                            words.length == 3));
        }
        DistributionFile.Points points = new DistributionFile.Points();
        points.add(knots.getFirst().degree, 1 - knots.getFirst().shareAbove);
        for (int i = 1; i < knots.size(); i++) {
            Knot from = knots.get(i - 1);
            Knot to = knots.get(i);
            if (!to.flat && from.degree > 0) {
                addPowerLaw(points, from, to);
            }
            points.add(to.degree, 1 - to.shareAbove);
        }
        return points.section();
    }

    private static void addPowerLaw(DistributionFile.Points points, Knot from, Knot to) {
        double exponent =
                StrictMath.log(to.shareAbove / from.shareAbove)
                        / StrictMath.log((double) to.degree / from.degree);
        long stride = Math.max(1, from.degree / STEPS_PER_DEGREE);
        for (long degree = from.degree + stride; degree < to.degree; degree += stride) {
            double fall = StrictMath.pow((double) degree / from.degree, exponent);
            points.add(degree, 1 - from.shareAbove * fall);
        }
    }

    private record Knot(long degree, double shareAbove, boolean flat) {}
}
