package sluice.cli.ring;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.readonly.Member;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.Topology;

/** {@code sluice ring add-node}: adds a node to a ring. */
@Command(
        name = "add-node",
        description = {
            "Add a node to RING, which takes an even share of the partitions.",
            "",
            "Start it with sluice node. It fetches its partitions first; the others go on with them"
                    + " until it is ready."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring add-node ring d --zone south",
            "  sluice node ring data-d --name d",
            "",
            "Exit status: 0 added, 2 a wrong option or name, 4 no such ring."
        })
final class RingAddNodeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the node.")
    private String name = "";

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "main",
            description = "The zone that it is in (default: main).")
    private String zone = "main";

    @Override
    public Integer call() throws IOException {
        try (Registry registry = ring.open()) {
            Topology topology = new Ring(registry).addNode(new Member(name, zone));
            spec.commandLine()
                    .getOut()
                    .printf(
                            "topology %d: node %s gets %d of %d partitions; start it with: sluice node %s FOLDER --name %s%n",
                            topology.number(),
                            name,
                            topology.partitionsOf(name).size(),
                            topology.partitions(),
                            ring.name(),
                            name);
        }
        return 0;
    }
}
