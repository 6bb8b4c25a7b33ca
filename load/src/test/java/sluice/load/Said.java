package sluice.load;

import java.util.List;
import java.util.TreeMap;

/**
 * A statement: its line, and the rows that it means, in words.
 *
 * @param rows keys and contents; of two with one key the later one counts
 */
record Said(String line, List<Row> rows) {
    /** A row: subject, predicate and object or slot; and its value with facets. */
    record Row(String key, String content) {}

    Said {
        rows = List.copyOf(rows);
    }

    /** The graph that statements make, one after the other. */
    static TreeMap<String, String> graph(List<Said> statements) {
        TreeMap<String, String> graph = new TreeMap<>();
        for (Said statement : statements) {
            statement.rows().forEach(row -> graph.put(row.key(), row.content()));
        }
        return graph;
    }

    static String text(List<Said> statements) {
        StringBuilder text = new StringBuilder();
        statements.forEach(statement -> text.append(statement.line()).append('\n'));
        return text.toString();
    }
}
