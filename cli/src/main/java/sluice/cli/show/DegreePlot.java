package sluice.cli.show;

import java.io.PrintWriter;
import java.util.List;
import sluice.report.Amounts;

/**
 * A histogram of ids by their number of links: a line with a bar for each power of two. A bar is as
 * long as the logarithm of its count, since counts of social graphs span many powers of ten.
 */
final class DegreePlot {
    private static final int BAR_COLUMNS = 40;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

    private DegreePlot() {}

    /**
     * @param degrees how many ids have 2^i to 2^(i+1)-1 links, at index i
     * @param unicode whether bars may be of block elements, else they are of ASCII
     */
    static void print(PrintWriter output, List<Long> degrees, boolean unicode) {
        long most = degrees.stream().mapToLong(Long::longValue).max().orElse(0);
        for (int i = 0; i < degrees.size(); i++) {
            long count = degrees.get(i);
            String bar = bar(count, most, unicode);
            output.println(
                    "  %13s  %14s  %s"
                            .formatted(links(i), Amounts.count(count), bar)
                            .stripTrailing());
        }
    }

    /** {@code 4-7}: the numbers of links that a line stands for. */
    private static String links(int index) {
        long first = 1L << index;
        return index == 0 ? "1" : brief(first) + "-" + brief(2 * first - 1);
    }

    private static String brief(long number) {
        return Amounts.shortWhole(number);
    }

    static String bar(long count, long most, boolean unicode) {
        if (count == 0) {
            return "";
        }
        double share = Math.log1p(count) / Math.log1p(most);
        int eighths = Math.max(1, (int) Math.round(share * BAR_COLUMNS * 8));
        if (!unicode) {
            return "#".repeat(Math.max(1, eighths / 8));
        }
        String rest = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return "█".repeat(eighths / 8) + rest;
    }
}
