package sluice.experiments.debl;

import sluice.experiments.Verdict;
import sluice.report.Page;

/** The report as a page: the two figures of the paper, and the tables. */
public final class DeblPage {
    private static final String STYLE = "/sluice/experiments/experiments.css";

    private DeblPage() {}

    /** One file that needs no network and no script. */
    public static String of(DeblReport report) {
        DeblTables tables = new DeblTables(report);
        Page page =
                new Page(
                        "Demand-driven bulk loading",
                        "Demand-driven bulk loading: the paper's experiments",
                        DeblPage.class,
                        STYLE);
        tables.head().forEach(page::paragraph);
        page.paragraph(DeblReport.SIMULATED);
        report.faults().forEach(page::warning);
        page.add("<div class=\"plots\">\n");
        page.figure(
                "Figure 4: seconds from the first byte of the source to uptime; lighter: until all"
                        + " is loaded",
                LoadBars.svg(report.results()));
        page.figure(
                "Figure 5: requests answered a second, from each uptime on; both axes logarithmic",
                ThroughputPlot.svg(report.results()) + ThroughputPlot.legend(report.results()));
        page.add("</div>\n");
        for (DeblTables.Table table : tables.tables()) {
            page.table(table.heading(), "", table.rows(), Verdict.SHORT.text()::equals);
        }
        return page.html();
    }
}
