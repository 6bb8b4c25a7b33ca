package sluice.ingest;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.WordsOfRows;

/**
 * What must come of a {@link RandomSource}: its files, read by {@link SlowReader}, and what their
 * rows are by {@link SlowRows}.
 */
final class SlowSource {
    private static final List<String> NO_VALUES = List.of("", "null", "na", "\\n");

    /** How many first rows decide what ids and types are. */
    private static final int FIRST_ROWS = 200;

    /**
     * A file: its text with line feeds at line ends, whether a mark stands before that, how it is
     * cut, and what is in it.
     */
    record Part(
            String name,
            String text,
            boolean marked,
            SlowReader.Rules rules,
            List<SlowReader.Item> items,
            SlowRows rows) {

        /** What must come of its rows, in their order. */
        List<String> words() {
            List<String> words = new ArrayList<>();
            for (SlowReader.Item item : items) {
                switch (item.kind()) {
                    case ROW -> {
                        String row = rows.row(item.fields());
                        words.add(row == null ? WordsOfRows.rejected(item.raw()) : row);
                    }
                    case FAULTY -> words.add(WordsOfRows.rejected(item.raw()));
                    case SKIPPED, BLANK, COMMENT, HEADER -> {}
                }
            }
            return words;
        }

        /** Whether it has a header or a row. */
        boolean saysSomething() {
            return items.stream()
                    .map(SlowReader.Item::kind)
                    .anyMatch(
                            Set.of(
                                            SlowReader.Kind.HEADER,
                                            SlowReader.Kind.ROW,
                                            SlowReader.Kind.FAULTY)
                                    ::contains);
        }
    }

    final List<Part> parts = new ArrayList<>();
    final boolean idsAreNames;
    final Map<SlowReader.Kind, Long> counts = new EnumMap<>(SlowReader.Kind.class);

    SlowSource(RandomSource source) {
        List<SlowReader.Rules> rules = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        List<List<SlowReader.Item>> items = new ArrayList<>();
        Integer headerComment = null;
        for (RandomSource.Part part : source.parts) {
            SlowReader.Rules all = source.rules;
            String text = part.text();
            if (text.indexOf('\r') >= 0) {
                int shown = comment(source, text.replace('\r', '\n'), null);
                text = withLineFeeds(text, all.withComment(shown));
            }
            texts.add(text);
            SlowReader.Rules own =
                    new SlowReader.Rules(
                            all.delimiter(),
                            all.blanks(),
                            all.quote(),
                            all.escape(),
                            comment(source, text, part.header() ? null : headerComment),
                            all.trim(),
                            all.missing(),
                            all.skip(),
                            part.header());
            if (part.header() && headerComment == null) {
                headerComment = own.comment();
            }
            rules.add(own);
            items.add(withoutBlankFile(SlowReader.read(text, own)));
        }
        boolean shortRows = source.shortRows || source.style == RandomSource.Style.EDGES;
        boolean guess = source.ids.isEmpty();
        SlowRows shape =
                new SlowRows(source.link, "", source.slots, shortRows, source.rules.missing());
        idsAreNames =
                guess
                        ? areNames(source, shape, items, SlowRows.Slot::isId)
                        : source.ids.equals("names");
        boolean typesAreNames = areNames(source, shape, items, slot -> slot.job().equals("type"));
        List<SlowRows.Slot> slots = new ArrayList<>();
        for (SlowRows.Slot slot : source.slots) {
            boolean named = slot.isId() ? idsAreNames : slot.job().equals("type") && typesAreNames;
            slots.add(named ? slot.named() : slot);
        }
        for (int index = 0; index < texts.size(); index++) {
            RandomSource.Part part = source.parts.get(index);
            String name = part.name();
            String type = source.type == null ? "'" + typeOf(name) + "'" : source.type;
            SlowRows rows =
                    new SlowRows(source.link, type, slots, shortRows, source.rules.missing());
            parts.add(
                    new Part(
                            name,
                            texts.get(index),
                            part.marked(),
                            rules.get(index),
                            items.get(index),
                            rows));
            items.get(index).forEach(item -> counts.merge(item.kind(), 1L, Long::sum));
        }
    }

