package sluice.cli.doctor;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import sluice.cli.config.GivenOptions;
import sluice.cli.options.StoreSite;

/** The options of {@code serve} that a file, variables and defaults give, by their long names. */
final class ServerSettings {
    private static final String VERB = "serve";

    private final CommandLine serve;

    private ServerSettings(CommandLine serve) {
        this.serve = serve;
    }

    /** Throws as {@code serve} would if a value is wrong. */
    static ServerSettings read(CommandLine whole, GivenOptions settings) {
        CommandLine serve = Objects.requireNonNull(whole.getSubcommands().get(VERB), VERB);
        serve.setDefaultValueProvider(settings);
        try {
            whole.parseArgs(VERB);
        } catch (MissingParameterException e) {
            // No store is named, which doctor does not need: all options have their values.
            return new ServerSettings(serve);
        }
        return new ServerSettings(serve);
    }

    /** The directory of the store that the file or a variable names. */
    Optional<Path> store() {
        return serve.getCommandSpec().positionalParameters().stream()
                .map(argument -> argument.<Object>getValue())
                .filter(StoreSite.class::isInstance)
                .map(StoreSite.class::cast)
                .filter(site -> !site.isAddress())
                .map(StoreSite::directory)
                .filter(path -> !path.toString().isEmpty())
                .findFirst();
    }

    int number(String option) {
        return value(option, Integer.class).orElseThrow();
    }

    String host() {
        return value("--host", String.class).orElseThrow();
    }

    Optional<String> text(String option) {
        return value(option, String.class);
    }

    Optional<Path> file(String option) {
        return value(option, Path.class);
    }

    Optional<Long> bytes(String option) {
        return value(option, Long.class);
    }

    private <T> Optional<T> value(String option, Class<T> type) {
        return Optional.ofNullable(serve.getCommandSpec().findOption(option))
                .map(found -> found.<Object>getValue())
                .filter(type::isInstance)
                .map(type::cast);
    }
}
