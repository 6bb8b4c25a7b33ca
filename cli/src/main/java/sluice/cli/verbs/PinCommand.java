package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.ask.AskedServer;
import sluice.cli.console.Json;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.ServerArguments;
import sluice.client.SluiceClient;
import sluice.protocol.IdRange;

/** {@code sluice pin}: has some ids built first. */
@Command(
        name = "pin",
        description = {
            "Have the buckets of some ids built before all others, or no longer.",
            "",
            "Without it those are built first that are asked for most. It holds for what the server"
                    + " builds now and later, until --unpin or until the server ends. It can be said"
                    + " from the first moment of a load on."
        },
        footer = {
            "",
            "Examples:",
            "  sluice pin 1000000 1999999 --server localhost:7411",
            "  sluice pin 1000000 1499999 --unpin --server localhost:7411",
            "",
            "Exit status: 0 done, 2 a wrong option, range or token, 8 no server there, or not"
                    + " answered in time."
        })
public final class PinCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "FIRST",
            description = "The lowest id, by name or number.")
    private String first = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "LAST",
            description = "The highest id, included (default: FIRST).")
    private @Nullable String last;

    @Option(names = "--unpin", description = "The range is no longer built before others.")
    private boolean unpin;

    @Mixin private ServerArguments server = new ServerArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        List<IdRange> pinned;
        try (SluiceClient client = server.open()) {
            IdRange range = range(client);
            pinned = unpin ? client.unpin(range) : client.pin(range);
        }
        PrintWriter output = spec.commandLine().getOut();
        switch (format) {
            case TEXT -> printText(output, pinned);
            case JSON -> printJson(output, pinned);
        }
        return 0;
    }

    private IdRange range(SluiceClient client) {
        long from = AskedServer.idOf(client, first);
        try {
            return new IdRange(from, last == null ? from : AskedServer.idOf(client, last));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static void printText(PrintWriter output, List<IdRange> pinned) {
        output.println(pinned.isEmpty() ? "nothing is pinned" : "pinned:");
        for (IdRange range : pinned) {
            output.printf(
                    "  %s to %s%n",
                    Long.toUnsignedString(range.first()), Long.toUnsignedString(range.last()));
        }
    }

    private static void printJson(PrintWriter output, List<IdRange> pinned) throws IOException {
        Json.print(
                output,
                json -> {
                    json.writeArrayFieldStart("pinned");
                    for (IdRange range : pinned) {
                        json.writeStartObject();
                        json.writeFieldName("first_id");
                        json.writeNumber(Long.toUnsignedString(range.first()));
                        json.writeFieldName("last_id");
                        json.writeNumber(Long.toUnsignedString(range.last()));
                        json.writeEndObject();
                    }
                    json.writeEndArray();
                });
    }
}
