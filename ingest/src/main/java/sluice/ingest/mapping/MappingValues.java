package sluice.ingest.mapping;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Fields;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Takes values out of the YAML of a mapping; what is not as expected is an error with its line. */
final class MappingValues {
    private final String fileName;

    MappingValues(String fileName) {
        this.fileName = fileName;
    }

    String text(Yaml value, String key, String expected) {
        if (value instanceof Yaml.Text(_, String text)) {
            return text;
        }
        throw error(
                value.line(),
                "found %s as %s, expected %s".formatted(describe(value), key, expected));
    }

    boolean truth(Yaml value, String key) {
        return switch (text(value, key, "true or false")) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw error(
                            value.line(),
                            "found %s %s, expected true or false".formatted(key, describe(value)));
        };
    }

    byte oneByte(Yaml value, String text, String key) {
        if (text.length() != 1 || text.charAt(0) >= 128 || text.equals("\n") || text.equals("\r")) {
            throw error(
                    value.line(),
                    "found %s \"%s\", expected one ASCII byte that ends no line"
                            .formatted(key, text));
        }
        return (byte) text.charAt(0);
    }

    Mapping.@Nullable ColumnName optionalColumn(Yaml.Table table, String key) {
        Yaml value = table.values().get(key);
        return value == null ? null : column(value, key);
    }

    Mapping.ColumnName column(Yaml value, String key) {
        String text = text(value, key, "the name of a column or its number, counted from 1");
        boolean number = text.matches("[0-9]{1,4}");
        if (text.isEmpty() || (number && Integer.parseInt(text) == 0)) {
            throw error(
                    value.line(),
                    "found %s \"%s\", expected the name of a column or its number, counted from 1"
                            .formatted(key, text));
        }
        return new Mapping.ColumnName(value.line(), text, number ? Integer.parseInt(text) : 0);
    }

    Yaml.Table table(Yaml value, String what, List<String> keys) {
        if (!(value instanceof Yaml.Table table)) {
            throw error(
                    value.line(),
                    "found %s as %s, expected the keys %s"
                            .formatted(describe(value), what, words(keys)));
        }
        for (String key : table.values().keySet()) {
            if (!keys.contains(key)) {
                throw error(
                        keyLine(table, key),
                        "found the unknown key \"%s\" in %s, expected one of %s"
                                        .formatted(key, what, words(keys))
                                + didYouMean(Fields.nearest(key, keys)));
            }
        }
        return table;
    }

    static int keyLine(Yaml.Table table, String key) {
        return table.keyLines().getOrDefault(key, table.line());
    }

    static String didYouMean(@Nullable String nearest) {
        return nearest == null ? "" : "; did you mean \"%s\"?".formatted(nearest);
    }

    static String describe(Yaml value) {
        return switch (value) {
            case Yaml.Table _ -> "a table";
            case Yaml.Items _ -> "a list";
            case Yaml.Text(_, String text) -> "\"" + text + "\"";
            case Yaml.Empty _ -> "nothing";
        };
    }

    static String words(Iterable<String> words) {
        return String.join(", ", words);
    }

    SluiceException error(int line, String found) {
        return new SluiceException(ErrorCode.CONFIG, "%s:%d: %s".formatted(fileName, line, found));
    }
}
