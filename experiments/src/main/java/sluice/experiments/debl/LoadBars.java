package sluice.experiments.debl;

import java.util.List;
import java.util.Locale;
import sluice.report.Page;

/** Figure 4 of the paper: a bar for each variant's load, as SVG. */
final class LoadBars {
    private static final int WIDTH = 360;
    private static final int ROW = 30;
    private static final int BAR = 11;
    private static final double ROOM = 270;

    private LoadBars() {}

    static String svg(List<VariantResult> results) {
        double max = results.stream().mapToDouble(VariantResult::endSeconds).max().orElse(1);
        int height = results.size() * ROW + 4;
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"load times\">%n"
                        .formatted(WIDTH, height));
        for (int index = 0; index < results.size(); index++) {
            VariantResult result = results.get(index);
            int top = index * ROW;
            double uptime = result.uptimeSeconds() / max * ROOM;
            double end = Math.max(uptime, result.endSeconds() / max * ROOM);
            String style = ThroughputPlot.style(result.variant());
            svg.append(
                    "<text x=\"0\" y=\"%d\">%s</text>%n"
                            .formatted(top + 11, Page.escaped(result.variant().title())));
            svg.append(
                    "<rect class=\"rest %s\" x=\"0\" y=\"%d\" width=\"%s\" height=\"%d\"/>%n"
                            .formatted(style, top + 15, number(end), BAR));
            svg.append(
                    "<rect class=\"%s\" x=\"0\" y=\"%d\" width=\"%s\" height=\"%d\"/>%n"
                            .formatted(style, top + 15, number(uptime), BAR));
            svg.append(
                    "<text x=\"%s\" y=\"%d\">%s</text>%n"
                            .formatted(number(end + 4), top + 24, seconds(result)));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String seconds(VariantResult result) {
        String uptime = number(result.uptimeSeconds());
        String end = number(result.endSeconds());
        return uptime.equals(end) ? uptime + " s" : uptime + " / " + end + " s";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
