package sluice.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes the files of a {@link RandomSource}. */
final class RandomSourceText {
    private static final String[] TEXTS = {
        "",
        "text",
        "a;b",
        "a b",
        " blank ",
        "é中",
        "ünï",
        "\\N",
        "NULL",
        "-",
        "0",
        "\\",
        "a\\",
        "it's",
        "'",
        "say \"hi\"",
        "\"",
        "a,b",
        "x|y",
        "t\tab",
        "line\nfeed",
        "two\r\nbytes",
        "re\rturn",
        "#",
        "# no comment",
        "%",
        "1,2",
        "3\n4,5",
        "longer than eight bytes",
        "\u0001",
        "a~b^c!d",
        "\"q\" and, more"
    };
    private static final String[] NAMES = {
        "ann", "bob", "Bob Lee", "7", "07", "é", "a,b", "x\"y", "line\nfeed", "#1", "\\N", "c d"
    };
    private static final String[] NUMBERS = {
        "0", "007", "18446744073709551615", "123456789012", "9223372036854775807", " 5", "6 "
    };
    private static final String[] BAD = {
        "",
        "x",
        "-1",
        "NULL",
        "NA",
        "\\N",
        "1.5",
        "18446744073709551616",
        "\"",
        "12a",
        "4503599627370496"
    };

    /** Becomes a byte that is not UTF-8. */
    private static final char NOT_TEXT = '\uE000';

    private final RandomSource source;
    private final SlowReader.Rules rules;
    private final Random random;
    private final List<String> header;
    private final String[] ends;

    /** The letter that begins comments in the part at hand, or -1. */
    private int comment;

    RandomSourceText(RandomSource source, Random random, List<String> header) {
        this.source = source;
        this.rules = source.rules;
        this.random = random;
        this.header = header;
        String[][] modes = {{"\n"}, {"\n"}, {"\r\n"}, {"\r"}, {"\n", "\r\n"}, {"\n", "\r\r\n"}};
        this.ends = modes[random.nextInt(modes.length)];
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private boolean noiseIn(int count) {
        return !source.clean && oneIn(count);
    }

    private String pick(String... all) {
        return all[random.nextInt(all.length)];
    }

    void makeParts() {
        int count = oneIn(3) ? random.nextInt(2, 4) : 1;
        boolean headerAlone = count > 1 && oneIn(2);
        for (int index = 0; index < count; index++) {
            boolean withHeader =
                    source.hasHeader() && (index == 0 || source.everyPartHasHeader() || oneIn(3));
            int rows = index == 0 && headerAlone ? 0 : rowCount();
            String text = text(withHeader, rows);
            String name =
                    source.set
                            ? "f" + (char) ('a' + index) + ".csv"
                            : "rel_" + (index + 1) + ".csv";
            add(name, text, withHeader);
        }
    }

    private int rowCount() {
        if (oneIn(40)) {
            return random.nextInt(200, 260);
        }
        return oneIn(20) ? 0 : random.nextInt(1, 25);
    }

    private String text(boolean withHeader, int rows) {
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < rules.skip(); line++) {
            text.append(pick("a title", "", "it's \"open", "# 1,2", "id1,id2")).append(lineEnd());
        }
        comment = rules.comment();
        if (!source.commentTold) {
            comment =
                    oneIn(3)
                            ? pick("#", "%").charAt(0)
                            : source.style == RandomSource.Style.EDGES ? '#' : -1;
        }
        boolean shown =
                !source.commentTold
                        && comment >= 0
                        && (comment != '#' || source.hasHeader() || oneIn(2));
        if (!shown && !source.commentTold && source.style != RandomSource.Style.EDGES) {
            comment = -1;
        }
        if (noiseIn(6)) {
            text.append(rules.blanks() ? pick("", "  ") : "").append(lineEnd());
        }
        if (shown || comment >= 0 && oneIn(4)) {
            text.append(commentLine()).append(lineEnd());
        }
        if (withHeader) {
            for (int index = 0; index < header.size(); index++) {
                // Both blanks and tabs would leave open which of them separates fields.
                String between = rules.blanks() && !source.delimiterTold() ? " " : delimiter();
                text.append(index == 0 ? "" : between).append(headerField(header.get(index)));
            }
            text.append(lineEnd());
        }
        for (int row = 0; row < rows; row++) {
            putNoise(text, row);
            putRow(text, row);
            text.append(noiseIn(60) ? "\r" : lineEnd());
        }
        if (oneIn(3)) {
            while (text.length() > 0 && "\r\n".indexOf(text.charAt(text.length() - 1)) >= 0) {
                text.setLength(text.length() - 1);
            }
        }
        String all = text.toString();
        return ends[0].equals("\r") ? all.replace("\r\n", "\r").replace('\n', '\r') : all;
    }

