package sluice.experiments.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import sluice.load.ranges.PlanResult;
import sluice.report.Page;
import sluice.report.TextTable;

/** The measurements of a live HBase: as tables, as JSON, as a page. */
public final class LiveReport {
    private static final String STYLE = "/sluice/experiments/experiments.css";
    private static final double MILLIS_PER_SECOND = 1000;
    private static final int BAR_WIDTH = 300;

    private static final String MEASURED =
            "Measured on one machine, all region servers in one process. Each server is given a"
                    + " fixed number of rows a second, so times show how even the servers are used,"
                    + " not how fast the machine is. A move copies nothing in HBase.";

    private final LiveOptions options;
    private final List<LiveResult> results;
    private final Instant started;

    LiveReport(LiveOptions options, List<LiveResult> results, Instant started) {
        this.options = options;
        this.results = List.copyOf(results);
        this.started = started;
    }

    /** Whether all ways were measured, no answer was wrong, and no row is missing. */
    public boolean isSound() {
        return results.size() == options.ways().size() && faults().isEmpty();
    }

    /** The ways that are not sound, a line for each. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (LiveResult result : results) {
            if (result.wrong() > 0) {
                faults.add(
                        "%s: %d of %d answers were wrong or failures"
                                .formatted(result.way().title(), result.wrong(), result.answers()));
            }
            long expected = (long) options.rows() + options.existing();
            boolean isSame =
                    results.stream()
                            .filter(other -> other.way().keys() == result.way().keys())
                            .allMatch(other -> other.hash() == result.hash());
            if (result.links() != expected || !isSame) {
                faults.add(
                        "%s: the table has %d links instead of %d, or others than by other ways"
                                .formatted(result.way().title(), result.links(), expected));
            }
        }
        return faults;
    }

    /** How many times as long as the planned way of the same batch; empty without that. */
    private Optional<Double> overPlanned(LiveResult result) {
        return results.stream()
                .filter(other -> other.way() == result.way().planned() && other != result)
                .map(planned -> result.seconds() / planned.seconds())
                .findFirst();
    }

    static String line(LiveResult result) {
        return String.format(
                Locale.ROOT,
                "%s: %.1f s; p99 of %d answers %d ms, longest %d ms, %d wrong",
                result.way().title(),
                result.seconds(),
                result.answers(),
                result.p99Millis(),
                result.longestMillis(),
                result.wrong());
    }

    private String setup() {
        return String.format(
                Locale.ROOT,
                "%d region servers, %,d rows into %,d, at most %,d rows a second each",
                options.servers(),
                options.rows(),
                options.existing(),
                options.rate());
    }

    private String drawn() {
        return "seed %d; %s".formatted(options.seed(), started.toString().substring(0, 10));
    }

