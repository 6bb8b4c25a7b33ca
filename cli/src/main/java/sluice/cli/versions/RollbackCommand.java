package sluice.cli.versions;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.ReportFormat;
import sluice.cli.options.StoreArgument;
import sluice.load.version.Versions;

/** {@code sluice rollback}: serves an earlier version again. */
@Command(
        name = "rollback",
        description = {
            "Serve an earlier version of STORE again: the one before the served one, or N.",
            "",
            "Nothing is copied; servers of the store move on within a second. The version that was"
                    + " served stays, and no command serves it again unless its number is named."
        },
        footer = {
            "",
            "Examples:",
            "  sluice rollback graph          to the version before",
            "  sluice rollback graph 12       to version 12",
            "",
            "Exit status: 0 served, 4 no such store or version, 5 a damaged version, which is not"
                    + " served, 6 no room or permission."
        })
public final class RollbackCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            description = "The number of the version (default: the one before).")
    private @Nullable Integer number;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        OptionalInt wanted = number == null ? OptionalInt.empty() : OptionalInt.of(number);
        Versions.Served served =
                Versions.rollback(store.storage(), wanted, System.currentTimeMillis());
        new ServedReport(store.path(), served, List.of())
                .print(spec.commandLine().getOut(), format);
        return 0;
    }
}
