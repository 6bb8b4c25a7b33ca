package sluice.linkbench.report;

import java.util.ArrayList;
import java.util.List;

/** A table of text: names to the left, then figures to the right. */
final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    @Override
    public String toString() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String blanks = " ".repeat(widths[column] - cell.length());
                line.append(column == 0 ? cell + blanks : "  " + blanks + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
