package sluice.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import sluice.cli.console.Invocation;
import sluice.cli.console.Look;
import sluice.cli.options.OptionValues;
import sluice.cli.show.WriteProgress;
import sluice.generate.GenerateOption;
import sluice.generate.GeneratedGraph;
import sluice.generate.GraphFileLayout;
import sluice.generate.GraphFiles;
import sluice.generate.GraphFiles.Written;
import sluice.generate.PeopleGraph;
import sluice.generate.PeopleLayout;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * {@code sluice generate GRAPH TARGET}: writes one kind of graph. Its options are those that the
 * graph and the layout of files declare, plus where to write and with how many threads.
 */
final class GenerateGraph implements Callable<Integer> {
    private static final String THREADS = "--threads";
    private static final String NODES = "--nodes";

    private final List<GenerateOption> graphOptions;
    private final Opener opener;
    private final @Nullable PeopleOpener people;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    /** Makes the graph ready of the values given for its options. */
    @FunctionalInterface
    interface Opener {
        GeneratedGraph open(Map<String, String> given, int threads) throws IOException;
    }

    /** Makes the graph ready as people, of the values given for its options. */
    @FunctionalInterface
    interface PeopleOpener {
        PeopleGraph open(Map<String, String> given, int threads) throws IOException;
    }

    GenerateGraph(List<GenerateOption> graphOptions, Opener opener) {
        this(graphOptions, opener, null);
    }

    /** A graph that can also be written as people, where {@code people} is not null. */
    GenerateGraph(List<GenerateOption> graphOptions, Opener opener, @Nullable PeopleOpener people) {
        this.graphOptions = graphOptions;
        this.opener = opener;
        this.people = people;
    }

    /** The verb as picocli wants it. */
    CommandSpec spec(String description, boolean hasNodes) {
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("0")
                        .paramLabel("TARGET")
                        .type(Path.class)
                        .required(true)
                        .description("The file for the links; with --parts a directory.")
                        .build());
        graphOptions.forEach(this::add);
        GraphFileLayout.options().forEach(this::add);
        if (people != null) {
            PeopleLayout.options().forEach(this::add);
        }
        if (hasNodes) {
            spec.addOption(
                    OptionSpec.builder(NODES)
                            .paramLabel("FILE")
                            .type(Path.class)
                            .description(
                                    "Write the nodes too, to this file; with --parts a directory.")
                            .build());
        }
        spec.addOption(
                OptionSpec.builder(THREADS)
                        .paramLabel("N")
                        .type(Integer.class)
                        .description("How many threads write. [1 or more; default: one per core]")
                        .build());
        spec.usageMessage().description(description).sortOptions(false);
        return spec;
    }

    private void add(GenerateOption option) {
        OptionSpec.Builder builder = OptionSpec.builder("--" + option.name());
        if (option.unit().isEmpty()) {
            builder.arity("0").type(Boolean.class).description(literal(option.sentence()));
        } else {
            String fallback = option.fallback().isEmpty() ? "" : "; default: " + option.fallback();
            if (option.unit().equals(GenerateOption.COUNT)) {
                builder.type(Long.class).converters(new OptionValues.Count());
            } else {
                builder.type(String.class).completionCandidates(option.words());
            }
            builder.paramLabel(option.unit())
                    .description(
                            literal(
                                    "%s [%s%s]"
                                            .formatted(
                                                    option.sentence(), option.range(), fallback)));
        }
        spec.addOption(builder.build());
    }

    /** Text in which picocli finds nothing to replace. */
    private static String literal(String text) {
        return text.replace("%", "%%");
    }

    @Override
    public Integer call() throws IOException {
        ParseResult parsed = spec.commandLine().getParseResult();
        int threads =
                parsed.matchedOptionValue(THREADS, Runtime.getRuntime().availableProcessors());
        if (threads < 1) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "--threads is %d; expected 1 or more".formatted(threads));
        }
        Path target = parsed.matchedPositionalValue(0, Path.of(""));
        Map<String, String> files = given(parsed, GraphFileLayout.options());
        if (people != null) {
            Map<String, String> given = given(parsed, PeopleLayout.options());
            if (PeopleLayout.asked(given)) {
                PeopleLayout layout = PeopleLayout.of(given, files);
                writePeople(
                        people.open(given(parsed, graphOptions), threads), target, layout, threads);
                return 0;
            }
        }
        GraphFileLayout layout = GraphFileLayout.of(files);
        @Nullable Path nodes = parsed.matchedOptionValue(NODES, null);
        GeneratedGraph graph = opener.open(given(parsed, graphOptions), threads);

        // Nodes first: where they cannot be written, nothing is.
        if (nodes != null) {
            report(
                    "nodes",
                    nodes,
                    progress -> GraphFiles.writeNodes(graph, nodes, layout, threads, progress));
        }
        report(
                "links",
                target,
                progress -> GraphFiles.writeLinks(graph, target, layout, threads, progress));
        return 0;
    }

    private void writePeople(PeopleGraph graph, Path target, PeopleLayout layout, int threads)
            throws IOException {
        Path schema = GraphFiles.writeSchema(graph, target, layout);
        report(
                layout.format().rows(),
                target,
                progress -> GraphFiles.writePeople(graph, target, layout, threads, progress));
        spec.commandLine()
                .getOut()
                .println(
                        "%s: the schema; %,d people, %,d links"
                                .formatted(schema, graph.personCount(), graph.linkCount()));
    }

    private static Map<String, String> given(ParseResult parsed, List<GenerateOption> options) {
        Map<String, String> given = new HashMap<>();
        for (GenerateOption option : options) {
            Object value = parsed.matchedOptionValue("--" + option.name(), null);
            if (value != null) {
                given.put(option.name(), value.toString());
            }
        }
        return given;
    }

    private interface Write {
        Written to(GraphFiles.Progress progress) throws IOException;
    }

    private void report(String rows, Path target, Write write) throws IOException {
        PrintWriter output = spec.commandLine().getOut();
        long start = System.nanoTime();
        Written written;
        try (WriteProgress progress =
                new WriteProgress(
                        rows,
                        spec.commandLine().getErr(),
                        Look.ofErrors(Invocation.of(spec).terminal()).live())) {
            written = write.to(progress);
        }
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        output.println(
                "%s: %,d %s, %,d bytes in %.2f s"
                        .formatted(target, written.rows(), rows, written.bytes(), seconds));
    }
}
