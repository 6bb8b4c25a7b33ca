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
import sluice.readonly.Topology;

/** {@code sluice ring remove-node}: takes a node out of a ring. */
@Command(
        name = "remove-node",
        description = {
            "Take a node out of RING.",
            "",
            "Its partitions go to the others, which fetch them first; it answers until they are"
                    + " ready. Then its process and its folder can go."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring remove-node ring c",
            "  sluice ring status ring --watch    until the topology is in force",
            "",
            "Exit status: 0 begun, 2 no such node, 4 no such ring."
        })
final class RingRemoveNodeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the node.")
    private String name = "";

    @Override
    public Integer call() throws IOException {
        try (Registry registry = ring.open()) {
            Topology topology = new Ring(registry).removeNode(name);
            spec.commandLine()
                    .getOut()
                    .printf(
                            "topology %d is without node %s; it is in force once the others are ready: sluice ring status %s%n",
                            topology.number(), name, ring.name());
        }
        return 0;
    }
}
