package sluice.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.testkit.Seeds;

/** Questions over random graphs, by index and by scan, beside an oracle of maps and sets. */
class QuestionOracleTest {
    private static final int SEEDS = Boolean.getBoolean("slow") ? 2000 : 80;

    private static final List<String> EXPRESSIONS =
            List.of(
                    "Ann",
                    "^Ann",
                    "ann",
                    "/ANN/i",
                    "/^al$/i",
                    "An+e?",
                    "(Ann|Bob) ?Lee",
                    "(red|blue),",
                    "gst.*lee",
                    "Gr(ö|o)ße",
                    "Lee, (Bob|Al)*",
                    "[A-C]nn",
                    "A(nn){2,}",
                    "\\bLee\\b",
                    "a\\x1fb",
                    "(?i)ann",
                    "(?:Ann)+x$",
                    "z{3}",
                    "z{3} t|Ann",
                    "Bob|",
                    "\\QAnn\\E");

    private static final List<String> WORDS =
            List.of(
                    "lee",
                    "Lee Bob",
                    "bob lee ann",
                    "red blue",
                    "red,blue",
                    "top",
                    "zzz nothing",
                    "ångström",
                    "Al,");

    private static final List<String> FULL_TEXTS =
            List.of("lee", "Lees and Anns", "bob, zebra", "größe lee", "blue reds");

    /** The operators that were asked, so that none is left out unseen. */
    private final Set<Operator> asked = EnumSet.noneOf(Operator.class);

    private int answeredByIndex;

    @Test
    void answersAreThoseOfTheOracle() {
        Seeds.each(
                SEEDS,
                random -> {
                    RandomGraph random1 = new RandomGraph(random);
                    for (int i = 0; i < 40; i++) {
                        check(random1, random);
                    }
                });
        Set<Operator> all = EnumSet.allOf(Operator.class);
        if (System.getProperty("seed") == null) {
            assertEquals(all, asked);
            assertTrue(answeredByIndex > 800, "only " + answeredByIndex + " by index");
        }
    }

    /** Some texts look like tokens of texts with a language, some have tokens that are cut. */
    @Test
    void everyTextIsFoundByItselfAlone() {
        Seeds.each(
                SEEDS,
                random -> {
                    RandomGraph graph = new RandomGraph(random);
                    for (String text : RandomGraph.NAMES) {
                        PredicateName name = PredicateName.of("name");
                        List<Condition> is =
                                List.of(new Condition(name, Operator.EQ, List.of(text)));
                        assertEquals(graph.oracle.find(is), pages(graph, random, is, false), text);
                    }
                });
    }

    private void check(RandomGraph graph, SplittableRandom random) throws IOException {
        List<Condition> conditions = new ArrayList<>();
        int count = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
        for (int i = 0; i < count; i++) {
            conditions.add(condition(graph, random));
        }
        conditions.forEach(condition -> asked.add(condition.operator()));
        List<Long> expected = graph.oracle.find(conditions);
        assertEquals(expected, pages(graph, random, conditions, true), () -> "scan " + conditions);
        checkOrder(graph, random, conditions, expected);
        int before = graph.graph.pages();
        List<Long> found;
        try {
            found = pages(graph, random, conditions, false);
        } catch (SluiceException e) {
            assertEquals(ErrorCode.CONFIG, e.code(), e.getMessage());
            assertTrue(e.getMessage().endsWith("; or read all rows with --scan"), e.getMessage());
            return;
        }
        answeredByIndex += graph.graph.pages() > before ? 1 : 0;
        assertEquals(expected, found, () -> "index " + conditions);
    }

    /** All nodes of an answer, page by page. */
    private static List<Long> pages(
            RandomGraph graph, SplittableRandom random, List<Condition> conditions, boolean scan)
            throws IOException {
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        List<Long> found = new ArrayList<>();
        int limit = 1 + random.nextInt(random.nextBoolean() ? 4 : 100);
        OptionalLong after = OptionalLong.empty();
        while (true) {
            FoundNodes page =
                    questions.find(
                            new FindQuestion(
                                    conditions,
                                    List.of(),
                                    null,
                                    false,
                                    after,
                                    limit,
                                    scan,
                                    FindQuestion.BUDGET_ROWS));
            assertTrue(page.complete());
            assertTrue(page.nodes().size() <= limit);
            page.nodes().forEach(node -> found.add(node.id()));
            if (!page.more()) {
                return found;
            }
            assertEquals(limit, page.nodes().size());
            after = OptionalLong.of(page.nodes().getLast().id());
        }
    }

