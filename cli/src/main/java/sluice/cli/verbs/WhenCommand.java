package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.ask.AskedServer;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.ServerArguments;
import sluice.client.SluiceClient;
import sluice.protocol.Outlook;
import sluice.report.Amounts;

/** {@code sluice when}: when an id is built, and what comes before. */
@Command(
        name = "when",
        description = {
            "Say when the rows of an id will be in a segment, and what is built before them.",
            "",
            "From uptime on every answer is complete; from a segment it is quickest. The order"
                    + " changes with what is asked for, and sluice pin decides it."
        },
        footer = {
            "",
            "Examples:",
            "  sluice when 933 --server localhost:7411",
            "  sluice when Person:933 --server db1 --format json",
            "",
            "Exit status: 0 answered, 2 a wrong option or token, 8 no server there, or not answered in"
                    + " time."
        })
public final class WhenCommand implements Callable<Integer> {
    private static final double MICROS_PER_SECOND = 1e6;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "ID", description = "The id, by name or number.")
    private String id = "";

    @Mixin private ServerArguments server = new ServerArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        long number;
        Outlook outlook;
        try (SluiceClient client = server.open()) {
            number = AskedServer.idOf(client, id);
            outlook = client.outlook(number);
        }
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> output.println(text(id, outlook));
            case JSON ->
                    Json.print(
                            output,
                            json -> {
                                json.writeFieldName("id");
                                json.writeNumber(Long.toUnsignedString(number));
                                json.writeBooleanField("planned", outlook.planned());
                                if (outlook.planned()) {
                                    json.writeBooleanField("built", outlook.built());
                                    json.writeNumberField("buckets_ahead", outlook.bucketsAhead());
                                    json.writeNumberField("rows_ahead", outlook.rowsAhead());
                                }
                                if (outlook.microsLeft() != Outlook.UNKNOWN) {
                                    Json.number(json, "seconds_left", seconds(outlook));
                                }
                            });
        }
        return 0;
    }

    /** What the verb says. */
    public static String text(String id, Outlook outlook) {
        if (!outlook.planned()) {
            return "id %s: the load is still copying its source; buckets are put in order at uptime"
                    .formatted(id);
        }
        if (outlook.built()) {
            return "id %s: built".formatted(id);
        }
        String ahead =
                outlook.bucketsAhead() == 0
                        ? "next"
                        : "behind %s with %s"
                                .formatted(
                                        Amounts.counted(outlook.bucketsAhead(), "bucket"),
                                        Amounts.counted(outlook.rowsAhead(), "row"));
        return outlook.microsLeft() == Outlook.UNKNOWN
                ? "id %s: %s; no bucket has been built yet to tell the time by".formatted(id, ahead)
                : "id %s: in about %s, %s".formatted(id, Amounts.elapsed(seconds(outlook)), ahead);
    }

    private static double seconds(Outlook outlook) {
        return outlook.microsLeft() / MICROS_PER_SECOND;
    }
}
