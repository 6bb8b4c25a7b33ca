package sluice.question;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import sluice.model.Deletion;
import sluice.model.Link;
import sluice.model.MemoryGraph;
import sluice.model.Visibility;
import sluice.schema.IndexNumbers;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;

/**
 * A random graph with hubs, lists, languages, duplicates, changed and deleted values, once with
 * indexes and once as an {@link Oracle}.
 */
final class RandomGraph {
    static final List<String> NAMES =
            List.of(
                    "Ann",
                    "Anne",
                    "ann lee",
                    "Bob Lee",
                    "Lee, Bob",
                    "red,blue",
                    "Al",
                    "",
                    "Ångström lee",
                    "Größe",
                    "a\u001fb",
                    "fr\u001fAnn",
                    "Ann".repeat(90),
                    "Ann".repeat(90) + "x",
                    "Ann".repeat(82),
                    // The token of the first is cut, and is the second.
                    "z".repeat(247) + "-1012-tailtailtailtailtail",
                    "z".repeat(247) + "$8N8s#Eg",
                    "zzz top");

    static final List<String> LANGUAGES = List.of("", "", "", "fr", "FR", "fr-CA", "en", "zh");

    static final List<String> INTS =
            List.of("0", "-1", "41", "30", "9223372036854775807", "-9223372036854775808");

    static final List<String> FLOATS =
            List.of("0", "-0.0", "0.5", "-0.5", "1e300", "-1e300", "2.5", "2");

    static final List<String> BIGS =
            List.of("0", "1.50", "1.5", "-3", "1e20", "100000000000000000000");

    static final List<String> TIMES =
            List.of(
                    "2017",
                    "2017-04",
                    "2017-04-26",
                    "2017-04-26T10:30:00Z",
                    "2017-04-26T12:30:00+02:00",
                    "2017-04-26T10:30:00.5Z",
                    "0000-01-01T00:00:00+01:00",
                    "1969-12-31T23:59:59Z",
                    "9999-12-31T23:59:59Z");

    static final List<String> BOOLS = List.of("true", "false");

    final Schema schema;
    final IndexNumbers numbers;
    final Map<String, Long> types = new HashMap<>();
    final Oracle oracle = new Oracle();
    final IndexedGraph graph;
    final IndexedGraph.NumberedNames names = new IndexedGraph.NumberedNames(types);
    final Declarations declarations;
    final List<Long> ids = new ArrayList<>();
    private final SplittableRandom random;
    private final PropertyWrites writes;

