package sluice.ingest.mapping;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Fields;

/** Reads what an entry of a mapping says of the text of its files: how rows and fields are cut. */
final class MappedText {
    private final MappingValues values;

    MappedText(MappingValues values) {
        this.values = values;
    }

    Mapping.@Nullable HeaderLine header(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        return switch (values.text(value, "header", "true, false or auto")) {
            case "true" -> Mapping.HeaderLine.PRESENT;
            case "false" -> Mapping.HeaderLine.ABSENT;
            case "auto" -> Mapping.HeaderLine.FOUND_OUT;
            default ->
                    throw values.error(
                            value.line(),
                            "found header %s, expected true, false or auto"
                                    .formatted(MappingValues.describe(value)));
        };
    }

    /** Whether short rows are taken; a bare null is no value in YAML. */
    @Nullable Boolean shortRows(@Nullable Yaml value) {
        return switch (value) {
            case null -> null;
            case Yaml.Empty _ -> true;
            case Yaml.Text(_, String text) when text.equals("null") -> true;
            case Yaml.Text(_, String text) when text.equals("reject") -> false;
            default ->
                    throw values.error(
                            value.line(),
                            "found short-rows %s, expected null or reject"
                                    .formatted(MappingValues.describe(value)));
        };
    }

    Dialect dialect(Yaml.Table table) {
        Yaml trim = table.values().get("trim");
        return new Dialect(
                oneByteOrNone(table.values().get("escape"), "escape"),
                trim == null ? null : values.truth(trim, "trim"),
                nullText(table.values().get("null")),
                skip(table.values().get("skip")),
                encoding(table.values().get("encoding")));
    }

    @Nullable String nullText(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = values.text(value, "null", "the text of a field without value");
        if (text.matches("[0-9]+") || text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw values.error(
                    value.line(),
                    "found null %s, expected a text in one line that is no number"
                            .formatted(MappingValues.describe(value)));
        }
        return text;
    }

    @Nullable Integer skip(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = values.text(value, "skip", "how many lines to skip");
        if (!text.matches("[0-9]{1,4}")) {
            throw values.error(
                    value.line(),
                    "found skip %s, expected a number of lines from 0 to 9999"
                            .formatted(MappingValues.describe(value)));
        }
        return Integer.parseInt(text);
    }

    @Nullable String encoding(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = values.text(value, "encoding", "an encoding such as windows-1252");
        try {
            return Charset.forName(text.equals("latin1") ? "ISO-8859-1" : text).name();
        } catch (IllegalArgumentException unknown) {
            throw values.error(
                    value.line(),
                    "found the unknown encoding %s, expected one such as utf-8, latin1, windows-1252 or utf-16"
                            .formatted(MappingValues.describe(value)));
        }
    }

    Mapping.@Nullable IdKind ids(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        return switch (values.text(value, "ids", "numbers, names, uid or auto")) {
            case "numbers" -> Mapping.IdKind.NUMBERS;
            case "names" -> Mapping.IdKind.NAMES;
            // Statements alone have uids; the ids of columns are found out.
            case "uid", "auto" -> null;
            default ->
                    throw values.error(
                            value.line(),
                            "found ids %s, expected numbers, names, uid or auto"
                                    .formatted(MappingValues.describe(value)));
        };
    }

    @Nullable Integer delimiter(@Nullable Yaml value) {
        if (value == null) {
            return null;
        }
        String text = values.text(value, "delimiter", "one byte, tab or whitespace");
        return switch (text) {
            case "tab" -> (int) '\t';
            case "whitespace" -> Fields.WHITESPACE;
            default -> (int) values.oneByte(value, text, "delimiter");
        };
    }

    @Nullable Integer oneByteOrNone(@Nullable Yaml value, String key) {
        if (value == null) {
            return null;
        }
        String text = values.text(value, key, "one byte or none");
        return text.equals("none") ? -1 : (int) values.oneByte(value, text, key);
    }

    @Nullable Byte arrays(@Nullable Yaml value) {
        return value == null
                ? null
                : Byte.valueOf(
                        values.oneByte(value, values.text(value, "arrays", "one byte"), "arrays"));
    }
}
