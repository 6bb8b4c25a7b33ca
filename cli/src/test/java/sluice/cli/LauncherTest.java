package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

/** What the launcher and the verbs must agree on. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../sluice");

    @Test
    void launcherAndVerbsReadSizesAlike() throws IOException, InterruptedException {
        for (String size :
                List.of(
                        "512m",
                        "1g",
                        "1G",
                        "2GiB",
                        "65536",
                        "64kb",
                        "007m",
                        "12x",
                        "",
                        "m",
                        "1.5g",
                        "-1",
                        "1gg",
                        "512i",
                        "9999999999999",
                        "99999999999999",
                        "1 g")) {
            assertEquals(byLauncher(size), byVerb(size), size);
        }
    }

    @Test
    void sizesAreRead() {
        assertEquals("536870912", byVerb("512m"));
        assertEquals("none", byVerb("12x"));
    }

    @Test
    void systemSpeaksEnglish() throws IOException, InterruptedException {
        String spoken =
                sh(
                        "LC_ALL=de_DE.UTF-8\nexport LC_ALL\n%s\nspeak_english\necho \"${LC_ALL-unset} $LC_CTYPE $LC_MESSAGES\""
                                .formatted(function("speak_english")));
        assertEquals("unset de_DE.UTF-8 C\n", spoken);
    }

    @Test
    void lettersAreNotLostWhereNothingSaysWhichThereAre() throws IOException, InterruptedException {
        String shown =
                "\n%s\nspeak_english\necho \"$LC_CTYPE\"".formatted(function("speak_english"));
        String none = "unset LANG LC_ALL LC_CTYPE\n";
        for (String setting : List.of("", "LANG=C", "LC_ALL=C", "LC_CTYPE=POSIX", "LC_ALL=POSIX")) {
            assertEquals("C.UTF-8\n", sh(none + setting + shown), setting);
        }
        assertEquals("de_DE.UTF-8\n", sh(none + "LC_ALL=de_DE.UTF-8" + shown));
        assertEquals("de_DE\n", sh(none + "LC_CTYPE=de_DE" + shown));
    }

    private static String byVerb(String size) {
        try {
            return new OptionValues.Bytes().convert(size).toString();
        } catch (TypeConversionException _) {
            return "none";
        }
    }

    private static String byLauncher(String size) throws IOException, InterruptedException {
        String script =
                function("parse_bytes")
                        + "\nif parse_bytes '"
                        + size
                        + "'; then echo $total; else echo none; fi";
        return sh(script).trim();
    }

    /** The text of a function of the launcher. */
    private static String function(String name) throws IOException {
        String text = Files.readString(LAUNCHER);
        int from = text.indexOf("\n" + name + "() {\n");
        assertTrue(from >= 0, name);
        return text.substring(from, text.indexOf("\n}\n", from) + 3);
    }

    private static String sh(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor(), output);
        return output;
    }
}
