package sluice.cli.verbs;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.cli.ask.AskedArguments;
import sluice.cli.ask.AskedGraph;
import sluice.cli.ask.FindingsPrinter;
import sluice.cli.console.FailureReport;
import sluice.cli.console.Invocation;
import sluice.cli.console.MessageText;
import sluice.cli.console.ReadableText;
import sluice.cli.console.Terminal;
import sluice.cli.options.ServerArguments;
import sluice.cli.show.Findings;
import sluice.report.TextTable;

/** {@code sluice shell}: answers questions line by line until the input ends. */
@Command(
        name = "shell",
        customSynopsis = {
            "sluice shell STORE [OPTIONS]",
            "   or: sluice shell --server HOST[:PORT] [OPTIONS]"
        },
        description = {
            "Answer questions line by line, without a start of Java for each.",
            "",
            "A line is a question as 'sluice query' takes it behind the store: links ID1 TYPE, node"
                    + " ID, link ID1 TYPE ID2, count ID1 TYPE, types ID, find PRED OP VALUE, walk START"
                    + " PATH, each with its options. The"
                    + " line 'help' lists them, 'help links' explains one; 'exit', 'quit' or Ctrl-D"
                    + " ends. Empty lines and lines that begin with # are passed over. Quotes keep"
                    + " blanks in a name: node 'Person:Ann Lee'.",
            "",
            "On a terminal a prompt is shown, lines can be edited, and the arrow keys bring earlier"
                    + " lines back. From a pipe or a file, lines are read without a prompt. For one"
                    + " answer a line use 'sluice query STORE --batch'."
        },
        footer = {
            "",
            "Examples:",
            "  sluice shell graph",
            "  sluice shell --server localhost:7411 --format jsonl",
            "  printf 'count 17 4\\ncount 18 4\\n' | sluice shell graph",
            "",
            "Exit status: of a terminal 0; else that of the first question that failed, see 'sluice"
                    + " query --help', or 0 if none did. Questions after it are answered."
        })
public final class ShellCommand implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private AskedArguments asked = new AskedArguments();

    @Mixin private ServerArguments server = new ServerArguments();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "How answers are written where a line does not say: table, jsonl or csv"
                            + " (default: table).")
    private FindingsPrinter.Format format = FindingsPrinter.Format.TABLE;

    /** Where lines come from; null at their end. */
    private interface Lines {
        @Nullable String next() throws IOException;
    }

    @Override
    public Integer call() throws IOException {
        Invocation main = Invocation.of(spec);
        PrintWriter output = spec.commandLine().getOut();
        Console console = console(main.terminal());
        try (Conversation conversation =
                new Conversation(asked.open(server), spec, new Shown(main), System::nanoTime)) {
            if (console == null) {
                BufferedReader input = ReadableText.reader(System.in);
                return answer(conversation, input::readLine);
            }
            output.println("Ask %s; 'help' lists the questions.".formatted(asked.name(server)));
            answer(conversation, () -> line(console, asked.name(server)));
            return 0;
        }
    }

    /** The line that is typed behind {@code name}; an empty one where Ctrl-C gave it up. */
    private static @Nullable String line(Console console, String name) {
        try {
            return console.readLine("%s> ", name);
        } catch (RuntimeException e) {
            // The JDK throws it out of a package that it shows nobody.
            if (e.getClass().getSimpleName().equals("UserInterruptException")) {
                return "";
            }
            throw e;
        }
    }

    /** The terminal that lines are typed at; null where they come from elsewhere. */
    private static @Nullable Console console(Terminal terminal) {
        if (!terminal.output()) {
            return null;
        }
        // The one of the JDK that edits lines and keeps them.
        System.setProperty("jdk.console", "jdk.internal.le");
        Console console = System.console();
        return console != null && console.isTerminal() ? console : null;
    }

    private int answer(Conversation conversation, Lines lines) throws IOException {
        int first = 0;
        for (String line = lines.next(); line != null; line = lines.next()) {
            String question = line.strip();
            if (question.equals("exit") || question.equals("quit")) {
                break;
            }
            if (question.equals("help") || question.startsWith("help ")) {
                help(conversation.questions(), question.substring("help".length()).strip());
            } else if (!question.isEmpty() && !question.startsWith("#")) {
                int status = conversation.ask(question);
                first = first == 0 ? status : first;
            }
        }
        return first;
    }

    private void help(CommandLine questions, String name) {
        PrintWriter output = spec.commandLine().getOut();
        CommandLine question = questions.getSubcommands().get(name);
        if (question != null) {
            question.usage(output);
            return;
        }
        TextTable table = TextTable.ofAmounts(0);
        questions
                .getSubcommands()
                .values()
                .forEach(
                        each -> {
                            var usage = each.getCommandSpec().usageMessage();
                            table.row(
                                    usage.customSynopsis()[0].replace(" [OPTIONS]", ""),
                                    usage.description()[0]);
                        });
        table.row("help QUESTION", "The options of a question.");
        table.row("exit", "The end, as quit and Ctrl-D are.");
        table.print(output);
        output.flush();
    }

    /** Shows answers as {@code sluice query} does. */
    private final class Shown implements Conversation.Listener {
        private final FindingsPrinter printer;
        private final FailureReport failures = new FailureReport(() -> false, _ -> "");

        Shown(Invocation main) {
            CommandLine shell = spec.commandLine();
            printer = new FindingsPrinter(shell.getOut(), shell.getErr(), main.terminal());
        }

        @Override
        public void answered(
                Findings findings, AskedGraph graph, FindingsPrinter.@Nullable Format wanted)
                throws IOException {
            printer.print(findings, wanted == null ? format : wanted, graph.online());
            spec.commandLine().getOut().flush();
        }

        @Override
        public void failed(Exception failure, CommandLine question) {
            PrintWriter errors = spec.commandLine().getErr();
            if (failure instanceof ParameterException) {
                errors.println("sluice: " + MessageText.shown(FailureReport.messageOf(failure)));
                String name = question.getCommandName();
                List<String> more = name.equals("query") ? List.of("help") : List.of("help", name);
                errors.println("try: " + String.join(" ", more));
            } else {
                failures.report(failure, errors);
            }
            errors.flush();
        }
    }
}