    /** A file without line feeds in which a carriage return ends a line comes from an old Mac. */
    private static String withLineFeeds(String text, SlowReader.Rules rules) {
        String other = text.replace('\r', '\n');
        SlowReader.Item first = SlowReader.read(other, rules).getFirst();
        boolean ends = first.raw().length() < other.length();
        return ends && text.indexOf('\n') < 0 ? other : text;
    }

    /** The letter that begins comments: told, shown by the file, or that of the header's file. */
    private static int comment(RandomSource source, String text, @Nullable Integer headerComment) {
        if (source.commentTold) {
            return source.rules.comment();
        }
        String[] lines = text.split("\n", -1);
        for (int line = source.rules.skip(); line < lines.length; line++) {
            if (!lines[line].matches("[ \t\r]*")) {
                char first = lines[line].charAt(0);
                if (first == '#' || first == '%') {
                    return first;
                }
                break;
            }
        }
        boolean edges = source.style == RandomSource.Style.EDGES;
        int usual = edges ? '#' : -1;
        return headerComment != null ? headerComment : usual;
    }

    /** In a file that holds nothing else, no header either, lines of blanks are no rows. */
    private static List<SlowReader.Item> withoutBlankFile(List<SlowReader.Item> items) {
        List<SlowReader.Item> blank = new ArrayList<>();
        for (SlowReader.Item item : items) {
            boolean row = item.kind() == SlowReader.Kind.ROW;
            boolean saysSomething =
                    item.kind() == SlowReader.Kind.FAULTY
                            || item.kind() == SlowReader.Kind.HEADER
                            || row && !item.raw().matches("[ \t]*");
            if (saysSomething) {
                return items;
            }
            SlowReader.Kind kind = row ? SlowReader.Kind.BLANK : item.kind();
            blank.add(new SlowReader.Item(kind, item.raw(), item.fields()));
        }
        return blank;
    }

    /** Whether the values of one column of one file are names, rather than numbers. */
    private static boolean areNames(
            RandomSource source,
            SlowRows shape,
            List<List<SlowReader.Item>> files,
            Predicate<SlowRows.Slot> which) {
        for (int index = 0; index < source.slots.size(); index++) {
            if (!which.test(source.slots.get(index))) {
                continue;
            }
            boolean grouped = source.slots.get(index).group() != null;
            for (List<SlowReader.Item> items : files) {
                if (grouped || areNames(firstValues(shape, items, index), source.rules.missing())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<String> firstValues(
            SlowRows shape, List<SlowReader.Item> items, int index) {
        return items.stream()
                .filter(item -> item.kind() == SlowReader.Kind.ROW && !item.raw().isBlank())
                .limit(FIRST_ROWS)
                .filter(item -> shape.fits(item.fields()))
                .map(item -> item.fields().get(index).text().strip())
                .toList();
    }

    private static boolean areNames(List<String> values, @Nullable String missing) {
        int numbers = 0;
        int others = 0;
        for (String value : values) {
            boolean number = value.matches("[0-9]+") && fits(value);
            boolean none = NO_VALUES.contains(value.toLowerCase(Locale.ROOT));
            numbers += number ? 1 : 0;
            others += number || none || value.equals(missing) ? 0 : 1;
        }
        return others > 0 && others * 4 >= numbers + others;
    }

    private static boolean fits(String digits) {
        return new BigInteger(digits).bitLength() <= 64;
    }

    /** The type of links and nodes that a file of {@link RandomSource} has by its name. */
    private static String typeOf(String name) {
        return name.startsWith("rel") ? "rel" : name.substring(0, name.indexOf('.'));
    }
}
