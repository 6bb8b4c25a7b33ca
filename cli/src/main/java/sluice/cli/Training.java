package sluice.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.client.ClientOptions;
import sluice.client.SluiceClient;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/**
 * What the build runs for new jars, to teach Java which classes to have ready and which methods are
 * hot: every verb's help, the usual verbs on a small graph of numbers and one of names, a server
 * with a client, failures, and a demo. Its argument is a directory that it may write to.
 */
public final class Training {
    /** In the line that a server says first. */
    private static final Pattern PORT = Pattern.compile(":(\\d+) \\(gRPC\\)");

    /** Those of the user may name databases, logs and certificates. */
    private static final Map<String, String> NO_VARIABLES = Map.of();

    private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

    private Training() {}

    public static void main(String[] arguments) throws IOException {
        // As every verb begins. A class that is missing here is looked for in each jar later.
        Main.prepareProcess();
        Terminal.ofProcess();
        for (List<String> verb : Main.verbs()) {
            List<String> help = new ArrayList<>(verb);
            help.add("--help");
            run(NOWHERE, help);
        }
        Path directory = Path.of(arguments[0]);
        String links = directory.resolve("links.tsv").toString();
        String graph = directory.resolve("graph").toString();
        run(NOWHERE, List.of("generate", "rmat", links, "--links", "20000"));
        run(NOWHERE, List.of("load", graph, links, "--dry-run"));
        run(NOWHERE, List.of("load", graph, links));
        run(NOWHERE, List.of("query", graph, "links", "1", "1"));
        for (String verb : List.of("status", "stats", "hash", "verify")) {
            run(NOWHERE, List.of(verb, graph));
        }
        serve(graph);
        run(NOWHERE, List.of("absorb", graph));
        String people = directory.resolve("people.rdf").toString();
        String named = directory.resolve("named").toString();
        String schema = directory.resolve("people.schema").toString();
        run(
                NOWHERE,
                List.of("generate", "rmat", people, "--links", "300000", "--distinct", "--rdf"));
        run(NOWHERE, List.of("load", named, people, "--schema", schema));
        run(NOWHERE, List.of("find", named, "name", "eq", "nobody"));
        // Who has no file left to open cannot read the classes that say so from their jars either.
        run(NOWHERE, List.of("load", graph, directory.resolve("missing").toString()));
        run(NOWHERE, List.of("load", links + "/graph", links));
        PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        String demo = directory.resolve("demo").toString();
        System.exit(run(output, List.of("demo", "--quick", "--dir", demo)));
    }

    /**
     * Serves a store while a client asks and writes. Where nobody can connect, that is left out.
     */
    static void serve(String graph) throws IOException {
        PipedReader said = new PipedReader();
        PrintWriter output = new PrintWriter(new PipedWriter(said), true);
        StopSignal stop = new StopSignal(NOWHERE);
        String[] words = {"serve", graph, "--port", "0", "--http-port", "0"};
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            try (output) {
                                Main.run(stop, NO_VARIABLES, output, NOWHERE, words);
                            }
                        });
        try (BufferedReader lines = new BufferedReader(said)) {
            String first = lines.readLine();
            Matcher port = PORT.matcher(first == null ? "" : first);
            if (port.find()) {
                ask(Integer.parseInt(port.group(1)));
            }
            stop.request();
            while (lines.readLine() != null) {
                // Until the server has ended.
            }
        }
    }

    private static void ask(int port) {
        String address = "localhost:" + port;
        if (run(NOWHERE, List.of("query", "--server", address, "links", "1", "1")) != 0) {
            return;
        }
        run(NOWHERE, List.of("query", "--server", address, "count", "1", "1"));
        Link link = new Link(1, 1, 2, Visibility.VISIBLE, 0, 0, new byte[8]);
        try (SluiceClient client = SluiceClient.open(ClientOptions.of("localhost", port))) {
            client.addLink(link);
            client.addNode(new Node(1, 1, 0, 0, new byte[8]));
        } catch (SluiceException e) {
            NOWHERE.println(e);
        }
    }

    private static int run(PrintWriter output, List<String> arguments) {
        String[] words = arguments.toArray(String[]::new);
        return Main.run(new StopSignal(output), NO_VARIABLES, output, output, words);
    }
}
