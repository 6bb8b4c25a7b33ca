package sluice.experiments.turns;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import sluice.experiments.Medians;
import sluice.experiments.turns.TurnBenchmark.Better;
import sluice.experiments.turns.TurnBenchmark.Figure;
import sluice.report.JsonText;
import sluice.report.Machine;
import sluice.report.TextTable;

/** Every figure of this build by that of the other one, as a table, as Markdown and as JSON. */
public final class TurnsReport {
    /** Ratios this near to 1 count as no difference. */
    static final double TOLERANCE = 0.03;

    private static final int NAME_WIDTH = 40;

    private final Machine machine;
    private final String others;
    private final String own;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private boolean isWhole = true;

    TurnsReport(Machine machine, String others, String own) {
        this.machine = machine;
        this.others = others;
        this.own = own;
    }

    /** What the rounds say of one figure. */
    public enum Finding {
        /** The median of the ratios is within 3 % of 1. */
        SAME,
        BETTER,
        WORSE,
        /** The median is further off, but some rounds say the opposite. */
        UNCLEAR,
        /** No round has it from both builds. */
        MISSING
    }

    /** One figure: the values of both builds, round by round. */
    private static final class Row {
        private Better better = Better.UNKNOWN;
        private final List<Double> others = new ArrayList<>();
        private final List<Double> own = new ArrayList<>();
        private final List<Double> ratios = new ArrayList<>();

        Finding finding() {
            if (ratios.isEmpty()) {
                return Finding.MISSING;
            }
            double median = Medians.of(ratios);
            if (Math.abs(median - 1) <= TOLERANCE) {
                return Finding.SAME;
            }
            if (better == Better.UNKNOWN
                    || Collections.min(ratios) <= 1 && Collections.max(ratios) >= 1) {
                return Finding.UNCLEAR;
            }
            return median > 1 == (better == Better.HIGHER) ? Finding.BETTER : Finding.WORSE;
        }
    }

    /** Adds what both builds measured in one round. */
    void add(List<Figure> ofOther, List<Figure> ofOwn) {
        Map<String, Double> inOther = new LinkedHashMap<>();
        for (Figure figure : ofOther) {
            row(figure).others.add(figure.value());
            inOther.put(figure.name(), figure.value());
        }
        for (Figure figure : ofOwn) {
            Row row = row(figure);
            row.own.add(figure.value());
            double other = inOther.getOrDefault(figure.name(), 0.0);
            if (other > 0) {
                row.ratios.add(figure.value() / other);
            }
        }
    }

    /** The row of a figure; an old build may not say which direction is better. */
    private Row row(Figure figure) {
        Row row = rows.computeIfAbsent(figure.name(), _ -> new Row());
        if (figure.better() != Better.UNKNOWN) {
            row.better = figure.better();
        }
        return row;
    }

    /** Notes that the user ended it before its last round. */
    void cutShort() {
        isWhole = false;
    }

    /** Whether all rounds were run. */
    public boolean isWhole() {
        return isWhole;
    }

    /** How many rows have this finding. */
    public long count(Finding finding) {
        return rows.values().stream().filter(row -> row.finding() == finding).count();
    }

    /** For a terminal, at most 100 columns wide where names are short. */
    public String table() {
        return figures().text();
    }

    /** The table and what it was measured on, for a page of the documentation. */
    public String markdown() {
        return figures().markdown() + "\n" + summary() + "\n";
    }

    private TextTable figures() {
        TextTable table =
                new TextTable(
                        TextTable.left(NAME_WIDTH),
                        TextTable.right(9),
                        TextTable.right(9),
                        TextTable.right(7),
                        TextTable.left(11),
                        TextTable.left());
        table.row("what", "other", "this", "ratio", "range", "");
        rows.forEach(
                (name, row) ->
                        table.row(
                                name,
                                shown(row.others),
                                shown(row.own),
                                row.ratios.isEmpty() ? "-" : ratio(Medians.of(row.ratios)),
                                row.ratios.isEmpty()
                                        ? ""
                                        : ratio(Collections.min(row.ratios))
                                                + "–"
                                                + ratio(Collections.max(row.ratios)),
                                word(row.finding())));
        return table;
    }

    /** How many rows differ, and what was compared where. */
    public String summary() {
        return """
        %d figures within 3 %%, %d better, %d worse, %d unclear, %d without a pair.
        ratio: this build by the other, median of the rounds. other: %s; this: %s.
        %s.\
        """
                .formatted(
                        count(Finding.SAME),
                        count(Finding.BETTER),
                        count(Finding.WORSE),
                        count(Finding.UNCLEAR),
                        count(Finding.MISSING),
                        others,
                        own,
                        machine.text());
    }

    /** All values of all rounds. */
    public String json() {
        ObjectNode root = JsonText.object();
        root.put("benchmark", "turns").put("format", 1).put("other", others).put("this", own);
        machine.describe(root.putObject("machine"));
        ArrayNode figures = root.putArray("figures");
        rows.forEach(
                (name, row) -> {
                    ObjectNode figure = figures.addObject().put("what", name);
                    figure.put("better", row.better.name().toLowerCase(Locale.ROOT));
                    figure.put("finding", word(row.finding()));
                    if (!row.ratios.isEmpty()) {
                        figure.put("ratio", Medians.of(row.ratios));
                    }
                    row.others.forEach(figure.putArray("other")::add);
                    row.own.forEach(figure.putArray("this")::add);
                    row.ratios.forEach(figure.putArray("ratios")::add);
                });
        return JsonText.of(root);
    }

    private static String word(Finding finding) {
        return finding == Finding.MISSING ? "-" : finding.name().toLowerCase(Locale.ROOT);
    }

    private static String shown(List<Double> values) {
        return values.isEmpty() ? "-" : "%.4g".formatted(Medians.of(values));
    }

    private static String ratio(double ratio) {
        return "%.3f".formatted(ratio);
    }
}
