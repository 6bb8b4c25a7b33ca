package sluice.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sources are laid out by google-java-format; with {@code -Drewrite} they are made so. */
class LayoutTest {
    private static final boolean REWRITE = Boolean.getBoolean("rewrite");
    private static final int WIDTH_MAX = 110;
    private static final Pattern HEX_DUMP = Pattern.compile("[0-9a-f]{4}  ([0-9a-f]{2} )+");
    private static final Pattern NO_WORD = Pattern.compile("\\W+");
    private static final Pattern IMPORTED = Pattern.compile("(?m)^import [\\w. ]+\\.(\\w+);$");
    private static final Set<String> TEXT_ENDINGS = Set.of("md", "sh", "yaml", "yml", "properties");

    private final Formatter formatter =
            new Formatter(JavaFormatterOptions.builder().style(Style.AOSP).build());

    @Test
    void javaIsFormatted() {
        List<String> unformatted =
                House.javaFiles().parallelStream()
                        .flatMap(this::check)
                        .collect(Collectors.toCollection(ArrayList::new));
        assertEquals("", String.join("\n", unformatted), "fix with: mvn verify -Drewrite");
    }

    @Test
    void linesFitTheScreen() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : House.files()) {
            if (!isText(file)) {
                continue;
            }
            List<String> lines = Files.readAllLines(file, UTF_8);
            for (int index = 0; index < lines.size(); index++) {
                if (lines.get(index).length() > WIDTH_MAX && !mayBeLong(lines.get(index))) {
                    tooLong.add(House.ROOT.relativize(file) + ":" + (index + 1));
                }
            }
        }
        assertEquals("", String.join("\n", tooLong), "lines longer than " + WIDTH_MAX);
    }

    @Test
    void packagesAreExplained() {
        Set<Path> explained =
                House.javaFiles().stream()
                        .filter(file -> file.endsWith("package-info.java"))
                        .map(Path::getParent)
                        .collect(Collectors.toSet());
        String unexplained =
                House.javaFiles().stream()
                        .map(Path::getParent)
                        .filter(directory -> directory.toString().contains("src/main/java"))
                        .filter(directory -> !explained.contains(directory))
                        // The unnamed package, of an example, cannot be explained.
                        .filter(directory -> !directory.endsWith("src/main/java"))
                        .distinct()
                        .map(Path::toString)
                        .collect(Collectors.joining("\n"));
        assertEquals("", unexplained, "packages without package-info.java");
    }

    /** Nothing where {@code file} is formatted or has been rewritten, else its name and why. */
    private Stream<String> check(Path file) {
        Path name = House.ROOT.relativize(file);
        try {
            String text = Files.readString(file);
            String formatted = formatter.formatSource(fixImports(text));
            if (formatted.equals(text)) {
                return Stream.of();
            }
            if (!REWRITE) {
                return Stream.of(name + ":" + firstDifference(text, formatted));
            }
            Files.writeString(file, formatted);
            return Stream.of();
        } catch (IOException | FormatterException e) {
            return Stream.of(name + ": " + e);
        }
    }

    private static String fixImports(String text) throws FormatterException {
        String used =
                mayHaveUnusedImports(text) ? RemoveUnusedImports.removeUnusedImports(text) : text;
        return ImportOrderer.reorderImports(used, Style.GOOGLE);
    }

    /** Whether a name is imported and not in the text: to ask javac's parser takes much longer. */
    private static boolean mayHaveUnusedImports(String text) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : NO_WORD.split(text)) {
            counts.merge(word, 1, Integer::sum);
        }
        return IMPORTED.matcher(text).results().anyMatch(name -> counts.get(name.group(1)) == 1);
    }

    private static long firstDifference(String left, String right) {
        int index = 0;
        while (index < left.length()
                && index < right.length()
                && left.charAt(index) == right.charAt(index)) {
            index++;
        }
        return left.substring(0, index).lines().count();
    }

    private static boolean isText(Path file) {
        String name = file.toString();
        boolean isScript = file.endsWith("sluice") || file.endsWith(".ci/run");
        boolean isData = name.contains("src/test/resources");
        return isScript
                || (!isData && TEXT_ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1)));
    }

    /** Rows of tables and addresses cannot be broken. */
    private static boolean mayBeLong(String line) {
        return line.startsWith("|") || line.contains("://") || HEX_DUMP.matcher(line).lookingAt();
    }
}
