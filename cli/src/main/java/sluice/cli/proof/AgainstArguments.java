package sluice.cli.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.options.FactArguments;
import sluice.cli.options.MemoryOption;
import sluice.cli.options.StoreSite;
import sluice.ingest.Source;
import sluice.ingest.mapping.SourceOptions;
import sluice.load.job.LoadOptions;
import sluice.proof.ProofOptions;

/** The sources that a store is compared with, and how they are read. */
public final class AgainstArguments {
    private static final int SHOWN_USUALLY = 20;
    private static final int SHOWN_MAX = 100_000;

    /** Tables of rows get one part in this many of the heap. */
    private static final int TABLE_PART = 3;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--against",
            arity = "1..*",
            paramLabel = "SOURCE",
            parameterConsumer = OneLoad.class,
            description =
                    "Compare STORE with these sources, as load takes them: files, directories,"
                            + " globs, lists with commas. Once for each load, in the order of the"
                            + " loads.")
    private List<List<String>> loads = List.of();

    @Option(
            names = "--mapping",
            paramLabel = "FILE",
            parameterConsumer = OfLoad.class,
            description = "The mapping of the sources named before it, as at their load.")
    private List<Said> mappings = List.of();

    @Option(
            names = "--as-load",
            paramLabel = "N",
            parameterConsumer = OfLoad.class,
            description =
                    "The number of the load of the sources named before it, which blank nodes of RDF"
                            + " depend on where --blank-nodes is load or file (default: 1, 2, …).")
    private List<Said> numbers = List.of();

    @Mixin private FactArguments facts = new FactArguments();

    @Mixin private MemoryOption memory = new MemoryOption();

    @Option(
            names = "--subset",
            description =
                    "With --against: the sources are a part of what was loaded. Rows that only the"
                            + " store has, or has in a newer state, are counted and are no"
                            + " differences.")
    private boolean subset;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "With --against: how many differences of each kind are shown in full, 0 to"
                            + " 100000 (default: 20); all are counted.")
    private @Nullable Integer limit;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "With --against: threads that read, 1 to 1024 (default: all cores).")
    private @Nullable Integer threads;

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            description =
                    "With --against: where temporary files go, up to 112 bytes a row (default: the"
                            + " system's directory for them); they are deleted in the end.")
    private @Nullable Path scratch;

    /**
     * The value that an option gives for one load.
     *
     * @param load counted from 0
     */
    record Said(int load, String value) {}

    /** Takes the words up to the next option as the sources of one more load. */
    static final class OneLoad implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            List<String> sources = new ArrayList<>();
            while (!words.isEmpty()
                    && (words.peek().equals("-") || !words.peek().startsWith("-"))) {
                sources.add(words.pop());
            }
            if (sources.isEmpty()) {
                throw new ParameterException(
                        command.commandLine(), "--against requires SOURCE…, as load takes them");
            }
            List<List<String>> all = new ArrayList<>(option.<List<List<String>>>getValue());
            all.add(List.copyOf(sources));
            option.setValue(all);
        }
    }

    /** Takes a word for the load that was named last, or for the first one. */
    static final class OfLoad implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            String name = ((OptionSpec) option).longestName();
            if (words.isEmpty()) {
                throw new ParameterException(
                        command.commandLine(), name + " requires " + option.paramLabel());
            }
            List<List<String>> named = command.findOption("--against").getValue();
            int load = Math.max(0, named.size() - 1);
            List<Said> all = new ArrayList<>(option.<List<Said>>getValue());
            if (all.stream().anyMatch(each -> each.load() == load)) {
                throw new ParameterException(
                        command.commandLine(),
                        name
                                + " is given twice for the same sources; name one after each --against");
            }
            all.add(new Said(load, words.pop()));
            option.setValue(all);
        }
    }

    /**
     * The source of one load.
     *
     * @param loadNumber of the load in its store
     */
    record Sources(Source source, int loadNumber) {}

    /** Whether a store is to be compared with sources; refuses options that need that. */
    public boolean given() {
        if (loads.isEmpty()) {
            for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
                if (isOwn(option)) {
                    throw new ParameterException(
                            spec.commandLine(),
                            option.longestName() + " requires --against SOURCE…");
                }
            }
        }
        return !loads.isEmpty();
    }

    private static boolean isOwn(OptionSpec option) {
        return switch (option.longestName()) {
            case "--subset",
                    "--limit",
                    "--threads",
                    "--scratch",
                    "--mapping",
                    "--as-load",
                    "--memory",
                    "--schema",
                    "--rdf",
                    "--blank-nodes",
                    "--graph",
                    "--ids",
                    "--time-facet",
                    "--version-facet" ->
                    true;
            default -> false;
        };
    }

    /** Opens the sources of all loads. */
    List<Sources> open(@Nullable StoreSite store) throws IOException {
        SourceOptions options = SourceOptions.standard().withFacts(facts.facts());
        if (store != null && !store.isAddress()) {
            options = options.into(store.directory());
        }
        List<Sources> all = new ArrayList<>();
        for (int load = 0; load < loads.size(); load++) {
            String mapping = said(mappings, load);
            all.add(
                    new Sources(
                            Source.open(
                                    loads.get(load),
                                    mapping == null ? null : Path.of(mapping),
                                    options),
                            number(load)));
        }
        return all;
    }

    private static @Nullable String said(List<Said> all, int load) {
        return all.stream()
                .filter(each -> each.load() == load)
                .map(Said::value)
                .findFirst()
                .orElse(null);
    }

    private int number(int load) {
        String number = said(numbers, load);
        try {
            int given = number == null ? load + 1 : Integer.parseInt(number);
            if (given >= 1) {
                return given;
            }
        } catch (NumberFormatException e) {
            // Said below, together with what is out of range.
        }
        throw new ParameterException(
                spec.commandLine(), "--as-load must be a number from 1 on, not " + number);
    }

    /** How the proof works. */
    ProofOptions options() {
        LoadOptions load = memory.in(LoadOptions.defaults());
        if (threads != null) {
            load = load.withThreads(threads);
        }
        int shown = limit == null ? SHOWN_USUALLY : limit;
        if (shown < 0 || shown > SHOWN_MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--limit must be from 0 to %d, not %d".formatted(SHOWN_MAX, shown));
        }
        long tables = Math.max(load.heapBytes() / TABLE_PART, ProofOptions.MEMORY_BYTES_MIN);
        return new ProofOptions(load.threads(), tables, shown, subset);
    }

    /** Where temporary files go, or null for the system's directory. */
    @Nullable Path scratch() {
        return scratch;
    }
}
