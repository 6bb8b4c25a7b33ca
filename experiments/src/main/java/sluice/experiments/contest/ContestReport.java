package sluice.experiments.contest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalDouble;
import sluice.report.JsonText;
import sluice.report.Machine;
import sluice.report.TextTable;

/** What the serving benchmark found: as a table to read, as Markdown, and as JSON with all runs. */
public final class ContestReport {
    private final ContestOptions options;
    private final Machine machine;
    private final Instant started;
    private final Instant ended;
    private final List<ContestRow> rows;
    private final List<TimedTrial> trials;

    ContestReport(
            ContestOptions options,
            Machine machine,
            Instant started,
            Instant ended,
            List<ContestRow> rows,
            List<TimedTrial> trials) {
        this.options = options;
        this.machine = machine;
        this.started = started;
        this.ended = ended;
        this.rows = List.copyOf(rows);
        this.trials = List.copyOf(trials);
    }

    /** For a terminal, at most 100 columns wide. */
    public String table() {
        return figures().text();
    }

    private TextTable figures() {
        TextTable table =
                new TextTable(
                        TextTable.left(44),
                        TextTable.right(10),
                        TextTable.right(10),
                        TextTable.right(8),
                        TextTable.left());
        table.row("what", "measured", "needed", "aim", "");
        for (ContestRow row : rows) {
            table.row(
                    row.title(), row.measured(), row.required(), row.aimed(), row.verdict().text());
        }
        return table;
    }

    /** One line below the table. */
    public String summary() {
        return "%,d ids; %s to %s UTC (%d s); %s"
                .formatted(
                        options.ids(),
                        started.truncatedTo(ChronoUnit.SECONDS),
                        ended.truncatedTo(ChronoUnit.SECONDS),
                        Duration.between(started, ended).toSeconds(),
                        machine.text());
    }

    /** The table and all runs, for a page. */
    public String markdown() {
        StringBuilder text = new StringBuilder(figures().markdown());
        text.append("\n```\n");
        trials.forEach(trial -> text.append(trial.text()).append('\n'));
        return text.append("```\n\n").append(summary()).append('\n').toString();
    }

    /** All figures. */
    public String json() {
        ObjectNode json = JsonText.object();
        json.put("benchmark", "serve").put("format", 1).put("ids", options.ids());
        json.put("started_at", started.toString()).put("ended_at", ended.toString());
        machine.describe(json.putObject("machine"));
        ArrayNode figures = json.putArray("figures");
        for (ContestRow row : rows) {
            ObjectNode figure = figures.addObject().put("title", row.title());
            OptionalDouble value = row.value();
            if (value.isPresent()) {
                figure.put("value", value.getAsDouble());
            }
            figure.put("better", row.higher() ? "higher" : "lower");
            figure.put("limit", row.limit()).put("verdict", row.verdict().text());
        }
        ArrayNode runs = json.putArray("runs");
        for (TimedTrial trial : trials) {
            runs.addObject()
                    .put("store", trial.store())
                    .put("requesters", trial.requesters())
                    .put("virtual", trial.virtual())
                    .put("rate_asked", trial.rate())
                    .put("requests_per_second", trial.perSecond())
                    .put("errors", trial.result().errors())
                    .put("list_p99_nanos", trial.listP99Nanos());
        }
        return JsonText.of(json);
    }
}
