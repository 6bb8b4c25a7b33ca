package sluice.ingest.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Guesses by its words, and by the rows below it, what a line means that is no known header. */
final class HeaderGuess {
    /** What tools call the column where a link begins, and the one where it ends. */
    private static final Map<String, List<String>> ENDS =
            Map.ofEntries(
                    Map.entry("from", List.of("to")),
                    Map.entry("fromid", List.of("toid")),
                    Map.entry("fromnode", List.of("tonode")),
                    Map.entry("fromnodeid", List.of("tonodeid")),
                    Map.entry("source", List.of("target", "destination", "dest", "sink")),
                    Map.entry("sourceid", List.of("targetid", "destinationid")),
                    Map.entry("src", List.of("dst", "dest", "tgt")),
                    Map.entry("srcid", List.of("dstid", "destid", "tgtid")),
                    Map.entry("start", List.of("end")),
                    Map.entry("startid", List.of("endid")),
                    Map.entry("startnode", List.of("endnode")),
                    Map.entry("follower", List.of("followee", "followed")),
                    Map.entry("followerid", List.of("followeeid", "followedid")),
                    Map.entry("id1", List.of("id2")),
                    Map.entry("node1", List.of("node2")),
                    Map.entry("nodeid1", List.of("nodeid2")),
                    Map.entry("user1", List.of("user2")),
                    Map.entry("userid1", List.of("userid2")),
                    Map.entry("vertex1", List.of("vertex2")),
                    Map.entry("u", List.of("v")));

    private static final Pattern NUMBER =
            Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");

    private static final int PAIRS_MAX = 2;

    private HeaderGuess() {}

    /** Two columns of a header, by their indexes. */
    record Pair(int id1, int id2) {}

    /** The only two of {@code names} that are known as the ends of a link, or null. */
    static @Nullable Pair pair(List<String> names) {
        List<Pair> pairs = pairs(names);
        return pairs.size() == 1 ? pairs.getFirst() : null;
    }

    /**
     * The first pairs of {@code names} that are known as the ends of a link, {@value #PAIRS_MAX} at
     * most: whether there are none, one or more is all that matters, and a line of many columns,
     * such as one of a file that is no text, may have more than memory holds.
     */
    static List<Pair> pairs(List<String> names) {
        List<Pair> pairs = new ArrayList<>();
        List<String> words = names.stream().map(HeaderGuess::word).toList();
        Map<String, List<Integer>> columnsOf = new HashMap<>();
        for (int column = 0; column < words.size(); column++) {
            columnsOf.computeIfAbsent(words.get(column), _ -> new ArrayList<>()).add(column);
        }
        for (int id1 = 0; id1 < words.size() && pairs.size() < PAIRS_MAX; id1++) {
            int from = id1;
            ENDS.getOrDefault(words.get(id1), List.of()).stream()
                    .flatMap(end -> columnsOf.getOrDefault(end, List.of()).stream())
                    .sorted()
                    .limit(PAIRS_MAX - pairs.size())
                    .forEach(id2 -> pairs.add(new Pair(from, id2)));
        }
        return pairs;
    }

    /** Whether {@code name} sounds like the id of something. */
    static boolean isId(String name) {
        String word = word(name);
        return word.endsWith("id") || word.matches("id[0-9]+") || ENDS.containsKey(word);
    }

    /**
     * Whether {@code first} is likely a header above {@code rows}: it holds no number, and names
     * the ends of a link or stands above a column of numbers.
     */
    static boolean isHeader(List<String> first, List<List<String>> rows) {
        if (first.stream().anyMatch(HeaderGuess::isNumber)) {
            return false;
        }
        if (pair(first) != null) {
            return true;
        }
        for (int column = 0; column < first.size(); column++) {
            if (!first.get(column).isBlank() && holdsNumbers(rows, column)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code column} of {@code rows} holds numbers and, other than that, nothing. */
    static boolean holdsNumbers(List<List<String>> rows, int column) {
        boolean some = false;
        for (List<String> row : rows) {
            String value = column < row.size() ? row.get(column).strip() : "";
            if (!value.isEmpty() && !isNumber(value)) {
                return false;
            }
            some |= !value.isEmpty();
        }
        return some;
    }

    static boolean isNumber(String text) {
        return NUMBER.matcher(text.strip()).matches();
    }

    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[ _.\\-]", "");
    }
}
