package sluice.cli.ring;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.options.OptionValues;
import sluice.cli.options.StoreDirectory;
import sluice.readonly.Definition;
import sluice.readonly.Member;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.Topology;

/** {@code sluice ring create}: makes the records of a ring. */
@Command(
        name = "create",
        description = {
            "Make a ring that serves the versions of STORE.",
            "",
            "Nothing is copied and no node is started: that is done by sluice node, once for each of"
                    + " the names. All nodes must see RING, and STORE under the path that is given"
                    + " here."
        },
        footer = {
            "",
            "Examples:",
            "  sluice ring create ring graph --nodes a,b,c",
            "  sluice ring create /share/ring /share/graph --nodes a@north,b@north,c@south \\",
            "      --replicas 2 --failures 1",
            "  sluice ring create zk://zoo1:2181/sluice/social /share/graph --nodes a,b,c",
            "",
            "Exit status: 0 made, 2 a wrong option, 4 no such store, or a ring is there already."
        })
final class RingCreateCommand implements Callable<Integer> {
    private static final String ZONE = "main";
    private static final int PARTITIONS = 64;
    private static final int REPLICAS = 2;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(index = "1", paramLabel = "STORE", description = "The store with the versions.")
    private Path store = Path.of("");

    @Option(
            names = "--nodes",
            required = true,
            split = ",",
            paramLabel = "NAME[@ZONE]",
            description =
                    "The nodes, and the zones that they are in; replicas are spread over zones.")
    private List<String> nodes = List.of();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description =
                    "How many nodes hold each partition; needs as many nodes and partitions, or more"
                            + " (default: 2, or 1 for one node).")
    private @Nullable Integer replicas;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Into how many parts a version is cut, for good (default: 64).")
    private int partitions = PARTITIONS;

    @Option(
            names = "--required",
            paramLabel = "N",
            description =
                    "How many replicas of each partition must be ready before a version is served"
                            + " (default: 1).")
    private int required = 1;

    @Option(
            names = "--failures",
            paramLabel = "N",
            description =
                    "How many nodes that do not run or cannot fetch may be left out of a push; they"
                            + " come back on their own (default: 0).")
    private int failures;

    @Option(
            names = "--backups",
            paramLabel = "N",
            description = "How many earlier versions the nodes keep (default: 1).")
    private int backups = 1;

    @Option(
            names = "--quota",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "The most that one version may have on one node (default: no limit).")
    private long quotaBytes = Definition.NO_QUOTA;

    @Option(
            names = "--push-deadline",
            paramLabel = "SECONDS",
            description =
                    "After how many seconds a push that is not ready is given up (default: 86400).")
    private long pushSeconds = Duration.ofDays(1).toSeconds();

    @Override
    public Integer call() throws IOException {
        List<Member> members = new ArrayList<>();
        for (String node : nodes) {
            String[] parts = node.split("@", 2);
            members.add(new Member(parts[0], parts.length > 1 ? parts[1] : ZONE));
        }
        if (pushSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--push-deadline must be 1 or more, not " + pushSeconds);
        }
        Topology topology = topology(members);
        if (required > topology.replicas()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--required is %d, and a partition has %d replicas; ask for that many at most"
                            .formatted(required, topology.replicas()));
        }
        String source = StoreDirectory.existing(store.toAbsolutePath().normalize()).location();
        Definition definition =
                new Definition(
                        Definition.FORMAT,
                        source,
                        required,
                        failures,
                        quotaBytes,
                        backups,
                        Duration.ofSeconds(pushSeconds).toMillis());
        try (Registry registry = ring.create()) {
            long seconds = TimeUnit.MILLISECONDS.toSeconds(System.currentTimeMillis());
            new Ring(registry).create(definition, topology, seconds);
        }
        spec.commandLine()
                .getOut()
                .printf(
                        "ring %s: %d nodes, %d replicas of %d partitions of %s%n",
                        ring.name(), members.size(), topology.replicas(), partitions, store);
        return 0;
    }

    private Topology topology(List<Member> members) {
        int wanted = replicas == null ? Math.min(REPLICAS, members.size()) : replicas;
        Topology topology = Topology.first(members, wanted, partitions);
        if (wanted > members.size()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--replicas is %d, and --nodes names %d; name more nodes, or ask for fewer replicas"
                            .formatted(wanted, members.size()));
        }
        if (wanted > partitions) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--partitions is %d, too few to have %d replicas on different nodes; use %d or more"
                            .formatted(partitions, wanted, wanted));
        }
        return topology;
    }
}
