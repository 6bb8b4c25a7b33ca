package sluice.cli.ring;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sluice ring}: makes a ring of read-only servers and works on it. */
@Command(
        name = "ring",
        subcommands = {
            RingCreateCommand.class,
            RingPushCommand.class,
            RingStatusCommand.class,
            RingCancelCommand.class,
            RingRollbackCommand.class,
            RingAddNodeCommand.class,
            RingRemoveNodeCommand.class,
            RingDisableCommand.class,
            RingEnableCommand.class,
        },
        description = {
            "Serve versions of a store by a ring of read-only servers.",
            "",
            "A ring is a group of nodes that hold the partitions of a store, each several times. Its"
                    + " records are in a folder that all nodes see, or in ZooKeeper: who belongs to it,"
                    + " and which version is served. A push has the nodes fetch a version; all serve it once"
                    + " all are ready. A node that is killed goes on where it was."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring create ring graph --nodes a,b,c --replicas 2",
            "  sluice node ring data-a --name a            one process for each node",
            "  sluice ring push ring                       the newest version of graph",
            "  sluice ring status ring --watch",
            "  sluice ring rollback ring",
            "  sluice ring status zk://zoo1:2181,zoo2:2181/sluice/social",
            "",
            "docs/ring.md shows it all on one machine."
        })
public final class RingCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "say what to do: create, push, status, cancel, rollback, add-node, remove-node,"
                        + " disable, enable");
    }
}
