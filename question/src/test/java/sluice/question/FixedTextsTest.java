package sluice.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** The fixed texts of regular expressions: all of an alternative are in each text that matches. */
class FixedTextsTest {
    @Test
    void textsThatMustBeThereAreFound() {
        assertEquals(List.of(List.of("Alice")), FixedTexts.of("^Alice$"));
        assertEquals(List.of(List.of("Al", "ce")), FixedTexts.of("Al.*ce"));
        assertEquals(List.of(List.of("ab", "de")), FixedTexts.of("abc?de"));
        assertEquals(List.of(List.of("abc", "de")), FixedTexts.of("abc+de"));
        assertEquals(List.of(List.of("red"), List.of("blue")), FixedTexts.of("red|blue"));
        assertEquals(
                List.of(List.of("x", "red", "y"), List.of("x", "blue", "y")),
                FixedTexts.of("x(red|blue)y"));
        assertEquals(List.of(List.of("x", "y")), FixedTexts.of("x(?:red|blue)*y"));
        assertEquals(List.of(List.of("a.b/c")), FixedTexts.of("a\\.b/c"));
        assertEquals(List.of(List.of("😀b")), FixedTexts.of("😀b"));
        assertEquals(List.of(List.of("a", "b")), FixedTexts.of("a[x-z^]b"));
    }

    @Test
    void whatIsNotUnderstoodFixesNothing() {
        for (String expression :
                List.of(
                        "(?i)abc",
                        "(?=abc)abc",
                        "\\Qabc\\E",
                        "(?<n>abc)",
                        "[a-z&&[b]]abc",
                        "\\1abc",
                        "abc\\u0041")) {
            assertEquals(List.of(), FixedTexts.of(expression), expression);
        }
    }

    @Test
    void noMatchIsEverMissed() {
        int[] checked = new int[1];
        Seeds.each(
                20_000,
                random -> {
                    String expression = expression(random, 3);
                    List<List<String>> alternatives = FixedTexts.of(expression);
                    Pattern pattern = Pattern.compile(expression);
                    for (int i = 0; i < 20; i++) {
                        String text = text(random);
                        if (!alternatives.isEmpty() && pattern.matcher(text).find()) {
                            checked[0]++;
                            assertTrue(
                                    alternatives.stream()
                                            .anyMatch(all -> all.stream().allMatch(text::contains)),
                                    () -> expression + " in " + text + ": " + alternatives);
                        }
                    }
                });
        if (System.getProperty("seed") == null) {
            assertTrue(checked[0] > 20_000, () -> "only " + checked[0]);
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.append("abc.".charAt(random.nextInt(4)));
        }
        return text.toString();
    }

    private static String expression(SplittableRandom random, int depth) {
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(4);
        for (int i = 0; i < parts; i++) {
            text.append(part(random, depth));
            if (random.nextInt(3) == 0) {
                String[] repetitions = {"*", "+", "?", "{0,2}", "{1}", "{2,}", "*?", "++", "{00}"};
                text.append(repetitions[random.nextInt(repetitions.length)]);
            }
        }
        if (random.nextInt(5) == 0 && depth > 0) {
            text.append('|').append(expression(random, depth - 1));
        }
        return text.toString();
    }

    private static String part(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 6)) {
            case 0, 1, 2 -> "abc".substring(random.nextInt(3)).substring(0, 1);
            case 3 -> "\\.";
            case 4 -> ".";
            case 5 -> random.nextBoolean() ? "[ab]" : "[^\\.\\]a-b]";
            case 6 -> "\\b";
            case 7 -> "(?:" + expression(random, depth - 1) + ")";
            default -> "(" + expression(random, depth - 1) + ")";
        };
    }
}
