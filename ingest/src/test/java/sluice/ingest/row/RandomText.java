package sluice.ingest.row;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Makes text for a relation: rows that are mostly good, with everything mixed in that has ever
 * broken a parser of delimited text.
 */
final class RandomText {
    private static final String[] NUMBERS = {
        "0",
        "1",
        "12",
        "007",
        "1234567",
        "12345678",
        "123456789",
        "1234567890123456",
        "12345678901234567",
        "999999999999999999",
        "9223372036854775807",
        "9223372036854775808",
        "9999999999999999999",
        "18446744073709551615",
        "4503599627370495",
        "4503599627370496",
        "4503601774854144",
        "18446744073709551616",
        "18446744073709551625",
        "99999999999999999999",
        "000000000000000000000000000042",
        "-1",
        "-9223372036854775808",
        "-9223372036854775809",
        "+1",
        "-",
        "-0",
        "12a",
        "a12",
        "1 2",
        "",
        " 1",
        "1.5",
        "1e3",
        "-0.5E-2",
        "01",
        "1.",
        ".5",
        "0x10",
        "1:",
        "1/",
        "9223372036854775",
        "-9223372036854776",
        "-1001",
        "1e+",
        "\u0661",
        "1 ",
        "  7\t",
        "1307526243.273450",
        "-1.0004",
        "0.9999999999",
        "-0.0000000001",
        "9223372036854775.807",
        "9223372036854775.808",
        "-9223372036854775.808",
        "9223372036854775807.5",
        "1.2.3",
        "\\N"
    };
    private static final String[] TIMES = {
        "2024-02-29",
        "2023-02-29",
        "2024-02-29T23:59:59.999Z",
        "2024-02-29 23:59:59",
        "2011-07-13T15:10:31.499+0000",
        "2011-07-13T15:10:31.4999999+05:30",
        "1969-12-31T23:59",
        "0000-01-01",
        "0000-02-29",
        "9999-12-31T23:59:59-18:00",
        "2024-01-01T24:00:00",
        "2024-13-01",
        "2024-00-10",
        "2024-04-31",
        "20240229",
        "20230229",
        "20240229235959123",
        "20241301000000000",
        "29/02/2024",
        "31/04/2024",
        "1.2.2024",
        "01.02.2024",
        "30 Jun 2024",
        "2024-02-29T10:00",
        "2024-02-29T10:00:60",
        "2024-02-29T10:00Zx",
        "2024-02-29T10:00+19:00",
        "2024-02-29T10:00:00.",
        "1900-02-29",
        "2000-02-29",
        "2024-02-29T10:00+05:60",
        "2024-02-29T10",
        "2024-02-29t10:00",
        "2024-12-31 23:59:60",
        "2024-1-01"
    };
    private static final String[] TEXTS = {
        "",
        "text",
        "a;b;c",
        ";",
        "1;2;3",
        "1;;2",
        "true",
        "FALSE",
        "1",
        "0",
        "tru",
        "\"",
        "\"\"",
        "a\"b",
        "'",
        "it's",
        "\\",
        "\u00e9\u4e2d\ud83d\ude00",
        "\0",
        "\t",
        "\r",
        "\n",
        "\r\n",
        "\u0001\u001f\u007f",
        "#",
        "a,b",
        "a|b",
        "a b",
        "longer than eight bytes",
        "longer than eight bytes \u00e9 and \" more",
        "12345678",
        "1234567\"",
        "x\r",
        "a\rb",
        "\\N",
        "NULL",
        " blanks ",
        "\\\"",
        "a\\\"b",
        "c:\\dir"
    };
    private static final byte[][] BAD_BYTES = {
        {(byte) 0xff},
        {(byte) 0xc0, (byte) 0x80},
        {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
        {(byte) 0xe2, (byte) 0x82},
        {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
        {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
        {(byte) 0x80},
        {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, 'a'},
        {0},
        {'"'},
        {'\r'},
        {'\n'},
        {'"', '"'},
        {'"', '\n'},
        {'\r', '\n'},
        {'\r', '\r', '\n'},
        {'\\'},
        {'\\', '"'},
        {' '},
        {'"', ' '}
    };

    private final Random random;
    private final Relation relation;

    /** One of how many fields is bad. */
    private final int badEvery;

    RandomText(Random random, Relation relation) {
        this.random = random;
        this.relation = relation;
        badEvery = 1 << random.nextInt(8);
    }

    byte[] next(int rows) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int row = 0; row < rows; row++) {
            putLine(text);
        }
        byte[] bytes = text.toByteArray();
        return random.nextBoolean() ? bytes : damaged(bytes);
    }

    private void putLine(ByteArrayOutputStream text) {
        switch (random.nextInt(40)) {
            case 0 -> put(text, random.nextBoolean() ? "" : "  \t ");
            case 1 -> put(text, random.nextBoolean() ? "# comment \"" : " # \"comment");
            case 2 -> put(text, "x".repeat(random.nextInt(300)));
            default -> putRow(text);
        }
        String[] ends = {"\n", "\n", "\n", "\r\n", "\r\r\n", "\n\n"};
        put(text, random.nextInt(50) == 0 ? "\r" : ends[random.nextInt(ends.length)]);
    }

    private void putRow(ByteArrayOutputStream text) {
        int fields = relation.columns().size();
        if (random.nextInt(10) == 0) {
            fields = Math.max(1, fields + random.nextInt(-2, 4));
        }
        for (int index = 0; index < fields; index++) {
            if (index > 0 || relation.format().whitespace() && random.nextInt(5) == 0) {
                putDelimiter(text);
            }
            putField(text, index);
        }
        if (relation.format().whitespace() && random.nextInt(5) == 0) {
            putDelimiter(text);
        }
    }

    private void putDelimiter(ByteArrayOutputStream text) {
        if (relation.format().whitespace()) {
            put(text, new String[] {" ", "\t", "  ", " \t "}[random.nextInt(4)]);
        } else {
            text.write(relation.format().delimiter());
        }
    }

    private void putField(ByteArrayOutputStream text, int index) {
        byte[] field =
                (index < relation.columns().size() ? value(relation.columns().get(index)) : any())
                        .getBytes(StandardCharsets.UTF_8);
        int quote = relation.format().quote();
        boolean needed = false;
        for (byte value : field) {
            needed |=
                    value == '\n'
                            || value == relation.format().delimiter()
                            || (value & 0xff) == quote;
        }
        boolean quoted =
                quote >= 0 && (random.nextInt(8) == 0 || needed && random.nextInt(20) != 0);
        boolean trim = relation.format().trim();
        if (trim && random.nextInt(4) == 0) {
            put(text, " ");
        }
        if (!quoted) {
            text.writeBytes(field);
            return;
        }
        text.write(quote);
        int escape = relation.format().escape();
        for (byte value : field) {
            if ((value & 0xff) == quote) {
                text.write(escape >= 0 && random.nextBoolean() ? escape : quote);
            }
            text.write(value);
        }
        if (random.nextInt(100) != 0) {
            text.write(quote);
        }
        if (trim && random.nextInt(4) == 0) {
            put(text, "  ");
        }
        if (random.nextInt(100) == 0) {
            text.write('x');
        }
    }

    private String value(Column column) {
        if (random.nextInt(badEvery * 4) == 0) {
            return any();
        }
        return switch (column.role()) {
            case ID1, ID2, TYPE_NUMBER, VERSION -> number();
            case TYPE_NAME, IGNORE, DATA, VALUE -> TEXTS[random.nextInt(TEXTS.length)];
            case VISIBILITY, DELETE ->
                    new String[] {"0", "1", "true", "false", "True"}[random.nextInt(5)];
            case TIME -> time(column.time());
            case PROPERTY ->
                    switch (column.json()) {
                        case STRING, STRING_ARRAY -> TEXTS[random.nextInt(TEXTS.length)];
                        case NUMBER -> random.nextBoolean() ? number() : "-12.5e3";
                        case BOOLEAN -> random.nextBoolean() ? "true" : "0";
                        case BOOLEAN_ARRAY -> random.nextBoolean() ? "1;false;TRUE" : "0";
                        case NUMBER_ARRAY -> random.nextBoolean() ? number() : "1;2.5;-3";
                    };
        };
    }

    private String number() {
        return random.nextInt(badEvery) == 0
                ? NUMBERS[random.nextInt(NUMBERS.length)]
                : Long.toUnsignedString(random.nextLong() >>> random.nextInt(1, 64));
    }

    private String time(TimeFormat format) {
        if (format instanceof TimeFormat.Unit) {
            return number();
        }
        if (random.nextInt(badEvery) == 0) {
            return TIMES[random.nextInt(TIMES.length)];
        }
        int day = random.nextInt(1, 29);
        int month = random.nextInt(1, 13);
        int year = random.nextInt(0, 10000);
        return switch (format) {
            case TimeFormat.Pattern(String pattern) when pattern.equals("yyyyMMdd") ->
                    "%04d%02d%02d".formatted(year, month, day);
            case TimeFormat.Pattern(String pattern) when pattern.equals("dd/MM/yyyy") ->
                    "%02d/%02d/%04d".formatted(day, month, year);
            case TimeFormat.Pattern(String pattern) when pattern.endsWith("SSS") ->
                    "%04d%02d%02d%02d%02d%02d%03d"
                            .formatted(year, month, day, day % 24, day, month, year % 1000);
            case TimeFormat.Iso() ->
                    "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ"
                            .formatted(year, month, day, day % 24, day, month, year % 1000);
            default -> TIMES[random.nextInt(TIMES.length)];
        };
    }

    private String any() {
        String[][] all = {NUMBERS, TIMES, TEXTS};
        String[] some = all[random.nextInt(all.length)];
        return random.nextInt(50) == 0
                ? "n".repeat(random.nextInt(4090, 4100))
                : some[random.nextInt(some.length)];
    }

    /** The text with a few bytes taken out, put in or changed. */
    private byte[] damaged(byte[] bytes) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int every = random.nextInt(5, 500);
        for (byte value : bytes) {
            if (random.nextInt(every) != 0) {
                text.write(value);
            } else if (random.nextInt(3) != 0) {
                text.writeBytes(BAD_BYTES[random.nextInt(BAD_BYTES.length)]);
            }
        }
        return text.toByteArray();
    }

    private static void put(ByteArrayOutputStream text, String part) {
        text.writeBytes(part.getBytes(StandardCharsets.UTF_8));
    }
}