    private static void checkOrder(
            RandomGraph graph,
            SplittableRandom random,
            List<Condition> conditions,
            List<Long> expected)
            throws IOException {
        PredicateName order =
                PredicateName.read(
                        pick(
                                random,
                                List.of(
                                        "name", "name@fr", "age", "score", "born", "big",
                                        "unused")));
        boolean isDescending = random.nextBoolean();
        List<Long> ordered = graph.oracle.ordered(expected, order, isDescending);
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        int limit = 1 + random.nextInt(8);
        OptionalLong after = OptionalLong.empty();
        List<Long> found = new ArrayList<>();
        FoundNodes page;
        do {
            page =
                    questions.find(
                            new FindQuestion(
                                    conditions,
                                    List.of(),
                                    order,
                                    isDescending,
                                    after,
                                    limit,
                                    true,
                                    FindQuestion.BUDGET_ROWS));
            page.nodes().forEach(node -> found.add(node.id()));
            if (!page.nodes().isEmpty()) {
                after = OptionalLong.of(page.nodes().getLast().id());
            }
        } while (page.more());
        assertEquals(ordered, found, () -> conditions + " by " + order + " " + isDescending);
    }

    private static <T> T pick(SplittableRandom random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static Condition condition(RandomGraph graph, SplittableRandom random) {
        String predicate =
                pick(
                        random,
                        List.of(
                                "name", "name", "nick", "title", "code", "plain", "age", "score",
                                "ok", "born", "days", "big", "note", "friend", "~friend", "boss",
                                "~boss", "likes", "unused"));
        boolean isLink = Set.of("friend", "~friend", "boss", "~boss", "likes").contains(predicate);
        if (random.nextInt(6) == 0 || (isLink && random.nextInt(3) == 0)) {
            return countCondition(random, predicate);
        }
        if (random.nextInt(10) == 0) {
            return new Condition(name(random, predicate), Operator.HAS, List.of());
        }
        if (isLink) {
            Operator operator = random.nextBoolean() ? Operator.EQ : Operator.IN;
            List<String> ends = new ArrayList<>();
            for (int i = 0; i < (operator == Operator.EQ ? 1 : 1 + random.nextInt(3)); i++) {
                ends.add("<n%s>".formatted(Long.toUnsignedString(pick(random, graph.ids))));
            }
            return new Condition(PredicateName.of(predicate), operator, ends);
        }
        List<String> texts = RandomGraph.texts(predicate);
        if (texts == RandomGraph.NAMES && random.nextInt(2) == 0) {
            Operator operator =
                    pick(
                            random,
                            List.of(
                                    Operator.ANYOFTERMS,
                                    Operator.ALLOFTERMS,
                                    Operator.ANYOFTEXT,
                                    Operator.ALLOFTEXT,
                                    Operator.REGEXP));
            List<String> from =
                    switch (operator) {
                        case REGEXP -> EXPRESSIONS;
                        case ANYOFTEXT, ALLOFTEXT -> FULL_TEXTS;
                        default -> WORDS;
                    };
            String text = pick(random, from);
            return new Condition(name(random, predicate), operator, List.of(text));
        }
        boolean hasOrder = !predicate.equals("ok");
        Operator operator =
                pick(
                        random,
                        hasOrder
                                ? List.of(
                                        Operator.EQ,
                                        Operator.EQ,
                                        Operator.IN,
                                        Operator.LT,
                                        Operator.LE,
                                        Operator.GT,
                                        Operator.GE,
                                        Operator.BETWEEN)
                                : List.of(Operator.EQ, Operator.IN));
        List<String> values = new ArrayList<>();
        int count =
                operator == Operator.BETWEEN
                        ? 2
                        : operator == Operator.IN ? 1 + random.nextInt(3) : 1;
        for (int i = 0; i < count; i++) {
            values.add(pick(random, texts));
        }
        return new Condition(name(random, predicate), operator, values);
    }

    private static Condition countCondition(SplittableRandom random, String predicate) {
        PredicateName name = new PredicateName(predicate, PredicateName.NONE, true);
        Operator operator =
                pick(
                        random,
                        List.of(
                                Operator.EQ,
                                Operator.LT,
                                Operator.LE,
                                Operator.GT,
                                Operator.GE,
                                Operator.BETWEEN));
        List<String> values = new ArrayList<>();
        values.add(Integer.toString(random.nextInt(5)));
        if (operator == Operator.BETWEEN) {
            values.add(Integer.toString(random.nextInt(6)));
        }
        return new Condition(name, operator, values);
    }

    private static PredicateName name(SplittableRandom random, String predicate) {
        if (!List.of("name", "title", "plain", "note").contains(predicate)) {
            return PredicateName.of(predicate);
        }
        return PredicateName.read(
                predicate
                        + pick(
                                random,
                                List.of("", "", "@fr", "@FR", "@.", "@zh", "@fr-ca", "@de")));
    }

    @Test
    void walksAreThoseOfTheOracle() {
        Seeds.each(
                SEEDS,
                random -> {
                    RandomGraph graph = new RandomGraph(random);
                    for (int i = 0; i < 10; i++) {
                        checkWalk(graph, random);
                    }
                });
    }

    private static void checkWalk(RandomGraph graph, SplittableRandom random) throws IOException {
        List<PredicateName> steps = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            names.add(pick(random, List.of("friend", "~friend", "boss", "~boss", "likes", "note")));
            steps.add(PredicateName.of(names.getLast()));
        }
        boolean isFromFind = random.nextInt(4) == 0;
        List<Condition> from =
                List.of(Condition.readAll(List.of("name", "anyofterms", "lee ann")).getFirst());
        List<Long> starts = isFromFind ? graph.oracle.find(from) : List.of(pick(random, graph.ids));
        List<Condition> where =
                random.nextInt(3) == 0 ? List.of(condition(graph, random)) : List.of();
        int limit = 1 + random.nextInt(random.nextBoolean() ? 5 : 200);
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        WalkQuestion question =
                new WalkQuestion(
                        isFromFind ? List.of() : starts,
                        isFromFind ? from : null,
                        steps,
                        where,
                        List.of(),
                        limit,
                        FindQuestion.BUDGET_ROWS);
        FoundNodes found = questions.walk(question);
        Map<Long, Long> ways = new TreeMap<>(Long::compareUnsigned);
        ways.putAll(graph.oracle.walk(starts, names));
        ways.keySet().removeIf(id -> !graph.oracle.areTrue(id, where));
        List<Long> ordered = new ArrayList<>(ways.keySet());
        // Stable: ids of equal ways stay in their order.
        ordered.sort(Comparator.comparing((Long id) -> ways.get(id)).reversed());
        List<String> expected = new ArrayList<>();
        ordered.stream().limit(limit).forEach(id -> expected.add(id + " by " + ways.get(id)));
        List<String> shown =
                found.nodes().stream().map(node -> node.id() + " by " + node.ways()).toList();
        assertEquals(expected, shown, () -> starts + " " + names + " " + where);
        checkTree(graph, questions.tree(question), ways, names);
    }

