package sluice.cli.ring;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.console.Invocation;
import sluice.cli.console.StopSignal;
import sluice.cli.logs.LogArguments;
import sluice.cli.options.ListenArguments;
import sluice.cli.options.OptionValues;
import sluice.cli.stores.Serving;
import sluice.readonly.Definition;
import sluice.readonly.Registry;
import sluice.readonly.fetch.Throttle;
import sluice.readonly.node.NodeSettings;
import sluice.readonly.node.RingNode;
import sluice.server.ServerOptions;
import sluice.server.SluiceServer;

/** {@code sluice node}: runs one server of a ring. */
@Command(
        name = "node",
        description = {
            "Run a node of RING, which fetches versions into FOLDER and answers reads from them.",
            "",
            "It serves what the ring has decided, and goes on to serve it where the records of the"
                    + " ring cannot be reached. A node that was killed starts with what it has and"
                    + " fetches what is missing. Ctrl-C ends it: running requests end first."
        },
        footer = {
            "",
            "Examples:",
            "  sluice node ring data-a --name a",
            "  sluice node ring data-b --name b --port 0 --http-port 0    any free ports",
            "  sluice node /share/ring /disk/ring --name b --rate 100m --quota 500g",
            "  sluice node zk://zoo1:2181,zoo2:2181/sluice/social /disk/ring --name b",
            "",
            "Exit status: 0 stopped, 2 a wrong option or no such node, 4 no such ring, or a folder"
                    + " of another node, 6 a port is taken."
        })
public final class NodeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(
            index = "1",
            paramLabel = "FOLDER",
            description = "Where the node keeps its versions; made if it is missing.")
    private Path folder = Path.of("");

    @Option(
            names = "--name",
            required = true,
            paramLabel = "NAME",
            description = "Which node of the ring it is.")
    private String name = "";

    @Mixin private ListenArguments listen = new ListenArguments(0, 0);

    @Option(
            names = "--tls-certificates",
            paramLabel = "FILE",
            description =
                    "PEM file with the authorities by which the certificates of the other nodes are"
                            + " believed; needed where they are other machines.")
    private @Nullable Path authority;

    @Option(
            names = "--rate",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description = "How many bytes a second it fetches at most (default: no limit).")
    private long bytesPerSecond = Throttle.NO_LIMIT;

    @Option(
            names = "--quota",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "How many bytes its versions may have together; a push that needs more is"
                            + " refused before a byte is fetched (default: no limit).")
    private long quotaBytes = Definition.NO_QUOTA;

    @Mixin private LogArguments log = new LogArguments();

    @Override
    public Integer call() throws IOException {
        return log.during(this::serve);
    }

    private int serve() throws IOException {
        ServerOptions server = listen.server();
        SluiceServer.check(server);
        SluiceServer.checkPorts(server);
        NodeSettings settings =
                new NodeSettings(name, folder, server, authority, bytesPerSecond, quotaBytes);
        StopSignal stop = Invocation.of(spec).stop();
        try (Registry registry = ring.open()) {
            settings.check(registry);
            stop.arm(StopSignal.Words.SERVER);
            try (RingNode node = RingNode.start(settings, registry)) {
                tell(node, server);
                Serving.awaitStop(stop);
            }
        }
        return 0;
    }

    private void tell(RingNode node, ServerOptions listening) {
        PrintWriter output = spec.commandLine().getOut();
        output.printf(
                "node %s of %s at %s:%d (gRPC)%n",
                name, ring.name(), listening.host(), node.server().port());
        if (node.server().httpPort() != ServerOptions.NO_HTTP) {
            String host = listening.host();
            String scheme = listening.certificate() == null ? "http" : "https";
            output.printf("watch it at %s://%s:%d/%n", scheme, host, node.server().httpPort());
        }
        output.println(
                node.serving() == 0
                        ? "it serves nothing yet"
                        : "it serves version " + node.serving());
        output.flush();
    }
}
