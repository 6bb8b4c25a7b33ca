package sluice.cli.doctor;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.cli.config.ConfigArgument;
import sluice.cli.config.GivenOptions;
import sluice.cli.console.Invocation;
import sluice.cli.doctor.Finding.Level;

/** {@code sluice doctor}: checks an installation, and says for each fault what to do. */
@Command(
        name = "doctor",
        description = {
            "Check machine, store, ports, certificates, log and databases.",
            "",
            "It checks what a server with this file of options, and with the variables of this"
                    + " shell, would find at its start: run it as the user of the server. It reads"
                    + " and connects, and changes nothing. 'sluice verify' reads every byte of a"
                    + " store, which this does not."
        },
        footer = {
            "",
            "Examples:",
            "  sluice doctor                                the machine, and default ports",
            "  sluice doctor graph                          a store, too",
            "  sudo -u sluice sluice doctor --config /etc/sluice/sluice.yaml",
            "",
            "docs/operations.md lists the checks.",
            "",
            "Exit status: 0 no fault was found, though perhaps warnings; 1 a fault; 2 a wrong"
                    + " option."
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final String VERB = "serve";

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "STORE",
            description =
                    "The directory of a store (default: store in the file of options; none is"
                            + " checked without it).")
    private @Nullable Path store;

    @Mixin private ConfigArgument config = new ConfigArgument();

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Map<String, String> environment = Invocation.of(spec).environment();
        Diagnosis diagnosis =
                new Examination(Host.ofProcess(environment))
                        .run(Optional.ofNullable(store), () -> settings(environment));
        DoctorReport report = new DoctorReport(diagnosis);
        PrintWriter output = spec.commandLine().getOut();
        if (json) {
            report.printJson(output);
        } else {
            report.printText(output);
        }
        return diagnosis.count(Level.FAULT) == 0 ? 0 : 1;
    }

    private ServerSettings settings(Map<String, String> environment) {
        return read(
                Invocation.of(spec).whole(),
                Optional.ofNullable(config.file())
                        .or(() -> GivenOptions.fileOf(VERB, List.of(), environment)),
                environment);
    }

    /** Those that {@code serve} would have. */
    static ServerSettings read(
            CommandLine whole, Optional<Path> file, Map<String, String> environment) {
        CommandLine serve = Objects.requireNonNull(whole.getSubcommands().get(VERB), VERB);
        return ServerSettings.read(
                whole, GivenOptions.read(serve.getCommandSpec(), file, environment));
    }
}