    /** Every way of the walk is one in the tree, where no node has too many links for it. */
    private static void checkTree(
            RandomGraph graph, WalkTree tree, Map<Long, Long> ways, List<String> names) {
        Map<Long, Long> counted = new TreeMap<>(Long::compareUnsigned);
        boolean[] isCut = new boolean[1];
        tree.roots().forEach(root -> count(graph, root, names, 0, counted, isCut));
        if (!isCut[0]) {
            assertEquals(ways, counted);
        }
    }

    private static void count(
            RandomGraph graph,
            WalkTree.Branch branch,
            List<String> names,
            int level,
            Map<Long, Long> counted,
            boolean[] isCut) {
        isCut[0] |= branch.isCut();
        if (level == names.size()) {
            counted.merge(branch.id(), 1L, Long::sum);
            return;
        }
        assertFalse(branch.next().isEmpty());
        for (WalkTree.Branch next : branch.next()) {
            assertTrue(graph.oracle.ends(branch.id(), names.get(level)).contains(next.id()));
            count(graph, next, names, level + 1, counted, isCut);
        }
    }

    @Test
    void nodesSayWhatTheOracleHolds() {
        Seeds.each(
                SEEDS,
                random -> {
                    RandomGraph graph = new RandomGraph(random);
                    Questions questions =
                            new Questions(graph.graph, graph.declarations, graph.names);
                    for (long id : Set.copyOf(graph.ids)) {
                        Map<String, List<String>> expected = new TreeMap<>();
                        graph.oracle
                                .properties(id)
                                .forEach(
                                        (name, values) -> {
                                            List<String> all = new ArrayList<>();
                                            values.values()
                                                    .forEach(
                                                            each ->
                                                                    all.add(
                                                                            each.language()
                                                                                    + "|"
                                                                                    + each
                                                                                            .value()));
                                            all.sort(null);
                                            if (!all.isEmpty()
                                                    && !Set.of("score", "born", "days", "big")
                                                            .contains(name)) {
                                                expected.put(name, all);
                                            }
                                        });
                        Map<String, List<String>> shown = new TreeMap<>();
                        for (NodeProperties.Property each : questions.node(id, 1000).properties()) {
                            assertEquals(each.count(), each.values().size());
                            List<String> all = new ArrayList<>();
                            each.values()
                                    .forEach(
                                            value ->
                                                    all.add(value.language() + "|" + value.text()));
                            all.sort(null);
                            if (!Set.of("score", "born", "days", "big")
                                    .contains(each.predicate())) {
                                shown.put(each.predicate(), all);
                            }
                        }
                        assertEquals(expected, shown);
                    }
                });
    }

    @Test
    void aBudgetThatIsUsedUpIsAnError() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(7));
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        FindQuestion find =
                new FindQuestion(
                        Condition.readAll(List.of("name", "ge", "")),
                        List.of(),
                        null,
                        false,
                        OptionalLong.empty(),
                        100,
                        false,
                        5);
        SluiceException tooMany = assertThrows(SluiceException.class, () -> questions.find(find));
        assertEquals(ErrorCode.RESOURCE, tooMany.code());
        assertTrue(
                tooMany.getMessage()
                        .matches(
                                "the question looks at more than 5 rows; it found \\d+ nodes up to"
                                        + " the id \\d+; ask for less, or allow more with --budget"),
                tooMany.getMessage());
    }
}
