package sluice.experiments.rdf;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import sluice.experiments.Medians;
import sluice.report.Amounts;
import sluice.report.JsonText;
import sluice.report.Machine;
import sluice.report.Page;
import sluice.report.TextTable;

/** What the benchmark showed: as tables, as JSON, as a page. Medians of all runs. */
public final class RdfBenchReport {
    private static final String STYLE = "/sluice/experiments/experiments.css";
    private static final double MEBIBYTE = 1 << 20;

    private static final List<String> HEADING =
            List.of(
                    "job",
                    "loaded by",
                    "cp s",
                    "uptime s",
                    "÷ cp",
                    "built s",
                    "÷ cp",
                    "links/s",
                    "own MiB",
                    "scratch",
                    "output");

    private final RdfBenchOptions options;
    private final Machine machine;
    private final Instant started;
    private final long people;
    private final List<JobRun> runs;
    private final List<QuestionRate> rates;
    private final boolean isWhole;

    RdfBenchReport(
            RdfBenchOptions options,
            Machine machine,
            Instant started,
            long people,
            List<JobRun> runs,
            List<QuestionRate> rates,
            boolean isWhole) {
        this.options = options;
        this.machine = machine;
        this.started = started;
        this.people = people;
        this.runs = List.copyOf(runs);
        this.rates = List.copyOf(rates);
        this.isWhole = isWhole;
    }

    /** Whether all was measured. */
    public boolean isWhole() {
        return isWhole;
    }

    /** The tables for a terminal. */
    public String tables() {
        StringBuilder text = new StringBuilder(head()).append("\n\n");
        text.append(table(jobCells())).append('\n');
        for (RdfJob job : options.jobs()) {
            text.append("%s: %s%n".formatted(job, job.title()));
        }
        if (!rates.isEmpty()) {
            text.append('\n').append(table(rateCells()));
        }
        return text.append('\n').append(machine.text()).append('\n').toString();
    }

    private static String table(List<List<String>> cells) {
        TextTable table = new TextTable(TextTable.left(), TextTable.left(), TextTable.right());
        cells.forEach(table::row);
        return table.text();
    }

    private String head() {
        return "%s links of %s people; medians of %d; loads may take %s; %s"
                .formatted(
                        Amounts.count(options.links()),
                        Amounts.count(people),
                        options.runs(),
                        Amounts.bytesToTenth(options.memoryBytes()),
                        started.toString().substring(0, 10));
    }

    private List<List<String>> jobCells() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(HEADING);
        for (List<JobRun> same : groups()) {
            double seconds = median(same, JobRun::seconds);
            cells.add(
                    List.of(
                            same.getFirst().job().name(),
                            same.getFirst().program(),
                            fraction(median(same, JobRun::copySeconds)),
                            fraction(median(same, JobRun::uptimeSeconds)),
                            fraction(median(same, run -> run.uptimeSeconds() / run.copySeconds())),
                            fraction(seconds),
                            fraction(median(same, run -> run.seconds() / run.copySeconds())),
                            Amounts.count(Math.round(options.links() / seconds)),
                            "%.0f".formatted(median(same, JobRun::memoryBytes) / MEBIBYTE),
                            Amounts.bytesToTenth((long) median(same, JobRun::scratchBytes)),
                            Amounts.bytesToTenth((long) median(same, JobRun::outputBytes))));
        }
        return cells;
    }

    private List<List<String>> rateCells() {
        List<List<String>> cells = new ArrayList<>();
        cells.add(List.of("question, one thread", "store", "answers/s", "nodes"));
        for (QuestionRate rate : rates) {
            cells.add(
                    List.of(
                            rate.question(),
                            rate.state(),
                            Amounts.count(Math.round(rate.perSecond())),
                            fraction(rate.found())));
        }
        return cells;
    }

    /** The runs of each job and program, in the order in which they came first. */
    private List<List<JobRun>> groups() {
        List<List<JobRun>> groups = new ArrayList<>();
        for (JobRun run : runs) {
            List<JobRun> mine =
                    groups.stream()
                            .filter(
                                    group ->
                                            group.getFirst().job() == run.job()
                                                    && group.getFirst()
                                                            .program()
                                                            .equals(run.program()))
                            .findFirst()
                            .orElse(null);
            if (mine == null) {
                mine = new ArrayList<>();
                groups.add(mine);
            }
            mine.add(run);
        }
        return groups;
    }

    private static double median(List<JobRun> runs, ToDoubleFunction<JobRun> of) {
        return Medians.of(runs.stream().mapToDouble(of).boxed().toList());
    }

    private static String fraction(double number) {
        return String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.1f", number);
    }

    /** The page: one file that needs no network and no script. */
    public String html() {
        Page page = new Page("bench rdf", "Loading RDF", RdfBenchReport.class, STYLE);
        page.paragraph(head());
        if (!isWhole) {
            page.warning("Stopped before all was measured.");
        }
        page.table("Loads", jobCells()).add("<ul>\n");
        for (RdfJob job : options.jobs()) {
            page.add("<li>%s: %s</li>%n".formatted(job, Page.escaped(job.title())));
        }
        page.add("</ul>\n").table("Questions", rateCells());
        return page.paragraph(machine.text()).html();
    }

    /** All figures of all runs. */
    public String json() {
        ObjectNode root = JsonText.object();
        root.put("started", started.toString());
        root.put("whole", isWhole);
        root.put("links", options.links());
        root.put("people", people);
        root.put("memory_bytes", options.memoryBytes());
        machine.describe(root.putObject("machine"));
        ArrayNode shown = root.putArray("runs");
        for (JobRun run : runs) {
            ObjectNode json = shown.addObject();
            json.put("job", run.job().name());
            json.put("loaded_by", run.program());
            json.put("copy_seconds", run.copySeconds());
            json.put("uptime_seconds", run.uptimeSeconds());
            json.put("seconds", run.seconds());
            json.put("own_bytes_max", run.memoryBytes());
            json.put("resident_bytes_max", run.residentBytes());
            json.put("scratch_bytes_max", run.scratchBytes());
            json.put("output_bytes", run.outputBytes());
        }
        ArrayNode asked = root.putArray("questions");
        for (QuestionRate rate : rates) {
            ObjectNode json = asked.addObject();
            json.put("question", rate.question());
            json.put("store", rate.state());
            json.put("per_second", rate.perSecond());
            json.put("found", rate.found());
        }
        return JsonText.of(root);
    }
}