    RandomGraph(SplittableRandom random) throws IOException {
        this.random = random;
        String time = pick(List.of("year", "month", "day", "hour"));
        schema =
                SchemaReader.read(
                        "test",
                        """
                        name: string @index(exact, term, trigram) @lang .
                        nick: [string] @index(hash, trigram) .
                        title: string @index(term, fulltext) @lang .
                        code: string @index(trigram) .
                        plain: string @lang .
                        age: int @index(int) @count .
                        score: float @index(float) .
                        ok: bool @index(bool) .
                        born: datetime @index(TIME) .
                        days: [datetime] @index(TIME) @count .
                        big: bigfloat @index(bigfloat) .
                        friend: [uid] @reverse @count .
                        boss: uid @reverse .
                        likes: [uid] .
                        unused: string @index(exact) .
                        type Person {
                          likes
                          name
                          <~friend>
                          unused
                          never
                          age
                        }
                        """
                                .replace("TIME", time));
        numbers = IndexNumbers.NONE.with(schema);
        declarations = new Declarations(schema, numbers);
        long type = 1L << 52;
        for (String name :
                List.of(
                        "name", "nick", "title", "code", "plain", "age", "score", "ok", "born",
                        "days", "big", "friend", "~friend", "boss", "~boss", "likes", "note")) {
            types.put(name, type++);
        }
        graph = new IndexedGraph(new MemoryGraph(1), schema, numbers, types);
        writes = new PropertyWrites(graph, declarations, names);
        fill();
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** The texts that values of a predicate are taken from. */
    static List<String> texts(String predicate) {
        return switch (predicate) {
            case "age" -> INTS;
            case "score" -> FLOATS;
            case "ok" -> BOOLS;
            case "born", "days" -> TIMES;
            case "big" -> BIGS;
            default -> NAMES;
        };
    }

    private static Object value(String predicate, String text) {
        return switch (predicate) {
            case "age" -> Long.valueOf(text);
            case "score" -> Double.valueOf(text);
            case "ok" -> Boolean.valueOf(text);
            case "born", "days" -> Oracle.instant(text);
            case "big" -> new BigDecimal(text);
            default -> text;
        };
    }

    private void fill() throws IOException {
        int nodes = 1 + random.nextInt(60);
        for (int i = 0; i < nodes; i++) {
            ids.add(
                    switch (random.nextInt(8)) {
                        case 0 -> 0L;
                        case 1 -> -1L - random.nextInt(3);
                        case 2 -> random.nextLong();
                        default -> (long) i;
                    });
        }
        int rows = random.nextInt(1, 600);
        for (int i = 0; i < rows; i++) {
            if (random.nextInt(3) == 0) {
                changeLink();
            } else {
                changeValue();
            }
        }
    }

    /** Ids towards the beginning are taken more often: hubs. */
    private long id() {
        return ids.get(random.nextInt(1 + random.nextInt(ids.size())));
    }

    private void changeValue() throws IOException {
        String predicate =
                pick(
                        List.of(
                                "name", "name", "nick", "title", "code", "plain", "age", "score",
                                "ok", "born", "days", "big", "note"));
        boolean hasLanguages = List.of("name", "title", "plain", "note").contains(predicate);
        String language = hasLanguages ? pick(LANGUAGES) : "";
        boolean isList = List.of("nick", "days", "note").contains(predicate);
        long id = id();
        String text = pick(texts(predicate));
        PredicateName name =
                language.isEmpty()
                        ? PredicateName.of(predicate)
                        : PredicateName.read(predicate + "@" + language);
        String key =
                isList
                        ? language + "|" + listKey(predicate, text)
                        : language.toLowerCase(java.util.Locale.ROOT);
        if (random.nextInt(5) > 0) {
            writes.set(id, name, text);
            oracle.set(id, predicate, key, new Oracle.Value(value(predicate, text), language));
        } else if (random.nextInt(3) > 0) {
            writes.delete(id, name, text);
            oracle.remove(id, predicate, key);
        } else {
            writes.deleteAll(id, name);
            for (String each :
                    List.copyOf(oracle.properties(id).getOrDefault(predicate, Map.of()).keySet())) {
                Oracle.Value value = oracle.properties(id).get(predicate).get(each);
                if (value.language().equalsIgnoreCase(language)) {
                    oracle.remove(id, predicate, each);
                }
            }
        }
    }

    /** What tells the values of a list apart: their data, which have the zone of a time. */
    private static String listKey(String predicate, String text) {
        if (!predicate.equals("days")) {
            return text;
        }
        String zone = text.contains("+") ? text.substring(text.indexOf('+')) : "Z";
        return Oracle.instant(text) + zone;
    }

    private void changeLink() {
        String predicate = pick(List.of("friend", "friend", "boss", "likes", "note"));
        long from = id();
        long to = id();
        Long type = types.get(predicate);
        Long back = types.get("~" + predicate);
        int what = random.nextInt(8);
        if (what > 1) {
            graph.put(link(from, type, to));
            if (back != null) {
                graph.put(link(to, back, from));
            }
            oracle.link(from, predicate, to);
            return;
        }
        Deletion deletion = what == 0 ? Deletion.HIDE : Deletion.EXPUNGE;
        graph.deleteLink(from, type, to, deletion);
        if (back != null) {
            graph.deleteLink(to, back, from, deletion);
        }
        oracle.unlink(from, predicate, to);
    }

    private static Link link(long from, long type, long to) {
        return new Link(from, type, to, Visibility.VISIBLE, 0, 0, new byte[0]);
    }
}
