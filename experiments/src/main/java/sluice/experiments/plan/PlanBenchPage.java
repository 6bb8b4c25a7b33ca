package sluice.experiments.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sluice.plan.simulation.InsertionWay;
import sluice.report.Page;
import sluice.report.Plot;
import sluice.report.Scale;

/** The report as a page: a plot of each figure, and the tables. */
final class PlanBenchPage {
    private static final String STYLE = "/sluice/experiments/experiments.css";

    private final PlanBenchReport report;
    private final StringBuilder page = new StringBuilder();

    PlanBenchPage(PlanBenchReport report) {
        this.report = report;
    }

    String html() {
        paragraph(report.head());
        paragraph(PlanBenchReport.SIMULATED);
        if (!report.isWhole()) {
            page.append("<p class=\"bad\">Stopped before all figures were simulated.</p>\n");
        }
        page.append("<div class=\"plots\">\n");
        report.figures().forEach(this::figure);
        page.append("</div>\n");
        List<List<String>> claims = new ArrayList<>();
        claims.add(List.of("figure", "paper", "model", ""));
        for (PaperClaim claim : report.claims()) {
            claims.add(
                    List.of(
                            "Figure " + claim.figure().key(),
                            claim.paper(),
                            claim.model(),
                            claim.outcome().text()));
        }
        table("What the paper says", "words", claims);
        paragraph(PlanBenchReport.FIGURE_9);
        for (FigureTimes figure : report.figures()) {
            table(figure.figure().title(), "", PlanBenchReport.cells(figure));
        }
        return new Page(
                        "Planned bulk insertion",
                        "Planned bulk insertion: the paper's figures, simulated",
                        PlanBenchPage.class,
                        STYLE)
                .add(page.toString())
                .html();
    }

    private void paragraph(String text) {
        page.append("<p>%s</p>\n".formatted(Page.escaped(text)));
    }

    private void figure(FigureTimes times) {
        String unit = times.figure().isOfAmounts() ? "; across: " + times.figure().across() : "";
        page.append(
                "<figure>\n<figcaption>%s: seconds%s</figcaption>\n%s%s</figure>\n"
                        .formatted(
                                Page.escaped(times.figure().title()),
                                Page.escaped(unit),
                                times.figure().isOfAmounts() ? lines(times) : WayBars.svg(times),
                                legend(times)));
    }

    private static String legend(FigureTimes times) {
        StringBuilder legend = new StringBuilder("<ul class=\"legend\">\n");
        for (InsertionWay way : times.figure().ways()) {
            legend.append(
                    "<li><i class=\"key %s\"></i>%s</li>%n"
                            .formatted(WayBars.style(way), Page.escaped(way.title())));
        }
        return legend.append("</ul>\n").toString();
    }

    private static String lines(FigureTimes times) {
        double most = 0;
        for (InsertionWay way : times.figure().ways()) {
            for (double seconds : times.seconds(way)) {
                most = Math.max(most, seconds);
            }
        }
        boolean isLogarithmic = times.figure() == PlanFigure.FIGURE_8;
        // A logarithmic axis begins at 1, so shares are drawn in thousandths of a percent.
        double factor = isLogarithmic ? 1000 : 1;
        double end = times.last().setup().at();
        Scale across =
                isLogarithmic
                        ? new Scale.Logarithmic(
                                times.first().setup().at() * factor,
                                end * factor,
                                mark -> plain(mark / factor) + " %")
                        : new Scale.Linear(end, PlanBenchPage::plain);
        Plot plot =
                new Plot(
                        times.figure().title(),
                        across,
                        new Scale.Linear(most * 1.05, PlanBenchPage::plain));
        for (InsertionWay way : times.figure().ways()) {
            List<Plot.Point> points = new ArrayList<>();
            for (FigureTimes.Row row : times.rows()) {
                points.add(new Plot.Point(row.setup().at() * factor, row.of(way)));
            }
            plot.line(points, WayBars.style(way));
        }
        return plot.svg();
    }

    private static String plain(double mark) {
        return mark == Math.rint(mark)
                ? String.format(Locale.ROOT, "%,d", (long) mark)
                : String.format(Locale.ROOT, "%s", mark);
    }

    private void table(String heading, String style, List<List<String>> rows) {
        page.append(
                "<h2>%s</h2>\n<div class=\"wide\">\n<table class=\"%s\">\n"
                        .formatted(Page.escaped(heading), style));
        for (int index = 0; index < rows.size(); index++) {
            page.append("<tr>");
            String tag = index == 0 ? "th" : "td";
            for (String cell : rows.get(index)) {
                String mark =
                        cell.equals(PaperClaim.Outcome.DIFFERS.text()) ? " class=\"bad\"" : "";
                page.append("<%s%s>%s</%s>".formatted(tag, mark, Page.escaped(cell), tag));
            }
            page.append("</tr>\n");
        }
        page.append("</table>\n</div>\n");
    }
}
