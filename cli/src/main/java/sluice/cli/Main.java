package sluice.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code sluice}: what all verbs share, and the list of the verbs. */
@Command(
        name = "sluice",
        subcommands = {
            GenerateCommand.class,
            HashCommand.class,
            ExportCommand.class,
            StatsCommand.class,
            VerifyCommand.class,
            CompletionCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        description = "Loads a social graph in bulk and serves it while it loads.",
        footer = {"", "'sluice VERB --help' explains a verb."})
public final class Main implements Runnable {
    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of a failure.")
    private boolean debug;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private Main() {}

    /** Runs the verb that {@code arguments} name and ends the process with its exit status. */
    public static void main(String[] arguments) {
        // Digits, points and case are the same for every user; see docs/decisions/002.
        Locale.setDefault(Locale.ROOT);
        PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitStatus = run(output, errors, arguments);
        output.flush();
        errors.flush();
        System.exit(exitStatus);
    }

    /**
     * Runs the verb that {@code arguments} name, writes to the two writers, returns the exit
     * status.
     */
    static int run(PrintWriter output, PrintWriter errors, String... arguments) {
        Main main = new Main();
        Failures failures = new Failures(() -> main.debug);
        CommandLine command =
                new CommandLine(main)
                        .setOut(output)
                        .setErr(errors)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .setParameterExceptionHandler(failures)
                        .setExecutionExceptionHandler(failures);
        try {
            return command.execute(arguments);
        } catch (Error failure) {
            // picocli hands over exceptions only; errors, such as no more memory, come through.
            return failures.report(failure, errors);
        }
    }

    /** Called where no verb is named. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a verb");
    }
}
