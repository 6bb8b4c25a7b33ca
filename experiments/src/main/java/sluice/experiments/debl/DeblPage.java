package sluice.experiments.debl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import sluice.experiments.Verdict;

/** The report as a page: the two figures of the paper, and the tables. */
final class DeblPage {
    private static final String STYLE = "debl.css";

    private final DeblReport report;
    private final StringBuilder page = new StringBuilder();

    DeblPage(DeblReport report) {
        this.report = report;
    }

    String html() {
        DeblTables tables = new DeblTables(report);
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.append("<title>Demand-driven bulk loading</title>\n<style>\n");
        page.append(style()).append("</style>\n</head>\n<body>\n<main>\n");
        page.append("<h1>Demand-driven bulk loading: the paper's experiments</h1>\n");
        tables.head().forEach(line -> paragraph(line));
        paragraph(DeblReport.SIMULATED);
        for (String fault : report.faults()) {
            page.append("<p class=\"bad\">%s</p>\n".formatted(escaped(fault)));
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
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    private void paragraph(String text) {
        page.append("<p>%s</p>\n".formatted(escaped(text)));
    }

    private void figure(String caption, String svg, String legend) {
        page.append(
                "<figure>\n<figcaption>%s</figcaption>\n%s%s</figure>\n"
                        .formatted(escaped(caption), svg, legend));
    }

    private void table(DeblTables.Table table) {
        page.append(
                "<h2>%s</h2>\n<div class=\"wide\">\n<table>\n<tr>"
                        .formatted(escaped(table.heading())));
        table.columns().forEach(name -> page.append("<th>%s</th>".formatted(escaped(name))));
        page.append("</tr>\n");
        for (var row : table.rows()) {
            page.append("<tr>");
            for (String cell : row) {
                String verdict = cell.equals(Verdict.SHORT.text()) ? " class=\"bad\"" : "";
                page.append("<td%s>%s</td>".formatted(verdict, escaped(cell)));
            }
            page.append("</tr>\n");
        }
        page.append("</table>\n</div>\n");
    }

    private static String style() {
        try (InputStream resource = DeblPage.class.getResourceAsStream(STYLE)) {
            if (resource == null) {
                throw new IllegalStateException("resource missing: " + STYLE);
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new IllegalStateException("resource unreadable: " + STYLE, failure);
        }
    }

    /** Text for between tags and within quoted attributes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
