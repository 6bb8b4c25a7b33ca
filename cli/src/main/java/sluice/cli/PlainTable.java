package sluice.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of text, two blanks between its columns: names to the left, then amounts to the right,
 * then notes to the left.
 */
final class PlainTable {
    private static final String PREFIXES = "kMGTPE";

    private final int amountColumns;
    private final List<List<String>> rows = new ArrayList<>();

    PlainTable(int amountColumns) {
        this.amountColumns = amountColumns;
    }

    void row(String... cells) {
        rows.add(List.of(cells));
    }

    void print(PrintWriter output) {
        List<Integer> widths = new ArrayList<>();
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                int width = width(row.get(column));
                if (column == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(column, Math.max(widths.get(column), width));
                }
            }
        }
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String blanks = " ".repeat(widths.get(column) - width(row.get(column)));
                boolean amount = column > 0 && column <= amountColumns;
                line.append("  ").append(amount ? blanks : "").append(row.get(column));
                line.append(amount ? "" : blanks);
            }
            output.println(line.toString().stripTrailing());
        }
    }

    /** {@code 10,000,000}. */
    static String count(long count) {
        return "%,d".formatted(count);
    }

    /** {@code 412.0 MB}, decimal. */
    static String bytes(long bytes) {
        return scaled(bytes, " ", "%.1f") + "B";
    }

    /** {@code 65535} or {@code 131k}: six characters at most. */
    static String brief(long number) {
        return number < 100_000 ? Long.toString(number) : scaled(number, "", "%.0f");
    }

    private static String scaled(long number, String blank, String format) {
        double scaled = number;
        int prefix = 0;
        while (scaled >= 999.5 && prefix < PREFIXES.length()) {
            scaled /= 1000;
            prefix++;
        }
        return prefix == 0
                ? number + blank
                : format.formatted(scaled) + blank + PREFIXES.charAt(prefix - 1);
    }

    /** {@code text} without what moves a cursor: control characters become U+FFFD. */
    static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        text.codePoints()
                .forEach(
                        point ->
                                visible.appendCodePoint(
                                        Character.isISOControl(point) ? 0xfffd : point));
        return visible.toString();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
