package sluice.cli.ring;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.readonly.Registry;
import sluice.readonly.Replicas;
import sluice.readonly.Ring;
import sluice.readonly.RingView;

/** {@code sluice ring disable}: has a node answer no reads. */
@Command(
        name = "disable",
        description = {
            "Send no reads to a node of RING, and do not count it as a replica.",
            "",
            "A push does not wait for it if other nodes have enough replicas. It goes on fetching and"
                    + " keeps its data: sluice ring enable has it answer again."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring disable ring c --reason \"new disk\"",
            "  sluice ring enable ring c",
            "",
            "Exit status: 0 done, 2 no such node, 4 no such ring."
        })
final class RingDisableCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(index = "1", paramLabel = "NAME", description = "The name of the node.")
    private String name = "";

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why, for all who look at the ring (default: by hand).")
    private String reason = "by hand";

    @Override
    public Integer call() throws IOException {
        try (Registry registry = ring.open()) {
            Ring records = new Ring(registry);
            RingView view = records.view();
            int alone = Replicas.answeredByNoOther(view, name);
            records.disable(name, reason.isBlank() ? "by hand" : reason);
            if (alone > 0) {
                spec.commandLine()
                        .getErr()
                        .printf(
                                "no other node answers for %d of %d partitions: reads of them fail until: sluice ring enable %s %s%n",
                                alone, view.lastTopology().partitions(), ring.name(), name);
            }
            spec.commandLine().getOut().printf("node %s answers no reads: %s%n", name, reason);
        }
        return 0;
    }
}
