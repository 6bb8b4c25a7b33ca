package sluice.ingest.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import sluice.ingest.row.Column.JsonKind;
import sluice.ingest.row.Column.Role;
import sluice.ingest.row.Relation.TypeRef;
import sluice.model.RowKind;
import sluice.model.RowSink;

/**
 * Prints what a row costs, in nanoseconds of one core: run it to tune {@link RowParser}. Each case
 * is 16 MiB in memory, parsed in windows of 1 MiB; the best window of several rounds counts, which
 * is what a core does when nobody else wants it.
 */
final class RowParserSpeed {
    private static final int TEXT_BYTES = 16 << 20;
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int ROUNDS = 25;

    private RowParserSpeed() {}

    /** Sums up, so that no row can be left out. */
    private static final class Sum implements RowSink {
        long sum;

        @Override
        public void append(
                long id1,
                long type,
                long id2,
                long time,
                long version,
                int flags,
                byte[] data,
                int dataOffset,
                int dataLength) {
            sum += id1 + type + id2 + time + version + flags + dataLength;
        }
    }

    public static void main(String[] arguments) {
        List<Case> cases = cases();
        for (int pass = 0; pass < 2; pass++) {
            for (Case one : cases) {
                measure(one, pass == 1);
            }
        }
    }

    private record Case(String name, Relation relation, String line) {}

    private static List<Case> cases() {
        TextFormat tabs = new TextFormat((byte) '\t', false, -1, -1);
        TextFormat commas = new TextFormat((byte) ',', false, '"', -1);
        TextFormat bars = new TextFormat((byte) '|', false, '"', -1);
        Column id1 = new Column("id1", Role.ID1, null, null, null);
        Column id2 = new Column("id2", Role.ID2, null, null, null);
        Column type = new Column("type", Role.TYPE_NUMBER, null, null, null);
        Column time = new Column("time", Role.TIME, null, TimeFormat.RAW, null);
        Column seconds = new Column("time", Role.TIME, null, new TimeFormat.Unit(1000, 1), null);
        Column iso = new Column("time", Role.TIME, null, new TimeFormat.Iso(), null);
        Column data = new Column("data", Role.DATA, null, null, null);
        Column text = new Column("text", Role.PROPERTY, null, null, JsonKind.STRING);
        Column number = new Column("number", Role.PROPERTY, null, null, JsonKind.NUMBER);
        List<Case> cases = new ArrayList<>();
        List<Column> full = List.of(id1, type, id2, time, data);
        cases.add(new Case("tab full", links(tabs, full, null), "%d\t3\t%d\t%d\tpayload-12345\n"));
        cases.add(
                new Case(
                        "tab full, crlf",
                        links(tabs, full, null),
                        "%d\t3\t%d\t%d\tpayload-12345\r\n"));
        List<Column> timed = List.of(id1, type, id2, seconds, data);
        cases.add(
                new Case(
                        "tab, scaled time",
                        links(tabs, timed, null),
                        "%d\t3\t%d\t%.10s\tpayload-12345\n"));
        TextFormat blanks = new TextFormat((byte) 0, true, -1, '#');
        cases.add(
                new Case(
                        "edge list",
                        links(blanks, List.of(id1, id2), new TypeRef.Number(1)),
                        "%d %d\n"));
        cases.add(
                new Case(
                        "csv quoted",
                        links(commas, full, null),
                        "\"%d\",\"3\",\"%d\",\"%d\",\"payload-12345\"\n"));
        List<Column> dated = List.of(id1, id2, iso);
        TypeRef one = new TypeRef.Number(1);
        cases.add(
                new Case(
                        "iso time",
                        links(bars, dated, one),
                        "%d|%d|2011-07-13T15:10:31.499+00:00\n"));
        List<Column> properties = List.of(id1, id2, text, number);
        cases.add(
                new Case(
                        "properties",
                        links(bars, properties, one),
                        "%d|%d|some text in a row|12.5\n"));
        return cases;
    }

    private static Relation links(TextFormat format, List<Column> columns, TypeRef type) {
        return new Relation("speed", RowKind.LINK, format, columns, type, null, (byte) ';');
    }

    private static void measure(Case one, boolean print) {
        Random random = new Random(1);
        StringBuilder lines = new StringBuilder();
        while (lines.length() < TEXT_BYTES) {
            lines.append(
                    one.line.formatted(
                            random.nextInt(10_000_000),
                            random.nextInt(10_000_000),
                            1_400_000_000_000L + random.nextInt()));
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
        byte[] text = Arrays.copyOf(bytes, bytes.length + 8);
        double best = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            best = Math.min(best, nanosPerRow(one.relation, text, bytes.length));
        }
        if (print) {
            System.out.printf("%-18s %5.1f ns a row%n", one.name, best);
        }
    }

    private static double nanosPerRow(Relation relation, byte[] text, int length) {
        Sum sum = new Sum();
        Rejects none =
                (line, offset, column, cause, row) -> {
                    throw new IllegalStateException(line + ":" + column + ": " + cause);
                };
        RowParser parser = new RowParser(relation, new NumberedNames(), sum, none);
        double best = Double.MAX_VALUE;
        int next = 0;
        while (next < length) {
            int to = Math.min(length, next + WINDOW_BYTES);
            long rowsBefore = parser.rows();
            long start = System.nanoTime();
            next = parser.parse(text, next, to, to == length);
            best =
                    Math.min(
                            best,
                            (double) (System.nanoTime() - start) / (parser.rows() - rowsBefore));
        }
        return best;
    }
}
