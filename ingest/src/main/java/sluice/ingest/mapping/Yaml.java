package sluice.ingest.mapping;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** A YAML document whose every value knows its line: a mapping, or a file of options. */
public sealed interface Yaml {
    /** Where the value begins, from 1. */
    int line();

    /**
     * A value of keys and values.
     *
     * @param keyLines the line of each key
     */
    record Table(int line, Map<String, Yaml> values, Map<String, Integer> keyLines)
            implements Yaml {}

    /** A list of values. */
    record Items(int line, List<Yaml> values) implements Yaml {}

    /** A plain or quoted value, as written. */
    record Text(int line, String value) implements Yaml {}

    /** A key without a value. */
    record Empty(int line) implements Yaml {}

    /** Deeper than any mapping; keeps a hostile file from using up the stack. */
    int DEPTH_MAX = 20;

    /**
     * Reads {@code text}; an empty document is {@link Empty}. Throws a {@link SluiceException} with
     * file and line if it is not YAML, has a key twice, an alias, or more than one document.
     */
    static Yaml read(String fileName, String text) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return new Empty(1);
            }
            Yaml value = value(fileName, parser, 0);
            if (parser.nextToken() != null) {
                throw error(
                        fileName,
                        parser.currentTokenLocation().getLineNr(),
                        "a second document, expected one");
            }
            return value;
        } catch (JsonProcessingException failure) {
            JsonLocation place = failure.getLocation();
            throw error(
                    fileName,
                    place == null ? 1 : place.getLineNr(),
                    "not YAML: " + facts(failure.getOriginalMessage()));
        } catch (IOException | RuntimeException failure) {
            if (failure instanceof SluiceException known) {
                throw known;
            }
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: not YAML: %s".formatted(fileName, facts(failure.getMessage())),
                    failure);
        }
    }

    private static String facts(@Nullable String message) {
        String text = message == null ? "" : message;
        // Indented lines show the place, which is named by its line already.
        String facts =
                text.lines()
                        .filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                        .limit(2)
                        .collect(Collectors.joining(": "));
        return facts.isEmpty() ? "it cannot be read" : facts;
    }

    private static Yaml value(String fileName, YAMLParser parser, int depth) throws IOException {
        int line = parser.currentTokenLocation().getLineNr();
        if (depth > DEPTH_MAX) {
            throw error(fileName, line, "values are nested more than %d deep".formatted(DEPTH_MAX));
        }
        if (parser.isCurrentAlias()) {
            throw error(
                    fileName,
                    line,
                    "the alias *%s; aliases are not understood here, quote a value that"
                                    .formatted(parser.getText())
                            + " begins with *");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> table(fileName, parser, line, depth);
            case START_ARRAY -> {
                List<Yaml> values = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(value(fileName, parser, depth + 1));
                }
                yield new Items(line, values);
            }
            case VALUE_NULL -> new Empty(line);
            default -> new Text(line, parser.getText());
        };
    }

    private static Yaml table(String fileName, YAMLParser parser, int line, int depth)
            throws IOException {
        Map<String, Yaml> values = new LinkedHashMap<>();
        Map<String, Integer> keyLines = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = parser.currentTokenLocation().getLineNr();
            if (keyLines.putIfAbsent(key, keyLine) != null) {
                throw error(
                        fileName,
                        keyLine,
                        "key \"%s\" a second time; it is already in line %d"
                                .formatted(key, keyLines.get(key)));
            }
            parser.nextToken();
            values.put(key, value(fileName, parser, depth + 1));
        }
        return new Table(line, values, keyLines);
    }

    /** An error of the configuration that names file, line and {@code found}. */
    static SluiceException error(String fileName, int line, String found) {
        return new SluiceException(
                ErrorCode.CONFIG, "%s:%d: found %s".formatted(fileName, line, found));
    }
}
