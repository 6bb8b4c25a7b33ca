package sluice.cli.ring;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.readonly.Registry;
import sluice.readonly.Ring;

/** {@code sluice ring cancel}: gives up a push that has not ended. */
@Command(
        name = "cancel",
        description = {
            "Give up the push of a version to RING: of N, or the first push that has not ended.",
            "",
            "Use it for a push that waits for what will not come, such as a version that was deleted"
                    + " from the store, or a node that is broken. The version that is served stays, nodes"
                    + " delete what they fetched, and the next push begins. The version can be pushed"
                    + " again."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring cancel ring",
            "  sluice ring cancel ring 12",
            "",
            "Exit status: 0 given up, 2 a wrong option, 4 no such ring, no such push, or it has ended."
        })
final class RingCancelCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            description = "The number of the version (default: of the first push).")
    private @Nullable Integer number;

    @Override
    public Integer call() throws IOException {
        OptionalInt wanted = number == null ? OptionalInt.empty() : OptionalInt.of(number);
        try (Registry registry = ring.open()) {
            Ring records = new Ring(registry);
            int version = records.cancel(wanted);
            int served = records.view().decision().value().current();
            PrintWriter out = spec.commandLine().getOut();
            out.printf(
                    "the push of version %d was given up; %s serves %s%n",
                    version, ring.name(), served == 0 ? "no version yet" : "version " + served);
        }
        return 0;
    }
}
