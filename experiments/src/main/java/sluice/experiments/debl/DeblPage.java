package sluice.experiments.debl;

import sluice.experiments.Verdict;
import sluice.report.Page;

/** The report as a page: the two figures of the paper, and the tables. */
final class DeblPage {
    private static final String STYLE = "/sluice/experiments/experiments.css";

    private final DeblReport report;
    private final StringBuilder page = new StringBuilder();

    DeblPage(DeblReport report) {
        this.report = report;
    }

    String html() {
        DeblTables tables = new DeblTables(report);
        tables.head().forEach(line -> paragraph(line));
        paragraph(DeblReport.SIMULATED);
        for (String fault : report.faults()) {
            page.append("<p class=\"bad\">%s</p>\n".formatted(Page.escaped(fault)));
        }
        page.append("<div class=\"plots\">\n");
        figure(
                "Figure 4: seconds from the first byte of the source to uptime; lighter: until all"
                        + " is loaded",
                LoadBars.svg(report.results()),
                "");
        figure(
                "Figure 5: requests answered a second, from each uptime on; both axes logarithmic",
                ThroughputPlot.svg(report.results()),
                ThroughputPlot.legend(report.results()));
        page.append("</div>\n");
        tables.tables().forEach(this::table);
        return new Page(
                        "Demand-driven bulk loading",
                        "Demand-driven bulk loading: the paper's experiments",
                        DeblPage.class,
                        STYLE)
                .add(page.toString())
                .html();
    }

    private void paragraph(String text) {
        page.append("<p>%s</p>\n".formatted(Page.escaped(text)));
    }

    private void figure(String caption, String svg, String legend) {
        page.append(
                "<figure>\n<figcaption>%s</figcaption>\n%s%s</figure>\n"
                        .formatted(Page.escaped(caption), svg, legend));
    }

    private void table(DeblTables.Table table) {
        page.append(
                "<h2>%s</h2>\n<div class=\"wide\">\n<table>\n<tr>"
                        .formatted(Page.escaped(table.heading())));
        table.columns().forEach(name -> page.append("<th>%s</th>".formatted(Page.escaped(name))));
        page.append("</tr>\n");
        for (var row : table.rows()) {
            page.append("<tr>");
            for (String cell : row) {
                String verdict = cell.equals(Verdict.SHORT.text()) ? " class=\"bad\"" : "";
                page.append("<td%s>%s</td>".formatted(verdict, Page.escaped(cell)));
            }
            page.append("</tr>\n");
        }
        page.append("</table>\n</div>\n");
    }
}
