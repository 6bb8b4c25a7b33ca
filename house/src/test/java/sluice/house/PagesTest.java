package sluice.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pages and decisions name only types that exist. */
class PagesTest {
    /** A name of several words, or one with a member behind it, set as code. */
    private static final Pattern TYPE =
            Pattern.compile(
                    "`(?:sluice\\.[a-z.]+\\.)?([A-Z][a-z]+(?:[A-Z][A-Za-z0-9]*)+)(?:[.:#][^`]*)?`");

    /** Files in which types are declared, by the end of their names. */
    private static final Set<String> DECLARING = Set.of("java", "py", "proto");

    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:class|interface|record|enum|message|service) ([A-Z]\\w*)");

    /** Types of Java and of libraries, and words of others that are written like types. */
    private static final Set<String> FOREIGN =
            Set.of(
                    "BigDecimal",
                    "ByteBufferBackingArray",
                    "DataFrame",
                    "DateTimeFormatter",
                    "DefaultCharset",
                    "GraphComputer",
                    "IntLongMath",
                    "LongDoubleConversion",
                    "MemorySegment",
                    "OffsetDateTime",
                    "ReferenceEquality",
                    "RssAnon",
                    "StandardTokenizerImpl",
                    "StoreFileWriter",
                    "StringCaseLocaleUsage",
                    "ReadFile",
                    "ReadIndex",
                    "StringCharset",
                    "TypeError",
                    "ValueError",
                    "VmHWM",
                    "WaitNotInLoop");

    private static final Set<String> ALL = new TreeSet<>();

    @Test
    void typesThatPagesNameExist() throws IOException {
        Set<String> declared = declared();
        TreeSet<String> unknown = new TreeSet<>();
        for (Path file : House.files()) {
            Path relative = House.ROOT.relativize(file);
            if (!file.toString().endsWith(".md") || relative.startsWith("docs/history")) {
                continue;
            }
            names(Files.readString(file)).stream()
                    .filter(name -> !declared.contains(name) && !FOREIGN.contains(name))
                    .forEach(name -> unknown.add(relative + ": " + name));
        }
        assertEquals("", String.join("\n", unknown));
    }

    @Test
    void aNameWithoutATypeIsFound() throws IOException {
        assertEquals(
                Set.of("NoSuchType", "RowPool"), names("a `NoSuchType` and `RowPool.add`, `x`"));
        assertEquals(false, declared().contains("NoSuch" + "Type"));
        assertEquals(true, declared().contains("RowPool"));
    }

    private static String ending(Path file) {
        String name = file.toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Set<String> names(String text) {
        TreeSet<String> names = new TreeSet<>();
        Matcher matcher = TYPE.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** All names of types; read once. */
    private static Set<String> declared() throws IOException {
        if (!ALL.isEmpty()) {
            return ALL;
        }
        for (Path file : House.files()) {
            if (!DECLARING.contains(ending(file))) {
                continue;
            }
            Matcher matcher = DECLARED.matcher(Files.readString(file));
            while (matcher.find()) {
                ALL.add(matcher.group(1));
            }
        }
        return ALL;
    }
}
