package sluice.question;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import sluice.schema.TypeNames;

/**
 * A predicate as a question names it: {@code name}, {@code name@fr}, {@code name@.}, {@code
 * ~friend}, {@code count(friend)}, {@code <http://example.org/name>@fr}.
 *
 * @param name of its type: with {@code ~} in front for links backwards
 * @param language which values are meant
 * @param isCount whether the number of links or values is meant, not what they are
 */
public record PredicateName(String name, Language language, boolean isCount) {
    private static final Pattern TAG = Pattern.compile("[a-zA-Z]+(-[a-zA-Z0-9]+)*");
    private static final int TAG_CHARS_MAX = 255;

    /** As many as the longest name of a type has bytes, with a {@code ~} in front. */
    private static final int NAME_CHARS_MAX = 4_096;

    private static final int SHOWN_MAX = 256;
    private static final String COUNT = "count(";

    /** Which of the values of a predicate are meant. */
    public sealed interface Language {
        /** Those without a language. */
        record None() implements Language {}

        /** Those of one language, a tag in any case. */
        record Tag(String tag) implements Language {}

        /** All of them. */
        record Any() implements Language {}
    }

    static final Language NONE = new Language.None();
    static final Language ANY = new Language.Any();

    public PredicateName {
        if (name.isEmpty() || name.equals("~")) {
            throw Ask.wrong("found no name of a predicate; write name, name@fr or <http://…>");
        }
        if (name.length() > NAME_CHARS_MAX) {
            throw Ask.wrong(
                    "found a predicate of %d characters, at most %d can be asked for",
                    name.length(), NAME_CHARS_MAX);
        }
        boolean isPlain = language instanceof Language.None;
        if (!isPlain && (isCount || TypeNames.isBackwards(name))) {
            throw Ask.wrong("%s: links have no language; leave the part behind @ out", name);
        }
    }

    /** The predicate's values without a language. */
    public static PredicateName of(String name) {
        return new PredicateName(name, NONE, false);
    }

    /** Reads one name. */
    public static PredicateName read(String text) {
        if (text.startsWith(COUNT)) {
            if (!text.endsWith(")")) {
                throw Ask.wrong("%s: found no ) at the end; write count(friend)", text);
            }
            String counted = text.substring(COUNT.length(), text.length() - 1);
            if (counted.startsWith(COUNT)) {
                throw Ask.wrong("%s: found count( twice; write count(friend)", text);
            }
            PredicateName inner = read(counted);
            return new PredicateName(inner.name, inner.language, true);
        }
        String direction = text.startsWith("~") ? "~" : "";
        String rest = text.substring(direction.length());
        if (rest.startsWith("<")) {
            int end = rest.indexOf('>');
            if (end < 0) {
                throw Ask.wrong("%s: found no > behind <; write <http://…>", text);
            }
            String behind = rest.substring(end + 1);
            if (!behind.isEmpty() && !behind.startsWith("@")) {
                throw Ask.wrong("%s: found %s behind >, expected @ and a language", text, behind);
            }
            String name = direction + rest.substring(1, end);
            return new PredicateName(
                    name, behind.isEmpty() ? NONE : language(text, behind.substring(1)), false);
        }
        // An @ in a bare name is of a language where it can be; in an IRI it stands in brackets.
        int at = rest.lastIndexOf('@');
        if (at <= 0 || rest.indexOf(':') >= 0) {
            return new PredicateName(text, NONE, false);
        }
        return new PredicateName(
                direction + rest.substring(0, at), language(text, rest.substring(at + 1)), false);
    }

    /** A copy of the predicates that an answer shows; fails if they are too many. */
    static List<PredicateName> checked(List<PredicateName> shown) {
        if (shown.size() > SHOWN_MAX) {
            throw Ask.wrong(
                    "found %d predicates to show, at most %d can be shown at once",
                    shown.size(), SHOWN_MAX);
        }
        return List.copyOf(shown);
    }

    private static Language language(String text, String tag) {
        if (tag.equals(".")) {
            return ANY;
        }
        if (tag.length() > TAG_CHARS_MAX || !TAG.matcher(tag).matches()) {
            throw Ask.wrong(
                    "%s: \"%s\" is no language; write name@fr, or name@. for all of them",
                    text, tag);
        }
        return new Language.Tag(tag);
    }

    /** Reads several names with commas between them. */
    public static List<PredicateName> readList(String text) {
        return split(text, ',').stream().map(PredicateName::read).toList();
    }

    /** The parts of {@code text} between separators that are not in angle brackets. */
    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean inBrackets = false;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '<') {
                inBrackets = true;
            } else if (c == '>') {
                inBrackets = false;
            } else if (c == separator && !inBrackets) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            }
        }
        parts.add(text.substring(begin));
        return parts;
    }

    /** Whether the links backwards of a predicate are meant. */
    boolean isBackwards() {
        return TypeNames.isBackwards(name);
    }

    /** As a question writes it. */
    @Override
    public String toString() {
        String direction = name.startsWith("~") ? "~" : "";
        String bare = name.substring(direction.length());
        boolean isBare = bare.chars().noneMatch(c -> "/:@,()<> ".indexOf(c) >= 0);
        String written = direction + (isBare ? bare : "<" + bare + ">");
        String tagged =
                switch (language) {
                    case Language.None() -> written;
                    case Language.Tag(String tag) -> written + "@" + tag;
                    case Language.Any() -> written + "@.";
                };
        return isCount ? COUNT + tagged + ")" : tagged;
    }
}
