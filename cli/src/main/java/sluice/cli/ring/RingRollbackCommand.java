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
import sluice.readonly.Decision;
import sluice.readonly.Registry;
import sluice.readonly.Ring;

/** {@code sluice ring rollback}: serves a version again that the nodes keep. */
@Command(
        name = "rollback",
        description = {
            "Serve the version again that RING served before, or N.",
            "",
            "The nodes have it open, so this takes a moment and moves no data. The version that was"
                    + " served stays and is served again by: sluice ring rollback RING N."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring rollback ring",
            "  sluice ring rollback ring 12",
            "",
            "Exit status: 0 served, 2 a wrong option, 4 no such ring, or no node has the version."
        })
final class RingRollbackCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            description =
                    "The number of the version (default: the one before; needed after a rollback).")
    private @Nullable Integer number;

    @Override
    public Integer call() throws IOException {
        OptionalInt wanted = number == null ? OptionalInt.empty() : OptionalInt.of(number);
        try (Registry registry = ring.open()) {
            Ring served = new Ring(registry);
            int before = served.view().decision().value().current();
            Decision decision = served.rollback(wanted, System.currentTimeMillis());
            PrintWriter out = spec.commandLine().getOut();
            if (decision.current() == before) {
                out.printf("%s serves version %d already%n", ring.name(), before);
            } else {
                out.printf(
                        "%s serves version %d, after version %d%n",
                        ring.name(), decision.current(), decision.previous());
            }
        }
        return 0;
    }
}
