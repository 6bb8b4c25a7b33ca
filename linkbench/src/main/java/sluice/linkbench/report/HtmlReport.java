package sluice.linkbench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sluice.report.Amounts;
import sluice.report.Page;
import sluice.report.Plot;
import sluice.report.Scale;

/**
 * One result, or two beside each other, as a page: one file, which needs no network and no script,
 * for light and dark screens and narrow ones.
 */
public final class HtmlReport {
    private static final String STYLE = "report.css";
    private static final List<String> FIGURES =
            List.of("p50", "p95", "p99", "p99_9", "p99_99", "max");

    /** The classes of the lines of the first result and of the second. */
    private static final List<String> LINES = List.of("a", "b");

    private final List<ResultDocument> results;
    private final StringBuilder page = new StringBuilder();

    private HtmlReport(List<ResultDocument> results) {
        this.results = results;
    }

    /** One result. */
    public static String of(ResultDocument result) {
        return new HtmlReport(List.of(result)).page();
    }

    /** Two results. */
    public static String of(ResultDocument first, ResultDocument second) {
        return new HtmlReport(List.of(first, second)).page();
    }

    private String page() {
        addHead();
        addTime();
        addLatencies();
        addMix();
        addTable();
        addSettings();
        String heading = results.size() == 1 ? "LinkBench" : "LinkBench: two runs";
        return new Page(heading, heading, HtmlReport.class, STYLE).add(page.toString()).html();
    }

    private void addHead() {
        page.append("<ul class=\"runs\">\n");
        for (int i = 0; i < results.size(); i++) {
            ResultDocument result = results.get(i);
            String key =
                    results.size() == 1 ? "" : "<i class=\"key %s\"></i>".formatted(LINES.get(i));
            page.append(
                    "<li>%s<b>%s requests/s</b> <span>%s</span></li>\n"
                            .formatted(
                                    key,
                                    Amounts.shortCount(result.requestsPerSecond()),
                                    Page.escaped(result.title())));
            for (JsonNode warning : result.root().path("warnings")) {
                page.append(
                        "<li class=\"note\">%s</li>\n".formatted(Page.escaped(warning.asText())));
            }
            for (String problem : result.problems()) {
                page.append("<li class=\"bad\">%s</li>\n".formatted(Page.escaped(problem)));
            }
            if (!result.root().path("sound").asBoolean()) {
                page.append("<li class=\"bad\">requesters gave up or counts are wrong</li>\n");
            }
        }
        page.append("</ul>\n");
        if (results.size() == 2) {
            page.append(
                    "<p>The second has %s the requests a second of the first.</p>\n"
                            .formatted(
                                    Amounts.ratio(
                                            results.get(1).requestsPerSecond(),
                                            results.get(0).requestsPerSecond())));
        }
    }

    private void addTime() {
        page.append("<h2>Over time</h2>\n<div class=\"plots\">\n");
        double seconds = 0;
        double requests = 0;
        double slowest = 0;
        double fastest = Double.MAX_VALUE;
        for (ResultDocument result : results) {
            for (Plot.Point second : result.seconds("requests")) {
                seconds = Math.max(seconds, second.x());
                requests = Math.max(requests, second.y());
            }
            for (Plot.Point second : result.seconds("p99_nanos")) {
                slowest = Math.max(slowest, second.y());
            }
            for (Plot.Point second : result.seconds("p50_nanos")) {
                fastest = Math.min(fastest, second.y());
            }
        }
        Scale across = new Scale.Linear(seconds, mark -> Amounts.shortCount(mark));
        Plot throughput =
                new Plot(
                        "requests a second",
                        across,
                        new Scale.Linear(requests * 1.05, Amounts::shortCount));
        Plot latency =
                new Plot(
                        "response times over time",
                        across,
                        new Scale.Logarithmic(Math.min(fastest, slowest), slowest, Amounts::time));
        for (int i = 0; i < results.size(); i++) {
            throughput.line(results.get(i).seconds("requests"), LINES.get(i));
            latency.line(results.get(i).seconds("p50_nanos"), LINES.get(i));
            latency.line(results.get(i).seconds("p99_nanos"), LINES.get(i) + " dashed");
        }
        figure("Requests a second, by seconds", throughput.svg());
        figure("Response time by seconds: p50, and p99 dashed", latency.svg());
        page.append("</div>\n");
    }

    private void addLatencies() {
        page.append("<h2>Response times by percentile</h2>\n");
        if (results.stream().anyMatch(ResultDocument::isOpen)) {
            page.append(
                    "<p>Of an open loop the response time begins when a request should have been"
                            + " sent; dashed is the service time, from when it was sent.</p>\n");
        }
        page.append("<div class=\"plots\">\n");
        Scale times = timeScale();
        for (String name : names()) {
            Plot plot = new Plot(name, new Scale.Nines(), times);
            for (int i = 0; i < results.size(); i++) {
                for (ResultDocument.OfOperation operation : results.get(i).operations()) {
                    if (operation.name().equals(name)) {
                        plot.line(operation.curve("service"), LINES.get(i) + " dashed");
                        plot.line(operation.curve("response"), LINES.get(i));
                    }
                }
            }
            figure(name.replace('_', ' '), plot.svg());
        }
        page.append("</div>\n");
    }

