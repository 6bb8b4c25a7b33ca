package sluice.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A table of cells: aligned text with two blanks between its columns, or Markdown.
 *
 * <p>Columns that are not declared are as the last one that is. Rows may differ in length. Used by
 * one thread.
 */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();
    private String indent = "";
    private ToIntFunction<String> width = cell -> cell.codePointCount(0, cell.length());

    /** How the cells of a column are aligned, and how wide it is at least. */
    public record Column(boolean isRight, int widthMin) {}

    /** A table of these columns. */
    public TextTable(Column... columns) {
        this.columns = List.of(columns);
    }

    /**
     * A table that is indented: names to the left, then {@code amountColumns} columns of figures,
     * then notes.
     */
    public static TextTable ofAmounts(int amountColumns) {
        Column[] columns = new Column[amountColumns + 2];
        Arrays.fill(columns, right());
        columns[0] = left();
        columns[amountColumns + 1] = left();
        TextTable table = new TextTable(columns);
        table.indent = GAP;
        return table;
    }

    /** A column of text. */
    public static Column left() {
        return left(0);
    }

    /** A column of text of at least {@code widthMin} characters. */
    public static Column left(int widthMin) {
        return new Column(false, widthMin);
    }

    /** A column of figures. */
    public static Column right() {
        return right(0);
    }

    /** A column of figures of at least {@code widthMin} characters. */
    public static Column right(int widthMin) {
        return new Column(true, widthMin);
    }

    /** Measures cells by {@code width} instead of counting their characters. */
    public TextTable measuredBy(ToIntFunction<String> width) {
        this.width = width;
        return this;
    }

    /** Adds a row. */
    public void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /** Adds a row. */
    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    /** The rows as lines without blanks at their ends. */
    public List<String> lines() {
        int[] widths = widths();
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    /** Prints {@link #lines}. */
    public void print(PrintWriter output) {
        lines().forEach(output::println);
    }

    /** The rows as lines that each end with a line break. */
    public String text() {
        StringBuilder text = new StringBuilder();
        lines().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    /** The rows as Markdown; the first one is the heading. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < rows.size(); index++) {
            text.append("| ").append(String.join(" | ", rows.get(index))).append(" |\n");
            if (index == 0) {
                text.append('|');
                for (int column = 0; column < rows.getFirst().size(); column++) {
                    text.append(column(column).isRight ? "---:|" : "---|");
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = column(column).widthMin;
            for (List<String> row : rows) {
                if (column < row.size()) {
                    widths[column] = Math.max(widths[column], width.applyAsInt(row.get(column)));
                }
            }
        }
        return widths;
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(indent);
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String blanks = " ".repeat(widths[column] - width.applyAsInt(cell));
            line.append(column == 0 ? "" : GAP);
            line.append(column(column).isRight ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }

    private Column column(int index) {
        return columns.get(Math.min(index, columns.size() - 1));
    }
}