    private String lineEnd() {
        return ends[random.nextInt(ends.length)];
    }

    private String delimiter() {
        return rules.blanks() ? pick(" ", "\t", "  ") : String.valueOf(rules.delimiter());
    }

    private String commentLine() {
        return (char) comment + pick(" note", " it's \"open", "1,2", "", ",\"a", "   ");
    }

    private String headerField(String name) {
        boolean needed = needsQuotes(name);
        if (rules.quote() >= 0 && (needed || oneIn(4))) {
            return pad(quoted(name));
        }
        return pad(needed ? name.replaceAll("[^A-Za-z0-9:\\-_()]", "_") : name);
    }

    private boolean needsQuotes(String value) {
        for (int index = 0; index < value.length(); index++) {
            char letter = value.charAt(index);
            boolean special =
                    letter == '\n'
                            || letter == '\r'
                            || letter == rules.quote()
                            || (rules.blanks()
                                    ? letter == ' ' || letter == '\t'
                                    : letter == rules.delimiter());
            if (special || index == 0 && letter == comment) {
                return true;
            }
        }
        return false;
    }

    private String quoted(String value) {
        StringBuilder text = new StringBuilder().append((char) rules.quote());
        for (char letter : value.toCharArray()) {
            boolean quote = letter == rules.quote();
            boolean escape = letter == rules.escape();
            if (escape || quote && rules.escape() >= 0 && oneIn(2)) {
                text.append((char) rules.escape());
            } else if (quote) {
                text.append((char) rules.quote());
            }
            text.append(letter);
        }
        return text.append((char) rules.quote()).toString();
    }

    private String pad(String field) {
        boolean pads = rules.trim() && !rules.blanks() && oneIn(3);
        return pads ? pick(" ", "  ") + field + pick("", " ") : field;
    }

    private void putNoise(StringBuilder text, int row) {
        if (comment >= 0 && oneIn(12)) {
            text.append(rules.blanks() && oneIn(5) ? pick(" ", "\t ") : "");
            text.append(commentLine())
                    .append(noiseIn(8) && row > 0 ? "\r1,\"2" : "")
                    .append(lineEnd());
        }
        if (oneIn(15)) {
            text.append(lineEnd());
        }
        boolean first = row < 200 && source.style == RandomSource.Style.EDGES;
        if (noiseIn(40)) {
            text.append(rules.blanks() || !first ? "  \t" : "").append(lineEnd());
        }
        if (!first && noiseIn(15)) {
            text.append(junk()).append(noiseIn(10) ? "" : lineEnd());
        }
    }

