package sluice.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import sluice.house.Sources.Source;

/**
 * Measures of the house that may only fall: how large packages, files and bundles of arguments are,
 * and how often the prose has words that style asks to replace.
 */
final class Ratchets {
    static final int PACKAGE_FILES_MAX = 35;
    static final int PACKAGE_LINES_MAX = 4000;
    static final int FILE_LINES_MAX = 500;
    static final int METHOD_LINES_MAX = 60;
    static final int PARAMETERS_MAX = 6;
    static final int VERB_LINES_MAX = 220;

    private static final List<String> WORDS =
            List.of(
                    "so many",
                    "anew",
                    "is told",
                    "are told",
                    "meanwhile",
                    "shall",
                    "by itself",
                    "as far as",
                    "is none",
                    "lately",
                    "mend",
                    "mended",
                    "dear");

    /** A flag of the command in a string literal. */
    private static final Pattern FLAG_IN_TEXT = Pattern.compile("\"[^\"]*--[a-z][a-z-]+[^\"]*\"");

    /** Sentences that begin without an actor. */
    private static final Map<String, Pattern> BEGINNINGS =
            Map.of(
                    "sentences with Of", beginning("Of"),
                    "sentences with Where there", beginning("Where there"),
                    "sentences with Who", beginning("Who"),
                    "sentences with What", beginning("What"));

    private static Map<String, Integer> counted = Map.of();

    private Ratchets() {}

    /** The measures of today, by name. The first call counts them. */
    static synchronized Map<String, Integer> today() throws IOException {
        if (counted.isEmpty()) {
            counted = measure(Sources.all());
        }
        return counted;
    }

    private static Map<String, Integer> measure(List<Source> sources) throws IOException {
        Map<String, Integer> measures = new LinkedHashMap<>();
        Map<String, List<Source>> packages =
                sources.stream()
                        .filter(source -> !source.isPackageInfo())
                        .collect(Collectors.groupingBy(Source::packageName));
        measures.put(
                "packages over " + PACKAGE_FILES_MAX + " files",
                count(packages, files -> files.size() > PACKAGE_FILES_MAX));
        measures.put(
                "packages over " + PACKAGE_LINES_MAX + " lines",
                count(
                        packages,
                        files -> files.stream().mapToInt(Source::lines).sum() > PACKAGE_LINES_MAX));
        measures.put(
                "files over " + FILE_LINES_MAX + " lines",
                (int) sources.stream().filter(file -> file.lines() > FILE_LINES_MAX).count());
        measures.put(
                "methods over " + METHOD_LINES_MAX + " lines",
                (int)
                        sources.stream()
                                .flatMap(file -> file.methods().stream())
                                .filter(method -> method.lines() > METHOD_LINES_MAX)
                                .count());
        measures.put(
                "methods with more than " + PARAMETERS_MAX + " parameters",
                (int)
                        sources.stream()
                                .flatMap(file -> file.methods().stream())
                                .filter(method -> method.parameters() > PARAMETERS_MAX)
                                .count());
        measures.put(
                "files in circles",
                FileCircles.of(FileCircles.inMain()).stream()
                        .mapToInt(circle -> circle.size())
                        .sum());
        measures.put("type names twice", twins(sources));
        measures.put(
                "verbs over " + VERB_LINES_MAX + " lines",
                (int)
                        sources.stream()
                                .filter(Source::isVerb)
                                .filter(file -> file.lines() > VERB_LINES_MAX)
                                .count());
        measures.put(
                "flags named outside cli",
                (int)
                        sources.stream()
                                .filter(file -> !file.module().equals("cli"))
                                .flatMap(file -> file.text().lines())
                                .filter(line -> FLAG_IN_TEXT.matcher(line).find())
                                .count());
        String prose = prose(sources);
        String small = prose.toLowerCase(Locale.ROOT);
        for (String word : WORDS) {
            measures.put("word: " + word, count(small, word));
        }
        BEGINNINGS.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> measures.put(entry.getKey(), count(prose, entry.getValue())));
        return measures;
    }

    /** How many names stand for more than one type. */
    static int twins(List<Source> sources) {
        return (int)
                sources.stream()
                        .filter(source -> !source.isPackageInfo())
                        .collect(Collectors.groupingBy(Source::name, Collectors.counting()))
                        .values()
                        .stream()
                        .filter(count -> count > 1)
                        .count();
    }

    /** How often {@code pattern} is in {@code text}. */
    static int count(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }

    /** How often {@code text} has {@code words} as whole words. */
    static int count(String text, String words) {
        int count = 0;
        for (int at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
            int end = at + words.length();
            boolean isWhole =
                    (at == 0 || !isOfWord(text.charAt(at - 1)))
                            && (end == text.length() || !isOfWord(text.charAt(end)));
            count += isWhole ? 1 : 0;
        }
        return count;
    }

    private static boolean isOfWord(char letter) {
        return Character.isLetterOrDigit(letter) || letter == '_';
    }

    /** A sentence that begins with {@code word}, in a comment, a page or a message. */
    static Pattern beginning(String word) {
        return Pattern.compile(
                "(?:[.:?!] |\\n *(?:\\*|//) (?:<p>)?|/\\*\\* |\\n\\n|\")" + word + " ");
    }

    /** All main sources, and the pages that say what is true today. */
    private static String prose(List<Source> sources) throws IOException {
        StringBuilder prose = new StringBuilder();
        sources.forEach(source -> prose.append(source.text()).append("\n\n"));
        for (Path file : House.files()) {
            Path relative = House.ROOT.relativize(file);
            if (file.toString().endsWith(".md") && !relative.startsWith("docs/history")) {
                prose.append(Files.readString(file)).append("\n\n");
            }
        }
        return prose.toString();
    }

    private static int count(Map<String, List<Source>> packages, Predicate<List<Source>> large) {
        return (int) packages.values().stream().filter(large).count();
    }
}
