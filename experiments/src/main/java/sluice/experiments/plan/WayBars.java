package sluice.experiments.plan;

import java.util.Locale;
import sluice.plan.simulation.InsertionWay;
import sluice.report.Page;

/** A figure whose set-ups are not amounts: a group of bars for each, as SVG. */
final class WayBars {
    private static final int WIDTH = 360;
    private static final int BAR = 10;
    private static final int STEP = 12;
    private static final int HEADING = 15;
    private static final int GAP = 6;
    private static final double ROOM = 300;

    private WayBars() {}

    static String svg(FigureTimes times) {
        double most = 1;
        for (InsertionWay way : times.figure().ways()) {
            for (double seconds : times.seconds(way)) {
                most = Math.max(most, seconds);
            }
        }
        int group = HEADING + times.figure().ways().size() * STEP + GAP;
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n"
                        .formatted(
                                WIDTH,
                                group * times.rows().size(),
                                Page.escaped(times.figure().title())));
        int top = 0;
        for (FigureTimes.Row row : times.rows()) {
            svg.append(
                    "<text x=\"0\" y=\"%d\">%s</text>%n"
                            .formatted(top + 10, Page.escaped(row.setup().label())));
            int bar = top + HEADING;
            for (InsertionWay way : times.figure().ways()) {
                double width = row.of(way) / most * ROOM;
                svg.append(
                        "<rect class=\"%s\" x=\"0\" y=\"%d\" width=\"%s\" height=\"%d\"/>%n"
                                .formatted(style(way), bar, number(width), BAR));
                svg.append(
                        "<text x=\"%s\" y=\"%d\">%s</text>%n"
                                .formatted(number(width + 4), bar + 8, number(row.of(way)) + " s"));
                bar += STEP;
            }
            top += group;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
    }

    /** The class that colours a way on the page. */
    static String style(InsertionWay way) {
        return switch (way) {
            case PLANNED -> "v3";
            case KEPT -> "v0";
            case RANDOM -> "v1";
            case SORTED -> "v2";
        };
    }
}
