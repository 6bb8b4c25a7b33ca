package sluice.cli.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import sluice.cli.ask.AskedArguments;
import sluice.cli.ask.AskedGraph;
import sluice.cli.ask.Asking;
import sluice.cli.ask.FindingsPrinter;
import sluice.cli.ask.OnlineWrites;
import sluice.cli.console.ReadableText;
import sluice.cli.options.ServerArguments;
import sluice.cli.show.TimeOption;

/** {@code sluice query}: asks a store, also while another process loads into it. */
@Command(
        name = "query",
        customSynopsis = {
            "sluice query STORE QUESTION [OPTIONS]",
            "   or: sluice query --server HOST[:PORT] QUESTION [OPTIONS]",
            "   or: sluice query STORE --batch [--format jsonl] < QUESTIONS"
        },
        commandListHeading = "%nQuestions:%n",
        description = {
            "Ask a store or a server, also while it is being loaded.",
            "",
            "A server (--server) also knows what was written online. It takes ids and types as a"
                    + " store does, by name or number.",
            "",
            "An id is an unsigned number, or GROUP:NAME where the ids of the store are names (the"
                    + " bare name where they have no group). A type is a number, or the name that the"
                    + " source gave it; a name of digits goes before the number."
        },
        footer = {
            "",
            "Each answer says whether it is complete: in the last line; in the last object, with"
                    + " the key complete, of jsonl; on standard error for csv. Names that the store"
                    + " does not hold are answered with nothing found.",
            "",
            "With --batch each line of standard input is a question, as 'count 17 4', and each line"
                    + " of the output its answer. Text has fields between tabs: complete, partial or"
                    + " error, then a field for each row, with its values between blanks; or what is"
                    + " wrong. Objects of jsonl have question, rows and complete, or question and"
                    + " error. Empty lines and lines that begin with # have no answer.",
            "",
            "Examples:",
            "  sluice query graph links Person:933 knows --limit 10",
            "  sluice query graph links 17 4 --min-time 2024-01-01 --format jsonl",
            "  sluice query graph node Person:933",
            "  sluice query --server localhost:7411 links Person:933 knows",
            "  sluice query --server localhost:7411 count 17 4 --mode wait --deadline 5000",
            "  sed 's/.*/count & 4/' ids.txt | sluice query graph --batch",
            "",
            "Exit status: 0 answered, also where nothing was found, 2 a wrong id, type or option, 4"
                    + " no store, 5 a damaged store; of a server also 7 not complete, 8 not answered in"
                    + " time. Of a batch: that of the first question that failed."
        },
        subcommands = {QueryFind.class, QueryWalk.class})
public final class QueryCommand implements Callable<Integer> {
    private static final int LIMIT_MAX = 1_000_000;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private AskedArguments asked = new AskedArguments();

