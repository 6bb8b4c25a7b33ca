package sluice.cli.ask;

import java.util.ArrayList;
import java.util.List;
import sluice.cli.show.Findings;
import sluice.cli.show.ShownText;
import sluice.question.NodeProperties;
import sluice.question.PropertyValue;
import sluice.schema.ValueType;

/** Shows what has parts: rows below rows as indented lines, properties as lines of a table. */
final class Outline {
    private static final String INDENT = "  ";

    private Outline() {}

    /** A line for each row, and below it, indented, those of the rows that are in it. */
    static List<String> lines(List<String> columns, List<List<Findings.Value>> rows) {
        List<String> lines = new ArrayList<>();
        addLines("", "", columns, rows, lines);
        return lines;
    }

    private static void addLines(
            String indent,
            String link,
            List<String> columns,
            List<List<Findings.Value>> rows,
            List<String> lines) {
        for (List<Findings.Value> row : rows) {
            StringBuilder line = new StringBuilder(indent).append(link);
            line.append(ShownText.of(row.getFirst()));
            for (int i = 1; i < row.size(); i++) {
                String shown = ShownText.of(row.get(i));
                if (!(row.get(i) instanceof Findings.Value.Nested) && !shown.isEmpty()) {
                    line.append(INDENT).append(columns.get(i)).append('=').append(shown);
                }
            }
            lines.add(line.toString());
            for (int i = 1; i < row.size(); i++) {
                if (row.get(i) instanceof Findings.Value.Nested nested) {
                    addLines(
                            indent + INDENT,
                            columns.get(i) + " ",
                            nested.columns(),
                            nested.rows(),
                            lines);
                }
            }
        }
    }

    /** Adds a line for each value: its predicate, the value, its type. */
    static void addProperties(Findings.Value.Properties properties, List<List<String>> lines) {
        for (NodeProperties.Property property : properties.properties()) {
            String predicate = ShownText.visible(property.predicate());
            for (PropertyValue value : property.values()) {
                String type =
                        value.type() == ValueType.OTHER
                                ? "<" + ShownText.visible(value.datatype()) + ">"
                                : value.type().written();
                lines.add(List.of(predicate, ShownText.of(value), type));
            }
            long left = property.count() - property.values().size();
            if (left > 0) {
                lines.add(List.of(predicate, "and %d more".formatted(left), ""));
            }
        }
    }
}
