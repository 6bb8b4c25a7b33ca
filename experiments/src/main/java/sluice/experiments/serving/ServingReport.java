package sluice.experiments.serving;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import sluice.report.Amounts;
import sluice.report.Facts;
import sluice.report.Machine;
import sluice.report.Page;

/** The figures of {@link ServingBench} as a table, as Markdown, as JSON and as a page. */
public final class ServingReport {
    private static final String STYLE = "/sluice/experiments/experiments.css";

    private final ServingOptions options;
    private final Machine machine;
    private final Instant started;
    private final Facts facts;
    private final boolean isWhole;
    private final boolean isOfSwaps;

    /** {@code isOfSwaps} if nothing else was measured. */
    ServingReport(
            ServingOptions options,
            Machine machine,
            Instant started,
            Facts facts,
            boolean isWhole,
            boolean isOfSwaps) {
        this.options = options;
        this.machine = machine;
        this.started = started;
        this.facts = facts;
        this.isWhole = isWhole;
        this.isOfSwaps = isOfSwaps;
    }

    /** Whether all was measured, both stores gave the same lists, and swaps left no file open. */
    public boolean isGood() {
        return isWhole
                && facts.list().stream()
                        .filter(ServingReport::isOfFaults)
                        .allMatch(fact -> fact.value().longValue() <= 0);
    }

    private static boolean isOfFaults(Facts.Fact fact) {
        return fact.name().equals("differing") || fact.name().endsWith("left_open");
    }

    private String head() {
        String day = started.toString().substring(0, 10);
        return isOfSwaps
                ? "swaps alone, %d nodes; %s".formatted(options.nodes(), day)
                : "%s links, %d nodes, %.1f s for each measurement; %s"
                        .formatted(
                                Amounts.count(options.links()),
                                options.nodes(),
                                options.seconds(),
                                day);
    }

    /** The table for a terminal. */
    public String text() {
        return head() + "\n\n" + facts.table().text() + "\n" + machine.text() + "\n";
    }

    /** The table for a page of docs. */
    public String markdown() {
        return facts.markdown("measured", "value", "");
    }

    /** Machine, options and all figures. */
    public String json() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode about = mapper.createObjectNode();
        about.put("started", started.toString());
        about.put("links", options.links());
        about.put("nodes", options.nodes());
        about.put("whole", isWhole);
        machine.describe(about.putObject("machine"));
        StringWriter text = new StringWriter();
        try (JsonGenerator json = mapper.getFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeFieldName("about");
            mapper.writeTree(json, about);
            json.writeObjectFieldStart("figures");
            facts.write(json);
            json.writeEndObject();
            json.writeEndObject();
        }
        return text + "\n";
    }

    /** One page that needs no network. */
    public String html() {
        StringBuilder page = new StringBuilder();
        page.append("<p>%s</p>\n".formatted(Page.escaped(head())));
        page.append(
                "<div class=\"wide\">\n<table>\n<tr><th>measured</th><th>value</th><th></th></tr>\n");
        for (Facts.Fact fact : facts.list()) {
            page.append(
                    "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n"
                            .formatted(
                                    Page.escaped(fact.title()),
                                    Page.escaped(fact.shown()),
                                    Page.escaped(fact.note())));
        }
        page.append("</table>\n</div>\n<p>%s</p>\n".formatted(Page.escaped(machine.text())));
        return new Page(
                        "Serving by a ring",
                        "Serving by a ring of nodes",
                        ServingReport.class,
                        STYLE)
                .add(page.toString())
                .html();
    }
}
