package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Rooms are used by their module only, unless they are shown; and each package says by whom it is
 * called. {@code -Drewrite=true} writes those sentences.
 */
class RoomsTest {
    private static final Pattern CALLED =
            Pattern.compile(
                    "(?<begin> \\* (?:<p>)?|\\. )Called\\s+(?:\\*\\s+)?by[^.]*(?:\\.\\w[^.]*)*\\.(?=\\s)");
    private static final int LINE_CHARACTERS = 100;

    private final JavaClasses classes = House.classes("classes");

    @Test
    void innerPackagesAreUsedInTheirModule() {
        TreeSet<String> wrong = new TreeSet<>();
        Rooms.users(classes)
                .forEach(
                        (room, users) ->
                                users.stream()
                                        .filter(user -> !Rooms.mayUse(user, room))
                                        .forEach(user -> wrong.add(user + " uses " + room)));
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void aRoomThatIsNotShownIsClosed() {
        assertTrue(Rooms.mayUse("sluice.cli.verbs", "sluice.load.job"));
        assertTrue(Rooms.mayUse("sluice.load", "sluice.load.stage"));
        assertTrue(Rooms.mayUse("sluice.cli.verbs", "sluice.hot.mysql"));
        assertFalse(Rooms.mayUse("sluice.cli.verbs", "sluice.ingest.layout"));
    }

    @Test
    void packagesSayWhoCallsThem() throws IOException {
        Map<String, Set<String>> users = Rooms.users(classes);
        TreeSet<String> wrong = new TreeSet<>();
        for (Path file : House.javaFiles()) {
            if (!file.endsWith("package-info.java") || !file.toString().contains("/src/main/")) {
                continue;
            }
            String text = Files.readString(file);
            String room = text.replaceAll("(?s).*\\npackage ([\\w.]+);.*", "$1");
            String expected = Rooms.calledBy(room, users.getOrDefault(room, Set.of()));
            Matcher said = CALLED.matcher(text);
            String found = said.find() ? said.group().replaceAll("\\s*\\n \\*\\s+", " ") : "";
            if (found.replace(" * <p>", "")
                    .replace(" * ", "")
                    .replaceFirst("^\\. ", "")
                    .equals(expected)) {
                continue;
            }
            if (Boolean.getBoolean("rewrite")) {
                Files.writeString(file, said(text, expected));
            } else {
                wrong.add(room + ": " + expected);
            }
        }
        assertEquals("", String.join("\n", wrong));
    }

    /** The text with the sentence as its last paragraph. */
    private static String said(String text, String sentence) {
        String without =
                CALLED.matcher(text)
                        .replaceFirst(match -> match.group("begin").startsWith(".") ? "." : " * ");
        without = without.replaceAll("\n \\*(?: <p>)? *(?=\n \\*(?:\n|/))", "");
        StringBuilder lines = new StringBuilder(" *\n *");
        int width = 2;
        for (String word : ("<p>" + sentence).split(" (?![^{]*})")) {
            if (width + 1 + word.length() > LINE_CHARACTERS) {
                lines.append("\n *");
                width = 2;
            }
            lines.append(' ').append(word);
            width += 1 + word.length();
        }
        return without.replaceFirst(
                "(?s)( \\*\\s*\n)? \\*/\n", Matcher.quoteReplacement(lines + "\n */\n"));
    }
}
