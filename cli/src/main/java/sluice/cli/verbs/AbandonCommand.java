package sluice.cli.verbs;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import sluice.cli.options.CacheArguments;
import sluice.cli.options.StoreArgument;
import sluice.cli.stores.GivenUpLoads;
import sluice.load.Abandoned;
import sluice.report.Amounts;

/** {@code sluice abandon}: gives up an unfinished load. */
@Command(
        name = "abandon",
        description = {
            "Give up the unfinished load of STORE and return the store to what it was before it.",
            "Refused once all rows of the load are in the store: then repeat its command. The load"
                    + " of a new version is given up whenever it has not ended; versions stay.",
            "At an address a load that still runs stops at its next manifest."
        },
        footer = {"", "Example:", "  sluice abandon friends"})
public final class AbandonCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();
    @Mixin private StoreArgument store = new StoreArgument();
    @Mixin private CacheArguments cache = new CacheArguments();

    @Override
    public Integer call() throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        Abandoned abandoned = GivenUpLoads.abandon(cache.existing(spec, store.site()));
        output.println(
                abandoned.loadGivenUp()
                        ? "given up; %s deleted"
                                .formatted(Amounts.counted(abandoned.filesDeleted(), "file"))
                        : "there was no unfinished load");
        return 0;
    }
}
