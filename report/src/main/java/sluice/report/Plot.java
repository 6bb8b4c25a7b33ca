package sluice.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A plot of lines as SVG that takes its colours from the page. It is as wide as a phone's screen in
 * its own units, so that its text can be read there.
 */
public final class Plot {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 210;
    private static final int LEFT = 46;
    private static final int RIGHT = 342;
    private static final int TOP = 10;
    private static final int BOTTOM = 184;

    private final String title;
    private final Scale across;
    private final Scale up;
    private final StringBuilder lines = new StringBuilder();

    /** A point in the units of what is shown. */
    public record Point(double x, double y) {}

    /** An empty plot. */
    public Plot(String title, Scale across, Scale up) {
        this.title = title;
        this.across = across;
        this.up = up;
    }

    /** Adds a line; {@code style} is a class of the page. */
    public void line(List<Point> points, String style) {
        List<String> places = new ArrayList<>();
        for (Point point : points) {
            places.add(number(x(point.x)) + "," + number(y(point.y)));
        }
        lines.append(
                "<polyline class=\"%s\" points=\"%s\"/>%n"
                        .formatted(style, String.join(" ", places)));
    }

    /** The plot with its axes and lines. */
    public String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n"
                        .formatted(WIDTH, HEIGHT, Page.escaped(title)));
        for (double mark : up.marks()) {
            String y = number(y(mark));
            svg.append(
                    "<path class=\"grid\" d=\"M%d %sH%d\"/><text x=\"%d\" y=\"%s\" class=\"up\">%s</text>%n"
                            .formatted(LEFT, y, RIGHT, LEFT - 4, y, Page.escaped(up.label(mark))));
        }
        for (double mark : across.marks()) {
            String x = number(x(mark));
            svg.append(
                    "<path class=\"grid\" d=\"M%s %dV%d\"/><text x=\"%s\" y=\"%d\" class=\"across\">%s</text>%n"
                            .formatted(
                                    x,
                                    TOP,
                                    BOTTOM,
                                    x,
                                    BOTTOM + 14,
                                    Page.escaped(across.label(mark))));
        }
        return svg.append(lines).append("</svg>\n").toString();
    }

    private double x(double value) {
        return LEFT + across.place(value) * (RIGHT - LEFT);
    }

    private double y(double value) {
        return BOTTOM - up.place(value) * (BOTTOM - TOP);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
