package sluice.ingest.row;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Column.JsonKind;
import sluice.ingest.row.Column.Role;
import sluice.ingest.row.Relation.TypeRef;
import sluice.model.RowKind;

/**
 * A relation in one line of words, for scripts: a format ({@code csv}, {@code tsv} or {@code
 * edges}), then options ({@code nodes}, {@code extra}, {@code short}, {@code type=7}, {@code
 * type=knows}, {@code inverse=8}) and columns ({@code id1}, {@code id1:group}, {@code typename},
 * {@code time:iso}, {@code time:pattern} with "_" for a blank, {@code text:STRING}, {@code -}).
 */
final class ScriptRelation {
    private ScriptRelation() {}

    static Relation of(String line) {
        String[] words = line.strip().split(" +");
        RowKind kind = RowKind.LINK;
        boolean extra = false;
        boolean shortRows = false;
        TypeRef type = null;
        TypeRef inverse = null;
        List<Column> columns = new ArrayList<>();
        for (String word : List.of(words).subList(1, words.length)) {
            if (word.equals("nodes")) {
                kind = RowKind.NODE;
            } else if (word.equals("extra")) {
                extra = true;
            } else if (word.equals("short")) {
                shortRows = true;
            } else if (word.startsWith("type=")) {
                type = type(word.substring(5));
            } else if (word.startsWith("inverse=")) {
                inverse = type(word.substring(8));
            } else {
                columns.add(column(word));
            }
        }
        return new Relation(
                "script",
                kind,
                format(words[0]),
                columns,
                type,
                inverse,
                (byte) ';',
                extra,
                shortRows);
    }

    private static TextFormat format(String word) {
        return switch (word) {
            case "csv" -> new TextFormat((byte) ',', false, '"', '#');
            case "escaped" -> new TextFormat((byte) ',', false, '"', -1, '\\', false, "\\N");
            case "trimmed" -> new TextFormat((byte) ',', false, '"', -1, -1, true, "");
            case "tsv" -> new TextFormat((byte) '\t', false, -1, -1);
            case "edges" -> new TextFormat((byte) 0, true, -1, '#');
            case "words" -> new TextFormat((byte) 0, true, '"', -1);
            default -> throw new IllegalArgumentException("format " + word);
        };
    }

    private static TypeRef type(String word) {
        return Character.isDigit(word.charAt(0))
                ? new TypeRef.Number(Long.parseUnsignedLong(word))
                : new TypeRef.Named(word);
    }

    private static Column column(String word) {
        int colon = word.indexOf(':');
        String name = colon < 0 ? word : word.substring(0, colon);
        String option = colon < 0 ? null : word.substring(colon + 1);
        return switch (name) {
            case "-" -> new Column(name, Role.IGNORE, null, null, null);
            case "id1" -> new Column(name, Role.ID1, option, null, null);
            case "id2" -> new Column(name, Role.ID2, option, null, null);
            case "type" -> new Column(name, Role.TYPE_NUMBER, null, null, null);
            case "typename" -> new Column(name, Role.TYPE_NAME, null, null, null);
            case "time" -> new Column(name, Role.TIME, null, time(option), null);
            case "version" -> new Column(name, Role.VERSION, null, null, null);
            case "visibility" -> new Column(name, Role.VISIBILITY, null, null, null);
            case "delete" -> new Column(name, Role.DELETE, null, null, null);
            case "data" -> new Column(name, Role.DATA, null, null, null);
            default -> {
                JsonKind kind = option == null ? null : JsonKind.valueOf(option);
                yield new Column(name, Role.PROPERTY, null, null, kind);
            }
        };
    }

    private static @Nullable TimeFormat time(@Nullable String option) {
        return switch (option) {
            case null -> null;
            case "raw" -> TimeFormat.RAW;
            case "seconds" -> new TimeFormat.Unit(1000, 1);
            case "micros" -> new TimeFormat.Unit(1, 1000);
            case "backwards" -> new TimeFormat.Unit(-1, 1);
            case "iso" -> new TimeFormat.Iso();
            default -> new TimeFormat.Pattern(option.replace('_', ' '));
        };
    }
}
