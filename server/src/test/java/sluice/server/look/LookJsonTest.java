package sluice.server.look;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.protocol.question.FoundProperty;
import sluice.protocol.question.ShownValue;
import sluice.protocol.question.ValueKind;

class LookJsonTest {
    @Test
    void longTextIsCutBetweenCharacters() {
        assertEquals("a".repeat(999) + "…", shown("a".repeat(999) + "😀 and more"));
        assertEquals("a".repeat(998) + "😀…", shown("a".repeat(998) + "😀 and more"));
        assertEquals("a".repeat(1_000), shown("a".repeat(1_000)));
    }

    private static String shown(String text) {
        LookJson json = new LookJson();
        ShownValue value = new ShownValue(ValueKind.STRING, text, "", "", List.of());
        json.properties(List.of(new FoundProperty("name", 1, List.of(value))));
        return json.ended(true).at("/properties/0/values/0/text").asText();
    }
}
