package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.mapping.YamlText;

/** A mapping to paste, for a file that nothing explains. */
final class MappingAdvice {
    /** How the advice in an error begins. */
    static final String SAY = "Say what its columns are";

    private static final String BEGIN =
            SAY
                    + """
                     in a file, and name that with --mapping FILE:
                        relations:
                          - files: %s
                    """;

    private static final String RELATIONS = "    relations:\n";
    private static final String INDENT = " ".repeat(6);

    private MappingAdvice() {}

    /**
     * The lines of the entry that an error shows, without indentation; none where it shows none.
     */
    static List<String> entryIn(String message) {
        int begin = message.indexOf(RELATIONS);
        return begin < 0
                ? List.of()
                : message.substring(begin + RELATIONS.length())
                        .lines()
                        .takeWhile(line -> line.startsWith(INDENT))
                        .map(line -> line.substring(INDENT.length()))
                        .toList();
    }

    /** For rows of {@code columnCount} columns; {@code words} where the first might be a header. */
    static String ofRows(String baseName, int columnCount, boolean words) {
        StringBuilder columns = new StringBuilder("id1, id2");
        for (int position = 3; position <= columnCount; position++) {
            columns.append(", column").append(position);
        }
        return begin(baseName)
                + "        link: 0\n        columns: ["
                + columns
                + "]"
                + (words ? "\n        header: false   # true if the first line names columns" : "");
    }

    /** For a file whose first line, {@code header}, is not of known names; {@code rows} has it. */
    static String ofHeader(String baseName, Header header, List<List<String>> rows) {
        List<String> names = header.columns().stream().map(ColumnDraft::name).toList();
        List<List<String>> below = rows.subList(1, rows.size());
        List<String> lines = new ArrayList<>(List.of("header: true"));
        int nodeId = nodeId(header);
        HeaderGuess.Pair ends =
                nodeId >= 0 && HeaderGuess.pairs(names).isEmpty() ? null : ends(names, below);
        if (ends != null && Set.copyOf(names).size() < names.size()) {
            return ofRepeatedNames(baseName, names, ends);
        }
        List<Integer> ids = new ArrayList<>();
        if (ends == null) {
            ids.add(Math.max(nodeId, 0));
            lines.add("node: " + YamlText.quoted(PartName.of(baseName)));
            lines.add("id: " + YamlText.quoted(names.get(ids.getFirst())));
        } else {
            ids.addAll(List.of(ends.id1(), ends.id2()));
            lines.add("link: 0");
            lines.add("id1: " + YamlText.quoted(names.get(ends.id1())));
            lines.add("id2: " + YamlText.quoted(names.get(ends.id2())));
        }
        List<String> kept = new ArrayList<>();
        for (int index = 0; index < names.size(); index++) {
            String name = names.get(index);
            if (!ids.contains(index) && ColumnDraft.OWN_NAMES.containsKey(name)) {
                kept.add(YamlText.quoted(name) + ": " + YamlText.quoted(name + ":string"));
            }
        }
        if (!kept.isEmpty()) {
            lines.add(
                    "# without the next line, names of Sluice's own columns mean what they do"
                            + " there");
            lines.add("columns: {" + String.join(", ", kept) + "}");
        }
        return begin(baseName)
                + "        "
                + String.join("\n        ", lines)
                + (names.size() > ids.size()
                        ? "\n"
                                + "The other columns become data; docs/mapping.md says what else they"
                                + " can be."
                        : "");
    }

    /** A name that several columns have means none of them: each gets another. */
    private static String ofRepeatedNames(
            String baseName, List<String> names, HeaderGuess.Pair ends) {
        List<String> columns = new ArrayList<>();
        for (int index = 0; index < names.size(); index++) {
            columns.add(
                    index == ends.id1()
                            ? "id1"
                            : index == ends.id2() ? "id2" : "column" + (index + 1));
        }
        return begin(baseName)
                + "        header: true   # some of its names are there twice\n"
                + "        link: 0\n        columns: ["
                + String.join(", ", columns)
                + "]";
    }

    private static String begin(String baseName) {
        return BEGIN.formatted(YamlText.quoted(PartName.of(baseName) + "*"));
    }

    /** The only column that is an id, the one called id before others; else -1. */
    private static int nodeId(Header header) {
        List<ColumnDraft> columns = header.columns();
        List<Integer> ids = new ArrayList<>();
        for (int index = 0; index < columns.size(); index++) {
            if (columns.get(index).job() == ColumnDraft.Job.NODE_ID) {
                return index;
            }
            if (HeaderGuess.isId(columns.get(index).name())) {
                ids.add(index);
            }
        }
        return ids.size() == 1 ? ids.getFirst() : -1;
    }

    /** The first two columns whose names are ids, else that hold numbers; null for nodes. */
    private static HeaderGuess.@Nullable Pair ends(List<String> names, List<List<String>> below) {
        List<HeaderGuess.Pair> pairs = HeaderGuess.pairs(names);
        if (!pairs.isEmpty()) {
            return pairs.getFirst();
        }
        List<Integer> ids = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int index = 0; index < names.size(); index++) {
            if (HeaderGuess.isId(names.get(index))) {
                ids.add(index);
            }
            if (HeaderGuess.holdsNumbers(below, index)) {
                numbers.add(index);
            }
        }
        List<Integer> found = ids.size() > 1 ? ids : numbers;
        return found.size() > 1 ? new HeaderGuess.Pair(found.get(0), found.get(1)) : null;
    }
}
