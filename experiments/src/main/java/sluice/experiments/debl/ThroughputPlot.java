package sluice.experiments.debl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sluice.linkbench.run.Interval;
import sluice.report.Page;

/**
 * Figure 5 of the paper: when each variant's uptime begins, and what it answers from then on, as
 * SVG. Both axes are logarithmic, as the variants are hundreds of times apart.
 */
final class ThroughputPlot {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 250;
    private static final int LEFT = 34;
    private static final int RIGHT = 352;
    private static final int TOP = 8;
    private static final int BOTTOM = 228;
    private static final double SECONDS_LEAST = 0.1;

    private final double secondsMin;
    private final double secondsMax;
    private final double ratesMin;
    private final double ratesMax;

    private ThroughputPlot(List<VariantResult> asked) {
        secondsMin = asked.stream().mapToDouble(VariantResult::uptimeSeconds).min().orElse(1) / 1.3;
        secondsMax =
                Math.max(
                        10 * SECONDS_LEAST,
                        asked.stream().mapToDouble(VariantResult::lastAnswerSeconds).max().orElse(1)
                                * 1.1);
        ratesMin = 10;
        ratesMax =
                Math.max(
                        1000,
                        asked.stream().mapToDouble(VariantResult::peakRate).max().orElse(1) * 1.3);
    }

    /** The class that colours a variant on the page. */
    static String style(Variant variant) {
        return "v" + variant.ordinal();
    }

    static String legend(List<VariantResult> results) {
        StringBuilder legend = new StringBuilder("<ul class=\"legend\">\n");
        for (VariantResult result : asked(results)) {
            legend.append(
                    "<li><i class=\"key %s\"></i>%s</li>%n"
                            .formatted(
                                    style(result.variant()),
                                    Page.escaped(result.variant().title())));
        }
        return legend.append("</ul>\n").toString();
    }

    static String svg(List<VariantResult> results) {
        return new ThroughputPlot(asked(results)).draw(asked(results));
    }

    private static List<VariantResult> asked(List<VariantResult> results) {
        return results.stream().filter(result -> result.requests() > 0).toList();
    }

    private String draw(List<VariantResult> results) {
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"throughput over time\">%n"
                        .formatted(WIDTH, HEIGHT));
        for (double mark : marks(ratesMin, ratesMax, false)) {
            svg.append(
                    ("<path class=\"grid\" d=\"M%d %sH%d\"/>"
                                    + "<text class=\"up\" x=\"%d\" y=\"%s\">%s</text>%n")
                            .formatted(
                                    LEFT,
                                    number(y(mark)),
                                    RIGHT,
                                    LEFT - 3,
                                    number(y(mark)),
                                    mark >= 1000 ? (long) mark / 1000 + "k" : "" + (long) mark));
        }
        for (double mark : marks(secondsMin, secondsMax, true)) {
            svg.append(
                    "<path class=\"grid\" d=\"M%s %dV%d\"/><text class=\"across\" x=\"%s\" y=\"%d\">%s s</text>%n"
                            .formatted(
                                    number(x(mark)),
                                    TOP,
                                    BOTTOM,
                                    number(x(mark)),
                                    BOTTOM + 12,
                                    mark < 1 ? String.valueOf(mark) : "" + (long) mark));
        }
        results.forEach(result -> line(result, svg));
        return svg.append("</svg>\n").toString();
    }

    private void line(VariantResult result, StringBuilder svg) {
        String style = style(result.variant());
        List<String> points = new ArrayList<>();
        String up = number(x(result.uptimeSeconds()));
        points.add(up + "," + BOTTOM);
        List<Interval> seconds = result.seconds();
        for (int index = 0; index < seconds.size(); index++) {
            Interval second = seconds.get(index);
            double begin = result.uptimeSeconds() + second.second();
            double end = Math.min(begin + 1, result.lastAnswerSeconds());
            // The last second ends with the last answer.
            double rate = second.requests() / Math.max(0.05, end - begin);
            points.add(number(x(begin)) + "," + number(y(rate)));
            points.add(number(x(end)) + "," + number(y(rate)));
        }
        svg.append(
                "<polyline class=\"%s\" points=\"%s\"/>%n"
                        .formatted(style, String.join(" ", points)));
        svg.append(
                "<circle class=\"%s\" cx=\"%s\" cy=\"%d\" r=\"3\"/>%n"
                        .formatted(style, up, BOTTOM));
    }

    private static List<Double> marks(double min, double max, boolean halves) {
        List<Double> marks = new ArrayList<>();
        for (double ten = Math.pow(10, Math.floor(Math.log10(min))); ten <= max; ten *= 10) {
            for (double mark : halves ? new double[] {ten, 2 * ten, 5 * ten} : new double[] {ten}) {
                if (mark >= min && mark <= max) {
                    marks.add(mark);
                }
            }
        }
        return marks;
    }

    private double x(double seconds) {
        return LEFT + place(seconds, secondsMin, secondsMax) * (RIGHT - LEFT);
    }

    private double y(double rate) {
        return BOTTOM - place(rate, ratesMin, ratesMax) * (BOTTOM - TOP);
    }

    private static double place(double value, double min, double max) {
        return Math.clamp(Math.log(Math.max(value, min) / min) / Math.log(max / min), 0, 1);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