    @Mixin private ServerArguments server = new ServerArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            description =
                    "table (cut to the width of a terminal), jsonl (an object a line) or csv"
                            + " (default: table).")
    private FindingsPrinter.@Nullable Format format;

    @Option(
            names = "--batch",
            description = "Answer the questions of standard input, one line each.")
    private boolean batch;

    /** What this is a line of; null where it is a command of its own. */
    private final @Nullable Conversation conversation;

    public QueryCommand() {
        this(null);
    }

    public QueryCommand(@Nullable Conversation conversation) {
        this.conversation = conversation;
    }

    /** Called where no question is named. */
    @Override
    public Integer call() throws IOException {
        if (batch && conversation == null) {
            return answerBatch();
        }
        throw new ParameterException(
                spec.commandLine(),
                "name a store and a question: "
                        + String.join(", ", spec.commandLine().getSubcommands().keySet()));
    }

    private int answerBatch() throws IOException {
        if (format == FindingsPrinter.Format.CSV) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--batch writes one line for each answer: use --format jsonl, or leave it out");
        }
        PrintWriter output = spec.commandLine().getOut();
        BatchAnswers answers = new BatchAnswers(output, format == FindingsPrinter.Format.JSONL);
        int first = 0;
        try (Conversation lines =
                new Conversation(asked.open(server), spec, answers, System::nanoTime)) {
            BufferedReader input = ReadableText.reader(System.in);
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                String question = line.strip();
                if (!question.isEmpty() && !question.startsWith("#")) {
                    answers.next(question);
                    int status = lines.ask(question);
                    first = first == 0 ? status : first;
                }
            }
            OnlineWrites online = lines.graph().online();
            if (online != null) {
                online.tell(spec.commandLine().getErr());
            }
        }
        return first;
    }

    @Command(
            name = "links",
            customSynopsis = "sluice query STORE links ID1 TYPE [OPTIONS]",
            description = {
                "The visible links of one id and type, newest first.",
                "Links of equal time are in the order of id2, the least number first."
            },
            footer = "")
    int links(
            @Parameters(paramLabel = "ID1", description = "Where the links begin.") String id1,
            @Parameters(paramLabel = "TYPE", description = "Type of the links.") String type,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description =
                                    "How many links to show, 1 to 1000000 (default:"
                                            + " ${DEFAULT-VALUE}).")
                    int limit,
            @Option(
                            names = "--offset",
                            paramLabel = "N",
                            defaultValue = "0",
                            description =
                                    "How many of the newest to leave out (default:"
                                            + " ${DEFAULT-VALUE}).")
                    long offset,
            @Option(
                            names = "--min-time",
                            paramLabel = "TIME",
                            converter = TimeOption.class,
                            defaultValue = "-9223372036854775808",
                            description =
                                    "The oldest time, included: a number, or a date or time of"
                                            + " ISO-8601, which means milliseconds (default: no"
                                            + " limit).")
                    long minTime,
            @Option(
                            names = "--max-time",
                            paramLabel = "TIME",
                            converter = TimeOption.class,
                            defaultValue = "9223372036854775807",
                            description = "The newest time, included (default: no limit).")
                    long maxTime)
            throws IOException {
        if (limit < 1 || limit > LIMIT_MAX || offset < 0) {
            throw new ParameterException(
                    spec.commandLine().getSubcommands().get("links"),
                    "--limit must be from 1 to %d and --offset not negative; how many links there are says: sluice query STORE count"
                            .formatted(LIMIT_MAX));
        }
        LinkFindings.Page page = new LinkFindings.Page(minTime, maxTime, offset, limit);
        return ask(named -> LinkFindings.list(named, id1, type, page));
    }

    @Command(
            name = "node",
            customSynopsis = "sluice query STORE node ID [OPTIONS]",
            description = "One node, with its properties.",
            footer = "")
    int node(
            @Parameters(paramLabel = "ID", description = "Id of the node.") String id,
            @Option(
                            names = "--as",
                            paramLabel = "TYPE",
                            description =
                                    "Show the fields of this type of the schema alone, and where"
                                            + " links of its fields lead (default: all properties).")
                    @Nullable String type,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "100",
                            description =
                                    "How many values of each property to show (default:"
                                            + " ${DEFAULT-VALUE}).")
                    int limit)
            throws IOException {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new ParameterException(
                    spec.commandLine().getSubcommands().get("node"),
                    "--limit must be from 1 to %d".formatted(LIMIT_MAX));
        }
        return ask(named -> NodeFindings.of(named, id, type, limit));
    }

    @Command(
            name = "link",
            customSynopsis = "sluice query STORE link ID1 TYPE ID2 [OPTIONS]",
            description = "One link, also when it is hidden.",
            footer = "")
    int link(
            @Parameters(paramLabel = "ID1", description = "Where the link begins.") String id1,
            @Parameters(paramLabel = "TYPE", description = "Type of the link.") String type,
            @Parameters(paramLabel = "ID2", description = "Where the link ends.") String id2)
            throws IOException {
        return ask(named -> LinkFindings.one(named, id1, type, id2));
    }

    @Command(
            name = "count",
            customSynopsis = "sluice query STORE count ID1 TYPE [OPTIONS]",
            description = "How many visible links one id has of one type.",
            footer = "")
    int count(
            @Parameters(paramLabel = "ID1", description = "Where the links begin.") String id1,
            @Parameters(paramLabel = "TYPE", description = "Type of the links.") String type)
            throws IOException {
        return ask(named -> LinkFindings.count(named, id1, type));
    }

    @Command(
            name = "types",
            customSynopsis = "sluice query STORE types ID [OPTIONS]",
            description = "Types of the visible links of one id, with their counts.",
            footer = "")
    int types(@Parameters(paramLabel = "ID", description = "Where the links begin.") String id)
            throws IOException {
        return ask(named -> TypeFindings.of(named, id));
    }

    int ask(Asking.Question question) throws IOException {
        if (conversation != null) {
            if (asked.given(server) || batch) {
                throw new ParameterException(
                        spec.commandLine(),
                        "a line takes a question and its options; the store, the server and how it"
                                + " is asked are named once, in the command");
            }
            conversation.answer(question, format);
            return 0;
        }
        try (AskedGraph graph = asked.open(server)) {
            Asking.print(spec, question.ask(graph), format, graph);
        }
        return 0;
    }
}