    /** The same for all operations, so that their plots can be compared. */
    private Scale timeScale() {
        double fastest = Double.MAX_VALUE;
        double slowest = 0;
        for (ResultDocument result : results) {
            for (ResultDocument.OfOperation operation : result.operations()) {
                if (operation.count("requests") > 0) {
                    fastest = Math.min(fastest, operation.response("p50"));
                    slowest = Math.max(slowest, operation.response("max"));
                }
            }
        }
        // Where no request was answered there is no fastest.
        return new Scale.Logarithmic(Math.min(fastest, slowest), slowest, Amounts::time);
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (ResultDocument result : results) {
            for (ResultDocument.OfOperation operation : result.operations()) {
                if (!names.contains(operation.name())) {
                    names.add(operation.name());
                }
            }
        }
        return names;
    }

    private void figure(String caption, String svg) {
        page.append(
                "<figure>\n<figcaption>%s</figcaption>\n%s</figure>\n"
                        .formatted(Page.escaped(caption), svg));
    }

    private void addMix() {
        page.append("<h2>Mix</h2>\n<div class=\"mix\">\n");
        for (String name : names()) {
            page.append("<span>%s</span><div>\n".formatted(Page.escaped(name.replace('_', ' '))));
            for (int i = 0; i < results.size(); i++) {
                double share = share(results.get(i), name);
                page.append(
                        "<div class=\"bar\"><i class=\"%s\" style=\"width:%.1f%%\"></i>%s</div>\n"
                                .formatted(LINES.get(i), share * 80, Amounts.percent(share)));
            }
            page.append("</div>\n");
        }
        page.append("</div>\n");
    }

    private static double share(ResultDocument result, String name) {
        double all = Math.max(1, result.root().path("run").path("requests").asDouble());
        return result.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .mapToDouble(operation -> operation.count("requests") / all)
                .sum();
    }

    private void addTable() {
        page.append("<h2>Figures</h2>\n<div class=\"wide\">\n<table>\n<tr><th>operation</th>");
        for (String column : List.of("requests", "errors", "hits", "rows", "bytes")) {
            page.append("<th>%s</th>".formatted(column));
        }
        FIGURES.forEach(
                figure -> page.append("<th>%s</th>".formatted(figure.replaceFirst("_", "."))));
        page.append("</tr>\n");
        for (String name : names()) {
            for (int i = 0; i < results.size(); i++) {
                for (ResultDocument.OfOperation operation : results.get(i).operations()) {
                    if (operation.name().equals(name)) {
                        addRow(operation, LINES.get(i));
                    }
                }
            }
        }
        page.append("</table>\n</div>\n");
    }

    private void addRow(ResultDocument.OfOperation operation, String line) {
        String key = results.size() == 1 ? "" : "<i class=\"key %s\"></i>".formatted(line);
        page.append(
                "<tr><td>%s%s</td>"
                        .formatted(key, Page.escaped(operation.name().replace('_', ' '))));
        double requests = Math.max(1, operation.count("requests"));
        cell("%,d".formatted(operation.count("requests")));
        cell("%,d".formatted(operation.count("errors")));
        cell(Amounts.percent(operation.count("hits") / requests));
        cell("%.2f".formatted(operation.count("rows") / requests));
        cell("%.1f".formatted(operation.count("bytes") / requests));
        FIGURES.forEach(figure -> cell(Amounts.time(operation.response(figure))));
        page.append("</tr>\n");
    }

    private void cell(String text) {
        page.append("<td>%s</td>".formatted(Page.escaped(text)));
    }

    private void addSettings() {
        if (results.size() == 2) {
            page.append("<h2>Differing besides the store</h2>\n<ul>\n");
            TextReport.differing(results.get(0), results.get(1))
                    .forEach(line -> page.append("<li>%s</li>\n".formatted(Page.escaped(line))));
            page.append("</ul>\n");
        }
        for (ResultDocument result : results) {
            page.append(
                    "<details>\n<summary>Settings of %s</summary>\n<dl>\n"
                            .formatted(Page.escaped(result.title())));
            addMembers(result.root().path("machine"));
            addMembers(result.root().path("versions"));
            addMembers(result.root().path("load"));
            addMembers(result.root().path("settings").path("used"));
            page.append("</dl>\n</details>\n");
        }
    }

    private void addMembers(JsonNode members) {
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            page.append(
                    "<dt>%s</dt><dd>%s</dd>\n"
                            .formatted(
                                    Page.escaped(member.getKey()),
                                    Page.escaped(member.getValue().asText())));
        }
    }
}
