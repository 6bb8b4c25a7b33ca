package sluice.cli.verbs;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import sluice.cli.ask.AskedGraph;
import sluice.cli.ask.Asking;
import sluice.cli.ask.FindingsPrinter;
import sluice.cli.console.FailureReport;
import sluice.cli.console.Invocation;
import sluice.cli.console.LineWords;
import sluice.cli.console.ReadableText;
import sluice.cli.console.Spelling;
import sluice.cli.show.Findings;
import sluice.model.SluiceException;

/**
 * Questions that come line by line and are asked of one store or server, which stays open: each
 * costs what its answer costs, and not the start of a process.
 *
 * <p>A line has the words of {@code sluice query} behind the store. A store is looked at anew at
 * most once a second, so that a load that goes on shows. For one thread; the caller closes it.
 */
final class Conversation implements Closeable {
    private static final long LOOK_NANOS = 1_000_000_000;
    private static final Set<String> HELP_OPTIONS = Set.of("--help", "-h", "--version", "-V");

    /** What becomes of the answers. */
    interface Listener {
        /** {@code format} is what the line asks for, or null. */
        void answered(Findings findings, AskedGraph graph, FindingsPrinter.@Nullable Format format)
                throws IOException;

        /** {@code question} is the verb that failed, as far as it was understood. */
        void failed(Exception failure, CommandLine question);
    }

    private final AskedGraph graph;
    private final Listener listener;
    private final LongSupplier nanoTime;
    private final CommandLine lines;
    private final CommandLine query;
    private long lookedNanos;

    /** {@code graph} is closed with this; {@code verb} is the one that the process runs. */
    Conversation(AskedGraph graph, CommandSpec verb, Listener listener, LongSupplier nanoTime) {
        this.graph = graph;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.lookedNanos = nanoTime.getAsLong();
        this.query = new CommandLine(new QueryCommand(this));
        this.lines = Invocation.of(verb).withVerb(query);
        query.getSubcommands()
                .forEach(
                        (name, question) ->
                                question.getCommandSpec()
                                        .usageMessage()
                                        .customSynopsis(synopsis(question)));
        lines.setOut(verb.commandLine().getOut())
                .setErr(verb.commandLine().getErr())
                .setParameterExceptionHandler(
                        (failure, _) -> failed(failure, failure.getCommandLine()))
                .setExecutionExceptionHandler((failure, question, _) -> failed(failure, question));
    }

    /** "count ID1 TYPE [OPTIONS]". */
    private static String synopsis(CommandLine question) {
        StringBuilder text = new StringBuilder(question.getCommandName());
        question.getCommandSpec()
                .positionalParameters()
                .forEach(argument -> text.append(' ').append(argument.paramLabel()));
        return text.append(" [OPTIONS]").toString();
    }

    /** What is asked. */
    AskedGraph graph() {
        return graph;
    }

    /** The questions there are. */
    CommandLine questions() {
        return query;
    }

    /** Asks what {@code line} says and returns the exit status that it alone would have had. */
    int ask(String line) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(query.getCommandName());
        try {
            ReadableText.requireLine(line);
            words.addAll(LineWords.of(line));
            if (words.size() > 1 && !query.getSubcommands().containsKey(words.get(1))) {
                throw new ParameterException(query, unknown(words.get(1)));
            }
            if (words.stream().anyMatch(HELP_OPTIONS::contains)) {
                throw new ParameterException(
                        query, "a line has no help; 'sluice query --help' explains it");
            }
            look();
        } catch (SluiceException | ParameterException failure) {
            return failed(failure, query);
        }
        return lines.execute(words.toArray(String[]::new));
    }

    private String unknown(String word) {
        return "\"%s\" is no question%s; there are: %s"
                .formatted(
                        word,
                        Spelling.suggestion(word, query.getSubcommands().keySet()),
                        String.join(", ", query.getSubcommands().keySet()));
    }

    private void look() throws IOException {
        long now = nanoTime.getAsLong();
        if (now - lookedNanos >= LOOK_NANOS) {
            lookedNanos = now;
            graph.refresh();
        }
    }

    /** Called by {@link QueryCommand} for each line. */
    void answer(Asking.Question question, FindingsPrinter.@Nullable Format format)
            throws IOException {
        listener.answered(question.ask(graph), graph, format);
    }

    private int failed(Exception failure, CommandLine question) {
        listener.failed(failure, question);
        return FailureReport.statusOf(failure);
    }

    @Override
    public void close() throws IOException {
        graph.close();
    }
}
