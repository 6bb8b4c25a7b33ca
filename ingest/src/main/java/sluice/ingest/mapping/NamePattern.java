package sluice.ingest.mapping;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of file names: a glob in which {@code {name}} takes one word of the file's name and
 * gives it a name. Without a slash it is compared with the name alone, else with the end of the
 * path.
 */
public record NamePattern(String text, Pattern expression, Set<String> placeholders) {

    /**
     * @throws IllegalArgumentException with the reason, where {@code text} is no such pattern
     */
    static NamePattern compile(String text) {
        StringBuilder expression = new StringBuilder();
        Set<String> placeholders = new LinkedHashSet<>();
        if (text.isEmpty()) {
            throw new IllegalArgumentException("it is empty");
        }
        int index = 0;
        while (index < text.length()) {
            char here = text.charAt(index);
            if (here == '{') {
                int end = text.indexOf('}', index);
                if (end < 0) {
                    throw new IllegalArgumentException("{ without }");
                }
                braces(text.substring(index + 1, end), expression, placeholders);
                index = end + 1;
                continue;
            }
            if (here == '*') {
                boolean deep = text.startsWith("**", index);
                expression.append(deep ? ".*" : "[^/]*");
                index += deep ? 2 : 1;
                continue;
            }
            expression.append(here == '?' ? "[^/]" : Pattern.quote(String.valueOf(here)));
            index++;
        }
        String prefix = text.startsWith("/") ? "" : "(?:.*/)?";
        return new NamePattern(
                text, Pattern.compile(prefix + expression, Pattern.DOTALL), placeholders);
    }

    private static void braces(String inside, StringBuilder expression, Set<String> placeholders) {
        if (inside.indexOf(',') >= 0) {
            expression.append("(?:");
            String separator = "";
            for (String choice : inside.split(",", -1)) {
                expression.append(separator).append(Pattern.quote(choice));
                separator = "|";
            }
            expression.append(')');
        } else if (!inside.matches("[a-z][A-Za-z0-9]*")) {
            throw new IllegalArgumentException(
                    "{%s} is neither a choice {a,b} nor a placeholder of letters and digits"
                            .formatted(inside));
        } else if (placeholders.add(inside)) {
            // A word ends where the next part of a name usually begins, so that {a}_{b}*.csv is
            // plain.
            expression.append("(?<").append(inside).append(">[^/_.\\-]+)");
        } else {
            expression.append("\\k<").append(inside).append('>');
        }
    }

    /** What each placeholder stands for in {@code name}, or null where the pattern does not fit. */
    public @Nullable Map<String, String> match(String name) {
        Matcher matcher = expression.matcher(name);
        if (!matcher.matches()) {
            return null;
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String placeholder : placeholders) {
            values.put(placeholder, matcher.group(placeholder));
        }
        return values;
    }
}
