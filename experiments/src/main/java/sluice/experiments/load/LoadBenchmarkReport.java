package sluice.experiments.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import sluice.report.JsonText;
import sluice.report.Machine;
import sluice.report.TextTable;

/** What the load benchmark found: as a table to read, as Markdown, and as JSON with all samples. */
public final class LoadBenchmarkReport {
    private static final String NOT_MEASURED = "-";

    private final LoadBenchmarkOptions options;
    private final Machine machine;
    private final List<String> command;
    private final Instant started;
    private final Instant ended;
    private final Samples samples;

    LoadBenchmarkReport(
            LoadBenchmarkOptions options,
            Machine machine,
            List<String> command,
            Instant started,
            Instant ended,
            Samples samples) {
        this.options = options;
        this.machine = machine;
        this.command = List.copyOf(command);
        this.started = started;
        this.ended = ended;
        this.samples = samples;
    }

    private List<BenchmarkRow> rows() {
        return options.rows().stream().sorted().toList();
    }

    /** For a terminal, at most 100 columns wide. */
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
                        TextTable.left(40),
                        TextTable.right(10),
                        TextTable.left(16),
                        TextTable.right(10),
                        TextTable.right(9),
                        TextTable.left());
        table.row("what", "measured", "range", "at least", "aim", "");
        rows().forEach(row -> table.row(cells(row)));
        return table;
    }

    private List<String> cells(BenchmarkRow row) {
        Unit unit = row.unit();
        Optional<Figure.Measured> found = row.figure().of(samples);
        return List.of(
                row.title(),
                found.map(measured -> unit.show(measured.value())).orElse(NOT_MEASURED),
                found.map(measured -> unit.show(measured.min(), measured.max()))
                        .orElse(NOT_MEASURED),
                row.better().sign() + " " + unit.show(row.atLeast()),
                row.hasAim() ? unit.show(row.aim()) : "",
                found.map(measured -> row.verdict(measured.value()).text()).orElse(NOT_MEASURED));
    }

    /** How much was measured, when and on what. */
    public String summary() {
        return """
        %s links, %d runs, %d MiB of memory, %s, %d minutes.
        %s.
        """
                .formatted(
                        "%,d".formatted(options.links()),
                        options.runs(),
                        options.memoryBytes() >> 20,
                        started.truncatedTo(ChronoUnit.MINUTES),
                        Duration.between(started, ended).toMinutes(),
                        machine.text())
                .strip();
    }

    /** Everything: machine, command, dates, rows, and all samples of all metrics. */
    public String json() {
        ObjectNode root = JsonText.object();
        root.put("benchmark", "load");
        root.put("started_at", started.toString());
        root.put("ended_at", ended.toString());
        root.put("links", options.links());
        root.put("runs", options.runs());
        root.put("memory_bytes", options.memoryBytes());
        ArrayNode words = root.putArray("command");
        command.forEach(words::add);
        ArrayNode help = root.putArray("start_command");
        options.help().forEach(help::add);
        machine.describe(root.putObject("machine"));
        ArrayNode rows = root.putArray("rows");
        rows().forEach(row -> addRow(rows.addObject(), row));
        ObjectNode all = root.putObject("samples");
        for (Metric metric : samples.metrics()) {
            ObjectNode subject = all.withObjectProperty(name(metric.subject()));
            samples.of(metric).forEach(subject.withArrayProperty(name(metric.quantity()))::add);
        }
        return JsonText.of(root);
    }

    private void addRow(ObjectNode to, BenchmarkRow row) {
        to.put("id", row.id());
        to.put("what", row.title());
        to.put("unit", name(row.unit()));
        to.put("better", name(row.better()));
        to.put("at_least", row.atLeast());
        to.put("aim", row.aim());
        row.figure()
                .of(samples)
                .ifPresent(
                        measured -> {
                            to.put("value", measured.value());
                            to.put("min", measured.min());
                            to.put("max", measured.max());
                            to.put("verdict", row.verdict(measured.value()).text());
                            measured.samples().forEach(to.putArray("samples")::add);
                        });
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
