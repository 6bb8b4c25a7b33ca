package sluice.cli.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.ArgSpec;
import sluice.cli.console.Spelling;
import sluice.ingest.mapping.Yaml;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * A file of options, read strictly: every verb has a section of keys and values, and a key that the
 * verb does not have is an error with its line.
 */
final class OptionsFile {
    /** The verbs that a file has sections for. */
    static final List<String> VERBS = List.of("serve", "load");

    private static final int BYTES_MAX = 1 << 20;

    private final String name;

    private OptionsFile(String name) {
        this.name = name;
    }

    /** The options of one verb that {@code file} gives; empty if it has no section for the verb. */
    static Map<String, GivenOption> read(Path file, VerbOptions options) {
        OptionsFile read = new OptionsFile(file.toString());
        return read.given(Yaml.read(read.name, text(file)), options);
    }

    private static String text(Path file) {
        try {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw wrong(
                        "%s: no such file of options, or no permission to read it; make one with:"
                                + " sluice config > %s",
                        file, file);
            }
            if (Files.size(file) > BYTES_MAX) {
                throw wrong(
                        "%s has %d bytes, expected at most %d; is it the right file?",
                        file, Files.size(file), BYTES_MAX);
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw wrong("%s is not UTF-8 text; save it as UTF-8", file);
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.CONFIG, "%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private Map<String, GivenOption> given(Yaml document, VerbOptions options) {
        if (document instanceof Yaml.Empty) {
            return Map.of();
        }
        if (!(document instanceof Yaml.Table top)) {
            throw error(document.line(), "no sections, expected serve: and load:");
        }
        for (Map.Entry<String, Yaml> section : top.values().entrySet()) {
            String verb = section.getKey();
            if (!VERBS.contains(verb)) {
                throw error(top.keyLines().getOrDefault(verb, 1), unknownSection(verb, options));
            }
        }
        return switch (top.values().get(options.verb())) {
            case null -> Map.of();
            case Yaml.Empty _ -> Map.of();
            case Yaml.Table section -> section(section, options);
            case Yaml other ->
                    throw error(
                            other.line(),
                            "a value of %s:, expected options below it, such as \"  %s: …\""
                                    .formatted(options.verb(), options.keys().getLast()));
        };
    }

    private static String unknownSection(String key, VerbOptions options) {
        String where =
                options.keys().contains(key)
                        ? "; options are below their verb: write it indented below %s:"
                                .formatted(options.verb())
                        : Spelling.suggestion(key, VERBS);
        return "the key \"%s\", expected the sections serve and load%s".formatted(key, where);
    }

    private Map<String, GivenOption> section(Yaml.Table section, VerbOptions options) {
        Map<String, GivenOption> given = new LinkedHashMap<>();
        section.values()
                .forEach(
                        (key, value) -> {
                            int line = section.keyLines().getOrDefault(key, section.line());
                            ArgSpec option =
                                    options.find(key)
                                            .orElseThrow(() -> unknownKey(line, key, options));
                            given.put(
                                    key,
                                    new GivenOption(value(option, key, value), name + ":" + line));
                        });
        return given;
    }

    private SluiceException unknownKey(int line, String key, VerbOptions options) {
        String bare = key.startsWith("--") ? key.substring(2) : key;
        String nearest =
                Spelling.suggestion(bare.replace('_', '-'), options.keys()).isEmpty()
                        ? "; 'sluice config %s' lists all keys".formatted(options.verb())
                        : Spelling.suggestion(bare.replace('_', '-'), options.keys());
        return error(
                line,
                "the key \"%s\", which is no option of %s%s"
                        .formatted(key, options.verb(), nearest));
    }

    private String value(ArgSpec option, String key, Yaml value) {
        boolean isList = option.isMultiValue();
        return switch (value) {
            case Yaml.Text text -> text.value();
            case Yaml.Items items when isList ->
                    items.values().stream()
                            .map(item -> value(option, key, item))
                            .collect(Collectors.joining("\n"));
            case Yaml.Items items ->
                    throw error(items.line(), "a list for %s, expected one value".formatted(key));
            case Yaml.Table table ->
                    throw error(table.line(), "keys below %s, expected one value".formatted(key));
            case Yaml.Empty empty ->
                    throw error(
                            empty.line(),
                            "no value for %s; give one, or leave the key out".formatted(key));
        };
    }

    private SluiceException error(int line, String found) {
        return Yaml.error(name, line, found);
    }

    private static SluiceException wrong(String message, Object... facts) {
        return new SluiceException(ErrorCode.CONFIG, message.formatted(facts));
    }
}
