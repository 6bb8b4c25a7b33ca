package sluice.rdf;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** Which words are looked at as times alone, without a look at what numbers are. */
class FacetValueTest {
    private static final String LETTERS = "01279abefiInNpPxXoOtruly_.+-eE:TZ";

    @Test
    void wordsThatAreAtMostTimesAreNoNumbersAndNoBools() {
        int[] numbers = new int[1];
        Seeds.each(
                2000,
                random -> {
                    StringBuilder word = new StringBuilder();
                    for (int left = random.nextInt(1, 12); left > 0; left--) {
                        word.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
                    }
                    String text = word.toString();
                    if (isAtMostTime(text)) {
                        assertFalse(isNumberOrBool(text), text);
                    } else if (isNumberOrBool(text)) {
                        numbers[0]++;
                    }
                });
        assertTrue(numbers[0] > 0 || System.getProperty("seed") != null, "no word is a number");
    }

    @Test
    void numbersWithASignInsideAreStillNumbers() {
        for (String text :
                List.of("1e-5", "-1E-5", "2.5e-3", "0x1p-2", "0X.8P-1", "-0b1", "-inf")) {
            assertTrue(isNumberOrBool(text) && !isAtMostTime(text), text);
        }
        for (String text :
                List.of("2026-11-27", "2026-11-27T10:00:00Z", "-2026-11", "1-5", "é-1")) {
            assertTrue(isAtMostTime(text) && !isNumberOrBool(text), text);
        }
    }

    private static boolean isAtMostTime(String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        Span span = new Term();
        span.set(bytes, 1, bytes.length - 2);
        return FacetValue.isAtMostTime(span);
    }

    private static boolean isNumberOrBool(String text) {
        return FacetValue.INTEGER.matcher(text).matches()
                || FacetValue.FLOAT.matcher(text).matches()
                || FacetValue.INFINITE.matcher(text).matches()
                || text.equals("true")
                || text.equals("false");
    }
}
