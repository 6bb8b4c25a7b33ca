package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** The tokens of values, byte by byte, and that their order is that of values. */
class TokenMakerTest {
    private static final Path SCRIPT =
            Path.of("src", "test", "resources", "sluice", "schema", "tokens.txt");

    private final TokenMaker maker = new TokenMaker();
    private final Tokens tokens = new Tokens();

    @Test
    void tokensAreThoseOfTheScript() throws IOException {
        String script = Files.readString(SCRIPT);
        StringBuilder found = new StringBuilder();
        for (String line : script.split("\n")) {
            int arrow = line.startsWith("#") ? -1 : line.indexOf(" =>");
            found.append(arrow < 0 ? line : (line.substring(0, arrow) + " => " + outcome(line)))
                    .append('\n');
        }
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(SCRIPT, found);
        }
        assertEquals(script, found.toString());
    }

    private String outcome(String line) {
        String[] parts = line.substring(0, line.indexOf(" =>")).split(" \\| ?", -1);
        Tokenizer tokenizer = Objects.requireNonNull(Tokenizer.ofName(parts[0]));
        byte[] language = ("??" + parts[2]).getBytes(StandardCharsets.US_ASCII);
        TypedValue value = value(tokenizer, parts[1]);
        maker.tokens(tokenizer, value, language, 2, language.length - 2, tokens);
        return shown(tokenizer);
    }

    private static TypedValue value(Tokenizer tokenizer, String text) {
        TypedValue value = new TypedValue().setText(ValueType.STRING, text);
        assertEquals(ConversionFault.NONE, new Conversion().convert(value, tokenizer.type()));
        return value;
    }

    private String shown(Tokenizer tokenizer) {
        StringJoiner all = new StringJoiner(" ", tokens.count() + ": ", "");
        for (int i = 0; i < tokens.count(); i++) {
            byte[] token = token(i);
            boolean isText =
                    (tokenizer == Tokenizer.TERM || tokenizer == Tokenizer.FULLTEXT)
                            && token.length < 255;
            all.add(
                    isText
                            ? "\"" + new String(token, StandardCharsets.UTF_8) + "\""
                            : HexFormat.of().formatHex(token));
        }
        return all.toString();
    }

    private byte[] token(int index) {
        int offset = tokens.offset(index);
        return Arrays.copyOfRange(tokens.bytes(), offset, offset + tokens.length(index));
    }

    @Test
    void countsAreFourBytes() {
        TokenMaker.countToken(0x01020304, tokens);
        assertEquals("1: 01020304", shown(Tokenizer.EXACT));
    }

    @Test
    void valueOfAnotherTypeOrTokenizerThatIsNotBuiltIsAnErrorOfTheCaller() {
        TypedValue text = new TypedValue().setText(ValueType.STRING, "x");
        assertThrows(
                IllegalArgumentException.class, () -> maker.tokens(Tokenizer.INT, text, tokens));
        for (Tokenizer tokenizer : Tokenizer.values()) {
            if (!tokenizer.isBuilt()) {
                TypedValue value = new TypedValue().setBytes(tokenizer.type(), new byte[8], 0, 8);
                assertThrows(
                        IllegalArgumentException.class,
                        () -> maker.tokens(tokenizer, value, tokens));
            }
        }
    }

    @Test
    void tokensAreSortedAndUnique() {
        Seeds.each(
                2000,
                random -> {
                    StringBuilder text = new StringBuilder();
                    TreeSet<String> expected = new TreeSet<>();
                    int words = 1 + random.nextInt(60);
                    for (int i = 0; i < words; i++) {
                        String word = "w" + random.nextInt(100);
                        expected.add(word);
                        text.append(word).append(' ');
                    }
                    TypedValue value = new TypedValue().setText(ValueType.STRING, text.toString());
                    maker.tokens(Tokenizer.TERM, value, tokens);
                    assertEquals(List.copyOf(expected), texts());
                });
    }

    private List<String> texts() {
        return IntStream.range(0, tokens.count())
                .mapToObj(i -> new String(token(i), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void wordsOfAsciiAreThoseOfLucene() {
        String letters = "aZ_09.,:;'-! \"\n\t\u0000\u007f";
        Words words = new Words();
        Seeds.each(
                50_000,
                random -> {
                    StringBuilder text = new StringBuilder();
                    int length = 1 + random.nextInt(12);
                    for (int i = 0; i < length; i++) {
                        text.append(
                                random.nextInt(8) == 0
                                        ? (char) random.nextInt(128)
                                        : letters.charAt(random.nextInt(letters.length())));
                    }
                    tokens.clear();
                    words.putAll(text.toString(), tokens);
                    tokens.sort();
                    List<String> expected = texts();
                    TypedValue value = new TypedValue().setText(ValueType.STRING, text.toString());
                    maker.tokens(Tokenizer.TERM, value, tokens);
                    assertEquals(expected, texts(), () -> "<" + text + ">");
                });
    }

    @Test
    void orderOfTokensIsTheOrderOfValues() {
        Seeds.each(
                5000,
                random -> {
                    long a = random.nextLong() >> random.nextInt(64);
                    long b = random.nextLong() >> random.nextInt(64);
                    checkOrder(
                            Tokenizer.INT,
                            Long.compare(a, b),
                            new TypedValue().setInt(a),
                            new TypedValue().setInt(b));
                    checkOrder(
                            Tokenizer.FLOAT,
                            Long.compare(a >> 12, b >> 12),
                            new TypedValue().setFloat((a >> 12) + (a < 0 ? 0.0 : 0.25)),
                            new TypedValue().setFloat((b >> 12) + (b < 0 ? 0.0 : 0.25)));
                    long second = Math.floorMod(a, 253_402_300_800L);
                    long other = second + random.nextInt(-100_000, 100_000);
                    if (other >= 0) {
                        checkOrder(
                                Tokenizer.HOUR,
                                Long.compare(second / 3600, other / 3600),
                                new TypedValue().setDatetime(second, 0, 0),
                                new TypedValue().setDatetime(other, 5, 60));
                    }
                });
    }

    @Test
    void timesOutsideOfTwoBytesOfYearsKeepTheirOrder() {
        Seeds.each(
                2000,
                random -> {
                    TypedValue a = new TypedValue().setDatetime(randomTime(random), 0, 0);
                    TypedValue b = new TypedValue().setDatetime(randomTime(random), 0, 0);
                    for (Tokenizer tokenizer : List.of(Tokenizer.YEAR, Tokenizer.HOUR)) {
                        maker.tokens(tokenizer, a, tokens);
                        byte[] first = token(0);
                        maker.tokens(tokenizer, b, tokens);
                        int order = Arrays.compareUnsigned(first, token(0));
                        assertTrue(order * Long.compare(a.integer(), b.integer()) >= 0);
                    }
                });
    }

    private static long randomTime(SplittableRandom random) {
        return random.nextLong() >> 15 + random.nextInt(20);
    }

    private void checkOrder(Tokenizer tokenizer, int expected, TypedValue a, TypedValue b) {
        maker.tokens(tokenizer, a, tokens);
        byte[] first = token(0);
        maker.tokens(tokenizer, b, tokens);
        assertEquals(
                Integer.signum(expected), Integer.signum(Arrays.compareUnsigned(first, token(0))));
    }

    @Test
    void longTextKeepsItsWordsWhole() {
        String word = "é".repeat(5000);
        TypedValue value = new TypedValue().setText(ValueType.STRING, word + " " + word + "x");
        maker.tokens(Tokenizer.TERM, value, tokens);
        assertEquals(2, tokens.count());
        assertEquals(Tokens.LENGTH_BYTES_MAX, tokens.length(0));
        assertTrue(Arrays.compareUnsigned(token(0), token(1)) < 0);
    }
}
