package sluice.linkbench.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import sluice.report.Amounts;
import sluice.report.TextTable;

/** Results as tables for a terminal. */
public final class TextReport {
    private static final List<String> FIGURES =
            List.of("p50", "p95", "p99", "p99_9", "p99_99", "max");

    private TextReport() {}

    /** One result: a line for each operation, then what it sums up to. */
    public static String of(ResultDocument result) {
        TextTable table = new TextTable(TextTable.left(), TextTable.right());
        List<String> head =
                new ArrayList<>(List.of("operation", "requests", "share", "hits", "rows"));
        FIGURES.forEach(figure -> head.add(figure.replaceFirst("_", ".")));
        table.row(head);
        double all = result.root().path("run").path("requests").asDouble();
        for (ResultDocument.OfOperation operation : result.operations()) {
            double requests = operation.count("requests");
            List<String> row = new ArrayList<>();
            row.add(operation.name());
            row.add("%,d".formatted(operation.count("requests")));
            row.add(Amounts.percent(requests / Math.max(1, all)));
            row.add(Amounts.percent(operation.count("hits") / Math.max(1, requests)));
            row.add("%.2f".formatted(operation.count("rows") / Math.max(1, requests)));
            FIGURES.forEach(figure -> row.add(Amounts.time(operation.response(figure))));
            table.row(row);
        }
        return table.text() + "\n" + summary(result);
    }

    /** Two results: for each operation the figures of both and the second by the first. */
    public static String of(ResultDocument first, ResultDocument second) {
        TextTable table = new TextTable(TextTable.left(), TextTable.right());
        table.row(List.of("", "A", "B", "B by A"));
        table.row(
                List.of(
                        "requests a second",
                        Amounts.shortCount(first.requestsPerSecond()),
                        Amounts.shortCount(second.requestsPerSecond()),
                        Amounts.ratio(second.requestsPerSecond(), first.requestsPerSecond())));
        for (Pair pair : pairs(first, second)) {
            for (String figure : List.of("p50", "p99", "p99_9", "max")) {
                double a = pair.first.response(figure);
                double b = pair.second.response(figure);
                table.row(
                        List.of(
                                pair.first.name() + " " + figure.replaceFirst("_", "."),
                                Amounts.time(a),
                                Amounts.time(b),
                                Amounts.ratio(b, a)));
            }
        }
        return "A: %sB: %s%n%s%s"
                .formatted(head(first), head(second), table.text(), differences(first, second));
    }

    /** What the run was, and what makes its figures doubtful. */
    private static String head(ResultDocument result) {
        StringBuilder head = new StringBuilder(result.title()).append('\n');
        result.problems().forEach(problem -> head.append("   %s%n".formatted(problem)));
        if (result.wrongCounts() > 0) {
            head.append("   %,d counts wrong%n".formatted(result.wrongCounts()));
        }
        return head.toString();
    }

    /** An operation in both results. */
    record Pair(ResultDocument.OfOperation first, ResultDocument.OfOperation second) {}

    static List<Pair> pairs(ResultDocument first, ResultDocument second) {
        List<Pair> pairs = new ArrayList<>();
        for (ResultDocument.OfOperation a : first.operations()) {
            for (ResultDocument.OfOperation b : second.operations()) {
                if (a.name().equals(b.name())) {
                    pairs.add(new Pair(a, b));
                }
            }
        }
        return pairs;
    }

    /** What else than the store differs between two results: then they may not be comparable. */
    static List<String> differing(ResultDocument first, ResultDocument second) {
        List<String> differing = new ArrayList<>();
        compare(
                first.root(),
                second.root(),
                List.of("profile", "distribution", "machine"),
                differing);
        compare(
                first.root().path("run"),
                second.root().path("run"),
                List.of("loop", "rate_per_second"),
                differing);
        JsonNode a = first.root().path("settings").path("used");
        JsonNode b = second.root().path("settings").path("used");
        TreeSet<String> keys = new TreeSet<>();
        a.properties().forEach(setting -> keys.add(setting.getKey()));
        b.properties().forEach(setting -> keys.add(setting.getKey()));
        compare(a, b, keys, differing);
        return differing;
    }

    private static void compare(
            JsonNode a, JsonNode b, Iterable<String> members, List<String> differing) {
        for (String member : members) {
            if (!a.path(member).equals(b.path(member))) {
                differing.add(
                        "%s: %s, %s"
                                .formatted(member, shown(a.path(member)), shown(b.path(member))));
            }
        }
    }

    private static String shown(JsonNode value) {
        return value.isMissingNode()
                ? "none"
                : value.isTextual() ? value.asText() : value.toString();
    }

    private static String differences(ResultDocument first, ResultDocument second) {
        List<String> differing = differing(first, second);
        if (differing.isEmpty()) {
            return "";
        }
        return "%nDiffering besides the store (A, B):%n  %s%n"
                .formatted(String.join("%n  ".formatted(), differing));
    }

    private static String summary(ResultDocument result) {
        StringBuilder text = new StringBuilder();
        text.append(
                "%s requests/s; %s%n"
                        .formatted(Amounts.shortCount(result.requestsPerSecond()), result.title()));
        result.problems().forEach(problem -> text.append(problem).append('\n'));
        JsonNode verified = result.root().path("verification");
        if (!verified.isMissingNode()) {
            text.append(
                    "%,d lists counted, %,d counts wrong%n"
                            .formatted(
                                    verified.path("lists").asLong(),
                                    verified.path("wrong").asLong()));
            verified.path("problems")
                    .forEach(problem -> text.append(problem.asText()).append('\n'));
        }
        return text.toString();
    }
}