    /**
     * Measurements, a line for each way.
     *
     * @param name of a way
     */
    private List<List<String>> cells(Function<LiveWay, String> name) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(
                List.of(
                        "way",
                        "s",
                        "÷ planned",
                        "regions",
                        "p50 ms",
                        "p99 ms",
                        "longest ms",
                        "wrong"));
        for (LiveResult result : results) {
            cells.add(
                    List.of(
                            name.apply(result.way()),
                            seconds(result.seconds()),
                            overPlanned(result)
                                    .map(times -> String.format(Locale.ROOT, "%.2f", times))
                                    .orElse("–"),
                            result.regionsBefore() + " → " + result.regionsAfter(),
                            Long.toString(result.p50Millis()),
                            Long.toString(result.p99Millis()),
                            Long.toString(result.longestMillis()),
                            Integer.toString(result.wrong())));
        }
        return cells;
    }

    /** Forecast and truth of each phase of each plan. */
    private List<List<String>> phases(Function<LiveWay, String> name) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(
                List.of("plan", "splits", "moves", "split s", "move s", "insert s", "max ÷ mean"));
        for (LiveResult result : results) {
            if (result.forecast().isEmpty() || result.plan().isEmpty()) {
                continue;
            }
            LiveResult.Forecast forecast = result.forecast().get();
            PlanResult plan = result.plan().get();
            cells.add(
                    List.of(
                            name.apply(result.way()),
                            forecast.splits() + " → " + (plan.splits() - plan.refusals()),
                            forecast.moves() + " → " + plan.moves(),
                            both(forecast.splitMillis(), plan.splitMillis()),
                            both(forecast.moveMillis(), plan.moveMillis()),
                            both(forecast.insertMillis(), plan.insertMillis()),
                            String.format(Locale.ROOT, "%.2f", plan.imbalance())));
        }
        return cells;
    }

    private static String both(long forecastMillis, long millis) {
        return seconds(forecastMillis / MILLIS_PER_SECOND)
                + " → "
                + seconds(millis / MILLIS_PER_SECOND);
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 100 ? "%.1f" : "%.0f", seconds);
    }

    /** The tables for a terminal. */
    public String tables() {
        StringBuilder text = new StringBuilder(setup() + "\n" + drawn() + "\n\n");
        TextTable ways = new TextTable(TextTable.left(), TextTable.right());
        cells(LiveWay::key).forEach(ways::row);
        text.append(ways.text());
        List<List<String>> phases = phases(LiveWay::key);
        if (phases.size() > 1) {
            text.append("\nforecast → what came\n");
            TextTable plans = new TextTable(TextTable.left(), TextTable.right());
            phases.forEach(plans::row);
            text.append(plans.text());
        }
        text.append('\n');
        results.forEach(
                result ->
                        text.append(
                                "%-14s  %s%n".formatted(result.way().key(), result.way().title())));
        return text.append('\n').append(MEASURED).append('\n').toString();
    }

    /** The page: one file that needs no network and no script. */
    public String html() {
        StringBuilder page = new StringBuilder();
        page.append(
                "<p>%s</p>\n<p>%s</p>\n"
                        .formatted(Page.escaped(setup() + "; " + drawn()), MEASURED));
        faults().forEach(
                        fault -> page.append("<p class=\"bad\">" + Page.escaped(fault) + "</p>\n"));
        page.append("<div class=\"plots\">\n<figure>\n<figcaption>Seconds</figcaption>\n")
                .append(bars())
                .append("</figure>\n</div>\n");
        table("Ways of inserting", cells(LiveWay::title), page);
        List<List<String>> phases = phases(LiveWay::title);
        if (phases.size() > 1) {
            table("Plans: forecast → what came", phases, page);
        }
        return new Page(
                        "Planned bulk insertion",
                        "Planned bulk insertion into a live HBase",
                        LiveReport.class,
                        STYLE)
                .add(page.toString())
                .html();
    }

    private String bars() {
        double most = results.stream().mapToDouble(LiveResult::seconds).max().orElse(1);
        StringBuilder svg = new StringBuilder();
        svg.append(
                "<svg viewBox=\"0 0 360 %d\" role=\"img\" aria-label=\"Seconds of each way\">%n"
                        .formatted(30 * results.size()));
        int top = 0;
        for (LiveResult result : results) {
            double width = result.seconds() / most * BAR_WIDTH;
            String style = result.way().order() == LiveWay.Order.PLANNED ? "v3" : "v1";
            svg.append(
                    "<text x=\"0\" y=\"%d\">%s</text>%n"
                            .formatted(top + 10, Page.escaped(result.way().title())));
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<rect class=\"%s\" x=\"0\" y=\"%d\" width=\"%.0f\" height=\"10\"/>%n",
                            style,
                            top + 13,
                            width));
            svg.append(
                    String.format(
                            Locale.ROOT,
                            "<text x=\"%.0f\" y=\"%d\">%s s</text>%n",
                            width + 4,
                            top + 21,
                            seconds(result.seconds())));
            top += 30;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void table(String heading, List<List<String>> rows, StringBuilder page) {
        page.append(
                "<h2>%s</h2>\n<div class=\"wide\">\n<table>\n".formatted(Page.escaped(heading)));
        String tag = "th";
        for (List<String> row : rows) {
            page.append("<tr>");
            for (String cell : row) {
                page.append("<%s>%s</%s>".formatted(tag, Page.escaped(cell), tag));
            }
            page.append("</tr>\n");
            tag = "td";
        }
        page.append("</table>\n</div>\n");
    }

    /** All figures. */
    public String json() {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        root.put("started", started.toString());
        root.put("measured", MEASURED);
        root.put("servers", options.servers());
        root.put("rows", options.rows());
        root.put("existing_rows", options.existing());
        root.put("rows_per_second_and_server", options.rate());
        root.put("seed", options.seed());
        root.put("sound", isSound());
        for (LiveResult result : results) {
            ObjectNode json = root.withArray("ways").addObject();
            json.put("way", result.way().key());
            json.put("seconds", result.seconds());
            overPlanned(result).ifPresent(times -> json.put("over_planned", times));
            json.put("regions_before", result.regionsBefore());
            json.put("regions_after", result.regionsAfter());
            json.put("answers", result.answers());
            json.put("p50_millis", result.p50Millis());
            json.put("p99_millis", result.p99Millis());
            json.put("longest_millis", result.longestMillis());
            json.put("wrong", result.wrong());
            json.put("links", result.links());
            json.put("hash", Long.toHexString(result.hash()));
            result.plan().ifPresent(plan -> describe(result, plan, json));
        }
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void describe(LiveResult result, PlanResult plan, ObjectNode json) {
        result.forecast()
                .ifPresent(
                        forecast -> {
                            ObjectNode told = json.putObject("forecast");
                            told.put("splits", forecast.splits());
                            told.put("moves", forecast.moves());
                            told.put("split_millis", forecast.splitMillis());
                            told.put("move_millis", forecast.moveMillis());
                            told.put("insert_millis", forecast.insertMillis());
                        });
        ObjectNode done = json.putObject("done");
        done.put("splits", plan.splits() - plan.refusals());
        done.put("moves", plan.moves());
        done.put("split_millis", plan.splitMillis());
        done.put("move_millis", plan.moveMillis());
        done.put("insert_millis", plan.insertMillis());
        done.put("busiest_over_mean", plan.imbalance());
    }
}
