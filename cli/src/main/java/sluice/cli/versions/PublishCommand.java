package sluice.cli.versions;

import java.io.Closeable;
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
import sluice.cli.stores.FirstVersion;
import sluice.load.version.Versions;
import sluice.report.Amounts;
import sluice.storage.Storage;

/** {@code sluice publish}: serves a version that a load has made. */
@Command(
        name = "publish",
        description = {
            "Serve a version of STORE: its newest, or N.",
            "",
            "The change is one step: a query is answered wholly from the version before or wholly"
                    + " from this one, also if this command is killed or the power fails. Servers of"
                    + " the store move on within a second and need no restart. A store without"
                    + " versions becomes its own first one, and from then on takes no online writes.",
            "",
            "A version that was rolled back is served again only if N names it. To go back, use"
                    + " sluice rollback."
        },
        footer = {
            "",
            "Examples:",
            "  sluice load graph today/ --new-version     makes the version",
            "  sluice publish graph                       serves it",
            "  sluice publish graph --keep 2              and deletes all but 2 older ones",
            "",
            "Exit status: 0 served, 2 a wrong option, 4 no such store or version, 5 a damaged"
                    + " version, which is not served, 6 no room or permission."
        })
public final class PublishCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private StoreArgument store = new StoreArgument();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            description = "The number of the version (default: the newest).")
    private @Nullable Integer number;

    @Mixin private KeepArgument keep = new KeepArgument();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text or json (default: text).")
    private ReportFormat format = ReportFormat.TEXT;

    @Override
    public Integer call() throws IOException {
        keep.check();
        Storage storage = store.storage();
        OptionalInt wanted = number == null ? OptionalInt.empty() : OptionalInt.of(number);
        Versions.Served served;
        try (Closeable _ = FirstVersion.begin(store.path(), storage)) {
            served = Versions.publish(storage, wanted, System.currentTimeMillis());
        }
        if (!served.isSame() && served.bytes() < served.bytesBefore() / 2) {
            spec.commandLine()
                    .getErr()
                    .println(
                            "sluice: version %d has %s, less than half of the %s of version %d; if that is wrong: sluice rollback %s"
                                    .formatted(
                                            served.number(),
                                            Amounts.bytes(served.bytes()),
                                            Amounts.bytes(served.bytesBefore()),
                                            served.before(),
                                            store.path()));
        }
        List<Integer> deleted = keep.delete(storage);
        new ServedReport(store.path(), served, deleted).print(spec.commandLine().getOut(), format);
        return 0;
    }
}
