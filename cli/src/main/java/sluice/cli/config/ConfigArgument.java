package sluice.cli.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --config}, which names a file that gives other options of the verb. */
public final class ConfigArgument {
    /** The option by which a command line names the file. */
    public static final String NAME = "--config";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description =
                    "YAML file with options of this verb, as 'sluice config' prints it. The command"
                            + " line counts before it, and so do variables such as SLUICE_SERVE_PORT"
                            + " (default: no file).")
    private @Nullable Path file;

    /** The file that the command line names, if it names one. */
    public @Nullable Path file() {
        return file;
    }
}
