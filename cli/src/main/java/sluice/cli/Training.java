package sluice.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;

/**
 * What the build runs for new jars, to teach Java which classes to have ready and which methods are
 * hot: every verb's help, the usual verbs on a small graph of numbers and one of names, failures,
 * and a demo. Its argument is a directory that it may write to.
 */
public final class Training {
    private Training() {}

    public static void main(String[] arguments) {
        // As every verb begins. A class that is missing here is looked for in each jar later.
        Main.prepareProcess();
        Terminal.ofProcess();
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        for (List<String> verb : Main.verbs()) {
            List<String> help = new ArrayList<>(verb);
            help.add("--help");
            run(nowhere, help);
        }
        Path directory = Path.of(arguments[0]);
        String links = directory.resolve("links.tsv").toString();
        String graph = directory.resolve("graph").toString();
        run(nowhere, List.of("generate", "rmat", links, "--links", "20000"));
        run(nowhere, List.of("load", graph, links, "--dry-run"));
        run(nowhere, List.of("load", graph, links));
        run(nowhere, List.of("query", graph, "links", "1", "1"));
        for (String verb : List.of("status", "stats", "hash", "verify")) {
            run(nowhere, List.of(verb, graph));
        }
        String people = directory.resolve("people.rdf").toString();
        String named = directory.resolve("named").toString();
        String schema = directory.resolve("people.schema").toString();
        run(
                nowhere,
                List.of("generate", "rmat", people, "--links", "300000", "--distinct", "--rdf"));
        run(nowhere, List.of("load", named, people, "--schema", schema));
        run(nowhere, List.of("find", named, "name", "eq", "nobody"));
        // Who has no file left to open cannot read the classes that say so from their jars either.
        run(nowhere, List.of("load", graph, directory.resolve("missing").toString()));
        run(nowhere, List.of("load", links + "/graph", links));
        PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        String demo = directory.resolve("demo").toString();
        System.exit(run(output, List.of("demo", "--quick", "--dir", demo)));
    }

    private static int run(PrintWriter output, List<String> arguments) {
        StopSignal stop = new StopSignal(output);
        String[] words = arguments.toArray(String[]::new);
        return Main.run(Terminal.none(), stop, output, output, words);
    }
}
