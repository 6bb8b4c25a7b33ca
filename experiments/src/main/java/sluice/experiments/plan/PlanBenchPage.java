package sluice.experiments.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import sluice.plan.simulation.InsertionWay;
import sluice.report.Page;
import sluice.report.Plot;
import sluice.report.Scale;

/** The report as a page: a plot of each figure, and the tables. */
public final class PlanBenchPage {
    private static final String STYLE = "/sluice/experiments/experiments.css";

    private PlanBenchPage() {}

    /** One file that needs no network and no script. */
    public static String of(PlanBenchReport report) {
        Page page =
                new Page(
                        "Planned bulk insertion",
                        "Planned bulk insertion: the paper's figures, simulated",
                        PlanBenchPage.class,
                        STYLE);
        page.paragraph(report.head()).paragraph(PlanBenchReport.SIMULATED);
        if (!report.isWhole()) {
            page.warning("Stopped before all figures were simulated.");
        }
        page.add("<div class=\"plots\">\n");
        report.figures().forEach(times -> page.figure(caption(times), drawing(times)));
        page.add("</div>\n");
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
        Predicate<String> differs = PaperClaim.Outcome.DIFFERS.text()::equals;
        page.table("What the paper says", "words", claims, differs);
        page.paragraph(PlanBenchReport.FIGURE_9);
        for (FigureTimes figure : report.figures()) {
            page.table(figure.figure().title(), "", PlanBenchReport.cells(figure), differs);
        }
        return page.html();
    }

    private static String caption(FigureTimes times) {
        String unit = times.figure().isOfAmounts() ? "; across: " + times.figure().across() : "";
        return "%s: seconds%s".formatted(times.figure().title(), unit);
    }

    private static String drawing(FigureTimes times) {
        return (times.figure().isOfAmounts() ? lines(times) : WayBars.svg(times)) + legend(times);
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
}
