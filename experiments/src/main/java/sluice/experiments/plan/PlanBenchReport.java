package sluice.experiments.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.plan.simulation.EngineModel;
import sluice.plan.simulation.InsertionWay;
import sluice.report.JsonText;
import sluice.report.TextTable;

/** What the simulation showed: as tables, as JSON, as a page. */
public final class PlanBenchReport {
    /** What every reader of the figures has to know. */
    static final String SIMULATED =
            "All times are of a model of the paper's servers, not measured: one resource a server,"
                    + " three of whose figures were fitted to the paper's three throughputs at 5"
                    + " million rows. The planner is the real one. Of the paper's figures the text"
                    + " gives only those throughputs; all other points are the model's.";

    /** What the paper says of its Figure 9, which is not simulated. */
    static final String FIGURE_9 =
            "Figure 9, how long reads and writes of others take, is not simulated. The paper says:"
                    + " about 3 times as long as in an idle system while rows are inserted by any"
                    + " way, 1.5 times while planned splits and moves run. If a server is a queue"
                    + " (waiting time 1 ÷ (1 − load)), inserts take two thirds of it and moves one"
                    + " third.";

    /** Seconds of the paper at 5 million rows of Figure 5, from its throughputs. */
    private static final Map<InsertionWay, Double> PAPER_SECONDS =
            Map.of(
                    InsertionWay.PLANNED, 5_000_000 / 4374.0,
                    InsertionWay.RANDOM, 5_000_000 / 1625.0,
                    InsertionWay.SORTED, 5_000_000 / 694.0);

    private final Map<PlanFigure, FigureTimes> times;
    private final int draws;
    private final long seed;
    private final Instant started;
    private final boolean isStopped;

    PlanBenchReport(
            Map<PlanFigure, FigureTimes> times,
            int draws,
            long seed,
            Instant started,
            boolean isStopped) {
        this.times = new EnumMap<>(PlanFigure.class);
        this.times.putAll(times);
        this.draws = draws;
        this.seed = seed;
        this.started = started;
        this.isStopped = isStopped;
    }

    List<FigureTimes> figures() {
        return List.copyOf(times.values());
    }

    List<PaperClaim> claims() {
        return PaperClaim.of(times);
    }

    /** Whether all figures were simulated. */
    public boolean isWhole() {
        return !isStopped;
    }

    /** What the paper gives for a point, if it does. */
    static @Nullable Double paperSeconds(FigureTimes.Row row, PlanFigure figure, InsertionWay way) {
        return figure == PlanFigure.FIGURE_5 && row.setup().at() == 5
                ? PAPER_SECONDS.get(way)
                : null;
    }

    /** One line on the model. */
    String head() {
        EngineModel engine = EngineModel.PAPER;
        return String.format(
                Locale.ROOT,
                "%.0f inserts/s a server, %s times that in key order; a move takes %s of two"
                        + " servers; partitions of %,d rows; median of %d tables from seed %d; %s",
                engine.insertsPerSecond(),
                engine.sortedFactor(),
                engine.moveShare(),
                engine.rowsMax(),
                draws,
                seed,
                started.toString().substring(0, 10));
    }

    /** The cells of a figure's table, its heading first. */
    static List<List<String>> cells(FigureTimes times) {
        List<List<String>> cells = new ArrayList<>();
        List<String> heading = new ArrayList<>();
        heading.add(times.figure().across());
        for (InsertionWay way : times.figure().ways()) {
            heading.add(way.title() + ", s");
            if (way != InsertionWay.PLANNED) {
                heading.add("÷ planned");
            }
        }
        boolean isInPaper = times.figure() == PlanFigure.FIGURE_5;
        if (isInPaper) {
            heading.add("paper, s");
        }
        cells.add(heading);
        for (FigureTimes.Row row : times.rows()) {
            List<String> line = new ArrayList<>();
            List<String> paper = new ArrayList<>();
            line.add(row.setup().label());
            for (InsertionWay way : times.figure().ways()) {
                line.add(seconds(row.of(way)));
                if (way != InsertionWay.PLANNED) {
                    line.add(
                            String.format(
                                    Locale.ROOT,
                                    "%.2f",
                                    row.of(way) / row.of(InsertionWay.PLANNED)));
                }
                Double given = paperSeconds(row, times.figure(), way);
                if (given != null) {
                    paper.add(seconds(given));
                }
            }
            if (isInPaper) {
                line.add(paper.isEmpty() ? "–" : String.join(" / ", paper));
            }
            cells.add(line);
        }
        return cells;
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f" : "%,.0f", seconds);
    }

    /** The tables for a terminal. */
    public String tables() {
        StringBuilder text = new StringBuilder(head()).append('\n');
        for (FigureTimes figure : figures()) {
            text.append('\n').append(figure.figure().title()).append('\n');
            TextTable table = new TextTable(TextTable.left(), TextTable.right());
            cells(figure).forEach(table::row);
            text.append(table.text());
        }
        text.append("\nWhat the paper says\n");
        TextTable table = new TextTable(TextTable.left());
        table.row("figure", "paper", "model", "");
        for (PaperClaim claim : claims()) {
            table.row(claim.figure().key(), claim.paper(), claim.model(), claim.outcome().text());
        }
        text.append(table.text());
        return text.append('\n')
                .append(FIGURE_9)
                .append("\n\n")
                .append(SIMULATED)
                .append('\n')
                .toString();
    }

    /** All figures. */
    public String json() {
        ObjectNode root = JsonText.object();
        root.put("started", started.toString());
        root.put("simulated", SIMULATED);
        root.put("draws", draws);
        root.put("seed", seed);
        root.put("whole", isWhole());
        ArrayNode shown = root.putArray("figures");
        for (FigureTimes figure : figures()) {
            ObjectNode json = shown.addObject();
            json.put("figure", figure.figure().key());
            json.put("title", figure.figure().title());
            json.put("across", figure.figure().across());
            ArrayNode rows = json.putArray("rows");
            for (FigureTimes.Row row : figure.rows()) {
                describe(row, figure.figure(), rows.addObject());
            }
        }
        ArrayNode claims = root.putArray("claims");
        for (PaperClaim claim : claims()) {
            ObjectNode json = claims.addObject();
            json.put("figure", claim.figure().key());
            json.put("paper", claim.paper());
            json.put("model", claim.model());
            json.put("outcome", claim.outcome().text());
        }
        return JsonText.of(root);
    }

    private static void describe(FigureTimes.Row row, PlanFigure figure, ObjectNode json) {
        PlanSetup setup = row.setup();
        json.put("label", setup.label());
        json.put("servers", setup.servers());
        json.put("existing_rows", setup.existing());
        json.put("incoming_rows", setup.incoming());
        json.put("keys", setup.keys().title());
        json.put("sampled", setup.fraction());
        ObjectNode seconds = json.putObject("seconds");
        ObjectNode paper = json.putObject("paper_seconds");
        for (InsertionWay way : figure.ways()) {
            seconds.put(way.name().toLowerCase(Locale.ROOT), row.of(way));
            Double given = paperSeconds(row, figure, way);
            if (given != null) {
                paper.put(way.name().toLowerCase(Locale.ROOT), given);
            }
        }
    }
}
