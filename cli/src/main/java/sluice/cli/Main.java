package sluice.cli;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import sluice.cli.backups.BackupCommand;
import sluice.cli.backups.RestoreCommand;
import sluice.cli.bench.BenchCommand;
import sluice.cli.bench.DemoCommand;
import sluice.cli.bench.GenerateCommand;
import sluice.cli.config.ConfigCommand;
import sluice.cli.config.GivenOptions;
import sluice.cli.console.FailureReport;
import sluice.cli.console.Invocation;
import sluice.cli.console.Look;
import sluice.cli.console.ReadableText;
import sluice.cli.console.StandardOutput;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.cli.console.Version;
import sluice.cli.doctor.DoctorCommand;
import sluice.cli.logs.KeptLogManager;
import sluice.cli.logs.Logs;
import sluice.cli.options.StoreSite;
import sluice.cli.ring.NodeCommand;
import sluice.cli.ring.RingCommand;
import sluice.cli.stores.UpgradeCommand;
import sluice.cli.verbs.AbandonCommand;
import sluice.cli.verbs.AbsorbCommand;
import sluice.cli.verbs.BuildCommand;
import sluice.cli.verbs.CompletionCommand;
import sluice.cli.verbs.ExportCommand;
import sluice.cli.verbs.FindCommand;
import sluice.cli.verbs.HashCommand;
import sluice.cli.verbs.IndexCommand;
import sluice.cli.verbs.LoadCommand;
import sluice.cli.verbs.MapCommand;
import sluice.cli.verbs.PinCommand;
import sluice.cli.verbs.PlanCommand;
import sluice.cli.verbs.QueryCommand;
import sluice.cli.verbs.SchemaCommand;
import sluice.cli.verbs.ServeCommand;
import sluice.cli.verbs.ShellCommand;
import sluice.cli.verbs.StatsCommand;
import sluice.cli.verbs.StatusCommand;
import sluice.cli.verbs.VerifyCommand;
import sluice.cli.verbs.WalkCommand;
import sluice.cli.verbs.WhenCommand;
import sluice.cli.versions.PublishCommand;
import sluice.cli.versions.RollbackCommand;
import sluice.cli.versions.VersionsCommand;
import sluice.model.ErrorCode;
import sluice.storage.StorageFiles;

