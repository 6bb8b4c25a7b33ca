package sluice.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Prints what statements cost on one core: run it to tune {@link StatementParser}. Each case is 16
 * MiB in memory, parsed in windows of 1 MiB; the best window of several rounds counts.
 */
final class StatementSpeed {
    private static final int TEXT_BYTES = 16 << 20;
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int ROUNDS = 25;

    /** Sums up, so that nothing can be left out. */
    private static long sum;

    private StatementSpeed() {}

    private record Case(String name, RdfDialect dialect, String line) {}

    private static final Case[] CASES = {
        new Case("uids", RdfDialect.DGRAPH, "<0x%x> <follows> <0x%x> .\n"),
        new Case("names", RdfDialect.DGRAPH, "<n%d> <follows> <n%d> .\n"),
        new Case("blank nodes", RdfDialect.DGRAPH, "_:n%d <follows> _:n%d .\n"),
        new Case(
                "iris",
                RdfDialect.W3C,
                "<http://example.org/person/%d> <http://xmlns.com/foaf/0.1/knows>"
                        + " <http://example.org/person/%d> .\n"),
        new Case("text", RdfDialect.DGRAPH, "<n%d> <name> \"person number %d\" .\n"),
        new Case("typed", RdfDialect.DGRAPH, "<n%d> <age> \"%d\"^^<xs:int> .\n"),
        new Case(
                "facets",
                RdfDialect.DGRAPH,
                "<n%d> <follows> <n%d> (time=1466424490000, data=\"some bytes of payload in a text\") .\n"),
    };

    public static void main(String[] arguments) {
        for (int pass = 0; pass < 2; pass++) {
            for (Case one : CASES) {
                measure(one, pass == 1);
            }
        }
        System.out.println("sum " + sum);
    }

    private static void measure(Case one, boolean print) {
        Random random = new Random(1);
        StringBuilder lines = new StringBuilder();
        int count = 0;
        while (lines.length() < TEXT_BYTES) {
            lines.append(
                    one.line.formatted(random.nextInt(1, 1_000_000), random.nextInt(1, 1_000_000)));
            count++;
        }
        byte[] text = lines.toString().getBytes(StandardCharsets.US_ASCII);
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            best = Math.min(best, nanosPerStatement(one.dialect, text));
        }
        if (print) {
            double bytes = (double) text.length / count;
            System.out.printf(
                    "%-12s %5.1f bytes, %6.1f ns a statement, %5.1f M statements/s, %5.0f MB/s%n",
                    one.name, bytes, best, 1e3 / best, 1e3 * bytes / best);
        }
    }

    private static double nanosPerStatement(RdfDialect dialect, byte[] text) {
        StatementParser parser = new StatementParser(dialect, true, new WrittenForms());
        double best = Double.MAX_VALUE;
        int next = 0;
        while (next < text.length) {
            int to =
                    StatementParser.wholeLines(
                            text, next, Math.min(text.length, next + WINDOW_BYTES));
            long start = System.nanoTime();
            parser.begin(text, next, to);
            long count = statements(parser);
            best = Math.min(best, (double) (System.nanoTime() - start) / count);
            next = to;
        }
        return best;
    }

    private static long statements(StatementParser parser) {
        long count = 0;
        while (true) {
            switch (parser.next()) {
                case STATEMENT -> {
                    Statement statement = parser.statement();
                    sum += statement.subject().length() + statement.object().offset();
                    count++;
                }
                case REJECTED -> throw new IllegalStateException(parser.cause());
                case END -> {
                    return count;
                }
            }
        }
    }
}
