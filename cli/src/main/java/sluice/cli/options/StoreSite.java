package sluice.cli.options;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import sluice.ingest.file.SharedStorages;

/**
 * Where a store is, as a command line names it: a directory of a local disk, or an address in
 * storage that many machines share.
 */
public final class StoreSite {
    private static final String LABEL = "STORE";

    private final String name;

    private StoreSite(String name) {
        this.name = name;
    }

    /** The place that {@code text} names. */
    public static StoreSite of(String text) {
        boolean isAddress = SharedStorages.isAddress(text);
        return new StoreSite(isAddress ? withoutSlashes(text) : Path.of(text).toString());
    }

    private static String withoutSlashes(String address) {
        int end = address.length();
        while (end > 1 && address.charAt(end - 1) == '/' && address.charAt(end - 2) != ':') {
            end--;
        }
        return address.substring(0, end);
    }

    /** Takes the text of a command line. */
    public static final class Converter implements ITypeConverter<StoreSite> {
        @Override
        public StoreSite convert(String text) {
            if (text.isBlank()) {
                throw new TypeConversionException("it is empty; name the directory of the store");
            }
            SharedStorages.mistake(text)
                    .ifPresent(
                            message -> {
                                throw new TypeConversionException(message);
                            });
            return of(text);
        }
    }

    /** Whether the store is in shared storage. */
    public boolean isAddress() {
        return SharedStorages.isAddress(name);
    }

    /** The directory of a store that is not in shared storage. */
    public Path directory() {
        if (isAddress()) {
            throw new IllegalStateException(name + " is not a directory");
        }
        return Path.of(name);
    }

    /** The directory; refuses an address, on which the verb of {@code spec} does not work. */
    public Path directory(CommandSpec spec) {
        if (isAddress()) {
            throw refusal(spec, name);
        }
        return directory();
    }

    /** The last part of the name. */
    public String lastName() {
        if (isAddress()) {
            return name.substring(name.lastIndexOf('/') + 1);
        }
        Path last = Path.of(name).toAbsolutePath().normalize().getFileName();
        return last == null ? name : last.toString();
    }

    /**
     * Refuses an address as the STORE of a verb that takes a path: a path would lose one of the two
     * slashes.
     */
    public static void refuseAddresses(ParseResult parsed) {
        for (ParseResult verb = parsed; verb != null; verb = verb.subcommand()) {
            for (PositionalParamSpec parameter : verb.matchedPositionals()) {
                boolean isPath =
                        parameter.paramLabel().equals(LABEL) && parameter.type().equals(Path.class);
                for (String text : parameter.originalStringValues()) {
                    if (isPath && SharedStorages.isAddress(text)) {
                        throw refusal(verb.commandSpec(), text);
                    }
                }
            }
        }
    }

    private static ParameterException refusal(CommandSpec spec, String address) {
        return new ParameterException(
                spec.commandLine(),
                "%s works on a directory of a local disk, and %s is in shared storage; docs/shared-storage.md lists the verbs that work there"
                        .formatted(spec.name(), address));
    }

    @Override
    public String toString() {
        return name;
    }
}