/** The command {@code sluice}: what all verbs share, and the list of the verbs. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        description = "Loads a social graph in bulk and serves it while it loads.",
        footer = {
            "",
            "'sluice VERB --help' explains a verb. Help and the demo have colours on a terminal,"
                    + " unless NO_COLOR is set."
        })
public final class Main implements Invocation, Runnable {
    /** By name, in the order in which help lists them. */
    private static final Map<String, Supplier<Object>> VERBS = new LinkedHashMap<>();

    static {
        VERBS.put("demo", DemoCommand::new);
        VERBS.put("load", LoadCommand::new);
        VERBS.put("map", MapCommand::new);
        VERBS.put("query", QueryCommand::new);
        VERBS.put("find", FindCommand::new);
        VERBS.put("walk", WalkCommand::new);
        VERBS.put("shell", ShellCommand::new);
        VERBS.put("serve", ServeCommand::new);
        VERBS.put("build", BuildCommand::new);
        VERBS.put("plan", PlanCommand::new);
        VERBS.put("absorb", AbsorbCommand::new);
        VERBS.put("index", IndexCommand::new);
        VERBS.put("abandon", AbandonCommand::new);
        VERBS.put("versions", VersionsCommand::new);
        VERBS.put("publish", PublishCommand::new);
        VERBS.put("rollback", RollbackCommand::new);
        VERBS.put("ring", RingCommand::new);
        VERBS.put("node", NodeCommand::new);
        VERBS.put("status", StatusCommand::new);
        VERBS.put("when", WhenCommand::new);
        VERBS.put("pin", PinCommand::new);
        VERBS.put("bench", BenchCommand::new);
        VERBS.put("generate", GenerateCommand::new);
        VERBS.put("schema", SchemaCommand::new);
        VERBS.put("backup", BackupCommand::new);
        VERBS.put("restore", RestoreCommand::new);
        VERBS.put("hash", HashCommand::new);
        VERBS.put("export", ExportCommand::new);
        VERBS.put("stats", StatsCommand::new);
        VERBS.put("verify", VerifyCommand::new);
        VERBS.put("upgrade", UpgradeCommand::new);
        VERBS.put("doctor", DoctorCommand::new);
        VERBS.put("config", ConfigCommand::new);
        VERBS.put("completion", CompletionCommand::new);
    }

    @Option(
            names = "--debug",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of a failure.")
    private boolean debug;

    @CommandLine.Spec private CommandSpec spec = CommandSpec.create();

    private final Terminal terminal;
    private final StopSignal stop;
    private final Map<String, String> environment;

    /** Opened for the verb, the last one first. */
    private final List<Closeable> closedAtEnd = new ArrayList<>();

    /** Those of the verb that runs. */
    private GivenOptions given = GivenOptions.none();

    private Main(Terminal terminal, StopSignal stop, Map<String, String> environment) {
        this.terminal = terminal;
        this.stop = stop;
        this.environment = environment;
    }

    @Override
    public Terminal terminal() {
        return terminal;
    }

    @Override
    public StopSignal stop() {
        return stop;
    }

    @Override
    public void closeAtEnd(Closeable resource) {
        closedAtEnd.addFirst(resource);
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    /** Runs the verb that {@code arguments} name and ends the process with its exit status. */
    public static void main(String[] arguments) {
        prepareProcess();
        StandardOutput process = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter output = new PrintWriter(process, true, StandardCharsets.UTF_8);
        PrintWriter errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        StopSignal stop = new StopSignal(errors);
        int exitStatus = ErrorCode.INTERNAL.exitStatus();
        try {
            Main command = new Main(Terminal.ofProcess(), stop, System.getenv());
            int status = run(command, output, errors, arguments);
            output.flush();
            exitStatus = process.statusAfter(status, errors);
            errors.flush();
        } finally {
            stop.ended(exitStatus);
            // System.exit looks for a logger first, for which Java opens every jar of the class
            // path.
            if (exitStatus != 0 || wouldGoOn()) {
                System.exit(exitStatus);
            }
        }
    }

    /** Sets logging and language, before any other class asks for them. */
    static void prepareProcess() {
        System.setProperty("java.util.logging.manager", KeptLogManager.class.getName());
        Logs.awaitLogger();
        // Digits, points and case are the same for every user; see docs/decisions/002.
        Locale.setDefault(Locale.ROOT);
    }

    /** Whether a thread is left that would keep the process alive when this one ends. */
    private static boolean wouldGoOn() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> !thread.isDaemon() && thread != Thread.currentThread());
    }

    /**
     * Runs the verb that {@code arguments} name within a process that goes on, writes to the two
     * writers, returns the exit status. {@code stop} has ended then.
     */
    public static int run(
            Terminal terminal,
            StopSignal stop,
            PrintWriter output,
            PrintWriter errors,
            String... arguments) {
        return within(new Main(terminal, stop, System.getenv()), output, errors, arguments);
    }

    /** As above, in an environment of the caller's. */
    static int run(
            StopSignal stop,
            Map<String, String> environment,
            PrintWriter output,
            PrintWriter errors,
            String... arguments) {
        return within(new Main(Terminal.none(), stop, environment), output, errors, arguments);
    }

    private static int within(
            Main main, PrintWriter output, PrintWriter errors, String... arguments) {
        int status = ErrorCode.INTERNAL.exitStatus();
        try {
            status = run(main, output, errors, arguments);
        } finally {
            main.stop.ended(status);
        }
        return status;
    }

    private static int run(Main main, PrintWriter output, PrintWriter errors, String... arguments) {
        FailureReport failures =
                new FailureReport(() -> main.debug, message -> main.given.originsIn(message));
        String[] words = withHelpLast(arguments);
        try {
            ReadableText.require(words);
            return configured(main, words)
                    .setOut(output)
                    .setErr(errors)
                    .setParameterExceptionHandler(failures)
                    .setExecutionExceptionHandler(failures)
                    .setExecutionStrategy(main::execute)
                    .execute(words);
        } catch (RuntimeException | Error failure) {
            // picocli hands over exceptions of verbs only; errors, such as no more memory, come
            // through.
            return failures.report(failure, errors);
        }
    }

    /** {@code help VERB} is what {@code VERB --help} is. */
    private static String[] withHelpLast(String... arguments) {
        if (arguments.length == 0 || !arguments[0].equals("help")) {
            return arguments;
        }
        List<String> words = new ArrayList<>(List.of(arguments).subList(1, arguments.length));
        words.removeAll(List.of("--help", "-h"));
        words.add("--help");
        return words.toArray(String[]::new);
    }

    private int execute(CommandLine.ParseResult parsed) {
        StoreSite.refuseAddresses(parsed);
        try (Closeable _ = () -> StorageFiles.closeAll(closedAtEnd)) {
            return new CommandLine.RunLast().execute(parsed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The command with the verb that {@code arguments} begin with, or with all; these without their
     * options where no argument is a verb. To learn the options of all from their annotations takes
     * longer than many a verb.
     */
    private static CommandLine commandLine(Main main, String... arguments) {
        String first = arguments.length > 0 ? arguments[0] : "";
        if (VERBS.containsKey(first)) {
            CommandLine verb = new CommandLine(VERBS.get(first).get());
            return prepared(main, new CommandLine(main).addSubcommand(first, verb));
        }
        boolean hasVerb = Stream.of(arguments).anyMatch(VERBS::containsKey);
        return hasVerb ? whole(main) : withAll(main, Main::listed);
    }

    private static CommandLine whole(Main main) {
        return withAll(main, CommandLine::new);
    }

    private static CommandLine withAll(Main main, Function<Object, CommandLine> made) {
        CommandLine command = new CommandLine(main);
        VERBS.forEach((name, verb) -> command.addSubcommand(name, made.apply(verb.get())));
        return prepared(main, command);
    }

    /** A verb as the list of all verbs shows it. */
    private static CommandLine listed(Object verb) {
        CommandSpec shown = CommandSpec.create();
        shown.usageMessage()
                .description(verb.getClass().getAnnotation(Command.class).description());
        return new CommandLine(shown);
    }

    /** The command, whose verb takes what the line does not say from a file and the environment. */
    private static CommandLine configured(Main main, String... arguments) {
        CommandLine command = commandLine(main, arguments);
        List<String> words = List.of(arguments);
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            at++;
        }
        // Help is shown whatever a file says.
        boolean asksForHelp = words.contains("--help") || words.contains("-h");
        CommandLine verb = at < words.size() ? command.getSubcommands().get(words.get(at)) : null;
        if (verb != null && GivenOptions.apply(words.get(at)) && !asksForHelp) {
            List<String> rest = words.subList(at + 1, words.size());
            main.given = GivenOptions.read(verb.getCommandSpec(), rest, main.environment);
            verb.setDefaultValueProvider(main.given);
        }
        return command;
    }

    @Override
    public CommandLine withVerb(CommandLine verb) {
        return prepared(this, new CommandLine(this).addSubcommand(verb));
    }

    private static CommandLine prepared(Main main, CommandLine command) {
        boolean coloured = main.terminal.output() && Look.ofOutput(main.terminal).color();
        return command.setCaseInsensitiveEnumValuesAllowed(true)
                // The launcher looks for --memory in the arguments that it sees.
                .setExpandAtFiles(false)
                .setColorScheme(Help.defaultColorScheme(coloured ? Help.Ansi.ON : Help.Ansi.OFF));
    }

    @Override
    public CommandLine whole() {
        return command();
    }

    /** The command with all its verbs, to look at rather than to run. */
    static CommandLine command() {
        StopSignal none = new StopSignal(new PrintWriter(Writer.nullWriter()));
        return whole(new Main(Terminal.none(), none, Map.of()));
    }

    /**
     * The words of each verb that is not hidden, and of what stands below a verb; no words are the
     * command alone.
     */
    static List<List<String>> verbs() {
        List<List<String>> verbs = new ArrayList<>();
        addVerbs(List.of(), command(), verbs);
        return verbs;
    }

    private static void addVerbs(List<String> words, CommandLine command, List<List<String>> all) {
        all.add(words);
        command.getSubcommands()
                .forEach(
                        (name, verb) -> {
                            if (verb.getCommandSpec().usageMessage().hidden()) {
                                return;
                            }
                            List<String> more = new ArrayList<>(words);
                            more.add(name);
                            addVerbs(List.copyOf(more), verb, all);
                        });
    }

    /** Called where no verb is named. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a verb");
    }
}
