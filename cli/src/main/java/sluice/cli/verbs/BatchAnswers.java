package sluice.cli.verbs;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import sluice.cli.ask.AskedGraph;
import sluice.cli.ask.FindingsPrinter;
import sluice.cli.ask.OnlineWrites;
import sluice.cli.console.FailureReport;
import sluice.cli.console.MessageText;
import sluice.cli.show.Findings;
import sluice.cli.show.ShownText;

/** Writes one line for each question of a batch, as text or as JSON. */
final class BatchAnswers implements Conversation.Listener {
    private final PrintWriter output;
    private final boolean json;
    private String question = "";

    BatchAnswers(PrintWriter output, boolean json) {
        this.output = output;
        this.json = json;
    }

    /** The question whose answer comes next. */
    void next(String line) {
        question = line;
    }

    @Override
    public void answered(
            Findings findings, AskedGraph graph, FindingsPrinter.@Nullable Format format)
            throws IOException {
        OnlineWrites online = graph.online();
        if (json) {
            FindingsPrinter.printJson(
                    output,
                    line -> {
                        line.writeStringField("question", question);
                        line.writeArrayFieldStart("rows");
                        for (List<Findings.Value> row : findings.rows()) {
                            FindingsPrinter.writeRow(line, findings.columns(), row);
                        }
                        line.writeEndArray();
                        FindingsPrinter.writeEnd(line, findings, online);
                    });
            return;
        }
        List<String> fields = new ArrayList<>();
        fields.add(findings.complete() ? "complete" : "partial");
        for (List<Findings.Value> row : findings.rows()) {
            fields.add(String.join(" ", row.stream().map(ShownText::of).toList()).stripTrailing());
        }
        output.println(String.join("\t", fields));
    }

    @Override
    public void failed(Exception failure, CommandLine verb) {
        String message = MessageText.shown(FailureReport.messageOf(failure));
        if (!json) {
            output.println("error\t" + ShownText.visible(message));
            return;
        }
        try {
            FindingsPrinter.printJson(
                    output,
                    (JsonGenerator line) -> {
                        line.writeStringField("question", question);
                        line.writeStringField("error", message);
                    });
        } catch (IOException e) {
            throw new IllegalStateException("JSON is made in memory", e);
        }
    }
}
