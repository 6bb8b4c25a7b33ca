package sluice.cli.ring;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.readonly.Registry;
import sluice.readonly.Ring;

/** {@code sluice ring enable}: has a node answer reads again. */
@Command(
        name = "enable",
        description = "Send reads to a node of RING again, after sluice ring disable.",
        footer = {
            "",
            "Examples:",
            "  sluice ring enable ring c",
            "",
            "Exit status: 0 done, 2 no such node, 4 no such ring."
        })
final class RingEnableCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the node.")
    private String name = "";

    @Override
    public Integer call() throws IOException {
        try (Registry registry = ring.open()) {
            new Ring(registry).enable(name);
            spec.commandLine().getOut().printf("node %s answers reads%n", name);
        }
        return 0;
    }
}