    private String junk() {
        String special = "" + rules.delimiter() + rules.delimiter() + "\"'\\ \r\n12ab#";
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(12); count > 0; count--) {
            boolean quote = rules.quote() >= 0 && oneIn(6);
            text.append(
                    quote
                            ? (char) rules.quote()
                            : special.charAt(random.nextInt(special.length())));
        }
        return text.toString();
    }

    private void putRow(StringBuilder text, int row) {
        boolean edges = source.style == RandomSource.Style.EDGES;
        boolean safe = edges && row < 200;
        int count = source.slots.size();
        if (!safe && noiseIn(25)) {
            count = Math.max(1, count + random.nextInt(-1, 3));
        }
        for (int index = 0; index < count; index++) {
            boolean known = index < source.slots.size();
            String value = known ? value(source.slots.get(index), safe) : oneIn(2) ? "" : "x";
            text.append(index == 0 ? "" : delimiter());
            text.append(pad(field(value, edges && index == 0 && row == 0, safe)));
        }
    }

    private String field(String value, boolean mustQuote, boolean safe) {
        boolean needed = needsQuotes(value);
        boolean quoted = rules.quote() >= 0 && (mustQuote || oneIn(6) || needed && !noiseIn(30));
        if (quoted) {
            String text = quoted(value);
            if (!safe && noiseIn(60)) {
                return text + pick("x", " ", "\"", "\r", "'");
            }
            return !safe && noiseIn(150) ? text.substring(0, text.length() - 1) : text;
        }
        if (needed && !noiseIn(30)) {
            return "w";
        }
        return value;
    }

    private String value(SlowRows.Slot slot, boolean safe) {
        if (!safe && noiseIn(30)) {
            return pick(oneIn(2) ? BAD : TEXTS);
        }
        if (!safe && rules.missing() != null && oneIn(8)) {
            return rules.missing();
        }
        return switch (slot.job()) {
            case "id1", "id2", "type" -> slot.names() ? pick(NAMES) : number();
            case "time" ->
                    slot.kind().equals("raw") || oneIn(2)
                            ? pick("", "-") + random.nextInt(2000)
                            : pick("", "-") + random.nextInt(2000) + "." + random.nextInt(99999);
            case "version" -> pick("", "1", "-2", "77");
            case "visibility", "delete" -> pick("0", "1", "true", "False");
            case "property" -> propertyValue(slot.kind());
            default -> text();
        };
    }

    private String propertyValue(String kind) {
        return switch (kind) {
            case "number" -> pick("", "1", "-2.5", "1e9", "0");
            case "boolean" -> pick("", "true", "0", "FALSE");
            case "strings" -> pick("", "a;b", ";", "é", "x y;\"z\"");
            default -> text();
        };
    }

    private String text() {
        String text = pick(TEXTS);
        return noiseIn(25) && source.encoding == null ? text + NOT_TEXT : text;
    }

    private String number() {
        return oneIn(10) && !source.clean
                ? pick(NUMBERS)
                : String.valueOf(random.nextInt(oneIn(4) ? 100_000 : 20));
    }

    /** Adds the part that holds {@code text}, in the encoding of the source. */
    private void add(String name, String text, boolean withHeader) {
        @Nullable String encoding = source.encoding;
        boolean wide = "utf-16".equals(encoding) || encoding == null && oneIn(16);
        String letters = RandomSource.latin(text);
        byte[] bytes;
        boolean marked = wide;
        if (wide) {
            bytes = ("\uFEFF" + text).getBytes(oneIn(2) ? UTF_16LE : UTF_16BE);
        } else if (encoding != null) {
            bytes = text.getBytes(Charset.forName(encoding));
            letters = RandomSource.latin(new String(bytes, Charset.forName(encoding)));
        } else {
            letters = letters.replace(RandomSource.latin("" + NOT_TEXT), "\u00ff");
            marked = oneIn(12);
            bytes = ((marked ? RandomSource.latin("\uFEFF") : "") + letters).getBytes(ISO_8859_1);
        }
        boolean packed = oneIn(6);
        source.parts.add(
                new RandomSource.Part(
                        packed ? name + ".gz" : name,
                        letters,
                        packed ? gzip(bytes) : bytes,
                        marked,
                        withHeader));
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(packed)) {
            output.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return packed.toByteArray();
    }
}
