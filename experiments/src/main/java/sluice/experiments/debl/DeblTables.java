package sluice.experiments.debl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import sluice.report.TextTable;

/** The figures in rows and columns: for a terminal, and for the page. */
public final class DeblTables {
    private static final double PAPER_COPY_SECONDS = 893;

    private final DeblReport report;
    private final Optional<VariantResult> copy;
    private final Optional<VariantResult> mySql;

    /** A heading and rows, the first of which names the columns. */
    record Table(String heading, List<List<String>> rows) {
        private static Table of(String heading, List<String> columns, List<List<String>> rows) {
            List<List<String>> all = new ArrayList<>(rows);
            all.addFirst(columns);
            return new Table(heading, all);
        }
    }

    DeblTables(DeblReport report) {
        this.report = report;
        copy = find(Variant.FILE_COPY);
        mySql = find(Variant.BULK_MYSQL);
    }

    private Optional<VariantResult> find(Variant variant) {
        return report.results().stream().filter(result -> result.variant() == variant).findFirst();
    }

    List<Table> tables() {
        return List.of(loads(), requests(), aims());
    }

    private Table loads() {
        List<List<String>> rows = new ArrayList<>();
        for (VariantResult result : report.results()) {
            Double paper = result.variant().paperSeconds();
            rows.add(
                    List.of(
                            result.variant().title(),
                            "%.2f".formatted(result.uptimeSeconds()),
                            copy.map(of -> ratio(result.uptimeSeconds(), of.uptimeSeconds()))
                                    .orElse("–"),
                            "%.2f".formatted(result.endSeconds()),
                            paper == null ? "–" : "%.2f".formatted(paper),
                            paper == null ? "–" : ratio(paper, PAPER_COPY_SECONDS),
                            phases(result.phases())));
        }
        return Table.of(
                "Table 1: the load phase, in seconds",
                List.of(
                        "variant",
                        "uptime",
                        "÷ fileCopy",
                        "loaded",
                        "paper's uptime",
                        "÷ its fileCopy",
                        "parts of the load"),
                rows);
    }

    private static String phases(Map<String, Double> phases) {
        List<String> parts = new ArrayList<>();
        phases.forEach((name, seconds) -> parts.add("%s %.2f".formatted(name, seconds)));
        return String.join(", ", parts);
    }

    private static String ratio(double above, double below) {
        return String.format(Locale.ROOT, "%.3f", above / below);
    }

    private Table requests() {
        List<List<String>> rows = new ArrayList<>();
        for (VariantResult result : report.results()) {
            if (result.variant().isAsked()) {
                rows.add(
                        List.of(
                                result.variant().title(),
                                "%,d".formatted(result.requests()),
                                mySql.map(of -> before(result, of)).orElse("–"),
                                "%,.0f".formatted(result.rate()),
                                "%,.0f".formatted(result.peakRate()),
                                "%,.0f".formatted(result.steadyRate()),
                                millis(result.p50Nanos()),
                                millis(result.p99Nanos()),
                                millis(result.maxNanos()),
                                "%,d of %,d"
                                        .formatted(
                                                result.comparison().differing(),
                                                result.comparison().compared())));
            }
        }
        return Table.of(
                "The requests from each uptime on, by %d clients"
                        .formatted(report.options().clients()),
                List.of(
                        "variant",
                        "answered",
                        "before bulkLoad (MySQL)",
                        "a second",
                        "best second",
                        "steady",
                        "p50 ms",
                        "p99 ms",
                        "longest ms",
                        "answers that differ"),
                rows);
    }

    private static String before(VariantResult result, VariantResult mySql) {
        return "%,d".formatted(result.answeredBefore(mySql.uptimeSeconds()));
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%,.2f", nanos / 1e6);
    }

    private Table aims() {
        List<List<String>> rows = new ArrayList<>();
        for (Aim aim : report.aims()) {
            String measured = aim.measured();
            rows.add(
                    List.of(
                            aim.what(),
                            aim.paper(),
                            aim.reach(),
                            aim.aim(),
                            measured == null ? "–" : measured,
                            aim.verdict().text()));
        }
        return Table.of(
                "What it must show",
                List.of("what", "paper", "reach", "aim", "measured", ""),
                rows);
    }

    /** One line on what was loaded and asked, and one on the machine. */
    List<String> head() {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "%,d links, %.1f MB, over %.1f MB/s; %,d requests to each variant; %s",
                        report.files().links(),
                        report.files().bytes() / 1e6,
                        report.options().sourceBytesPerSecond() / 1e6,
                        report.options().requests(),
                        report.started().toString().substring(0, 10)),
                report.machine().text());
    }

    /** The tables of {@code report} for a terminal. */
    public static String text(DeblReport report) {
        return new DeblTables(report).text();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        head().forEach(line -> text.append(line).append('\n'));
        for (Table table : tables()) {
            text.append('\n').append(table.heading).append('\n');
            text.append(aligned(table).text());
        }
        return text.append('\n').append(DeblReport.SIMULATED).append('\n').toString();
    }

    /** Names to the left; so is the last column, but for that of the answers, which are counted. */
    private static TextTable aligned(Table table) {
        TextTable.Column[] columns = new TextTable.Column[table.rows.getFirst().size()];
        Arrays.fill(columns, TextTable.right());
        columns[0] = TextTable.left();
        if (!table.rows.getFirst().getLast().startsWith("answers")) {
            columns[columns.length - 1] = TextTable.left();
        }
        TextTable aligned = new TextTable(columns);
        table.rows.forEach(aligned::row);
        return aligned;
    }
}
