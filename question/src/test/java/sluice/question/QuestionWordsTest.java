package sluice.question;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.schema.PropertySlots;

/** Questions as words: what is read, and what is refused with which message. */
class QuestionWordsTest {
    private static final String OPERATORS =
            "eq in lt le gt ge between has anyofterms allofterms anyoftext alloftext regexp";

    private static final byte[] NOTHING = {};

    private static String read(String words) {
        return Condition.readAll(List.of(words.split(" "))).toString();
    }

    private static void refused(String expected, Asked asked) {
        SluiceException e = assertThrows(SluiceException.class, asked::ask);
        assertEquals(ErrorCode.CONFIG, e.code());
        assertEquals(expected, e.getMessage());
    }

    /** A question that may fail. */
    private interface Asked {
        void ask() throws IOException;
    }

    @Test
    void conditionsAreReadFromWords() {
        assertEquals("[name eq Ann, age ge 30]", read("name EQ Ann and age ge 30"));
        assertEquals("[name eq and]", read("name eq and"));
        assertEquals("[name in and Bob, age has]", read("name in and Bob and age has"));
        assertEquals("[email has]", read("has email"));
        assertEquals("[has eq 5]", read("has eq 5"));
        assertEquals("[count(friend) between 3 9]", read("count(friend) between 3 9"));
        assertEquals(
                "[name@fr eq Anne, name@. eq Anne]", read("name@fr eq Anne and name@. eq Anne"));
        assertEquals("[<http://a/b>@fr has]", read("<http://a/b>@fr has"));
        assertEquals("[~<http://a/b> eq <x>]", read("~<http://a/b> eq <x>"));
        assertEquals("[<mailto:a@b> has]", read("mailto:a@b has"));
    }

    @Test
    void wordsThatAreNoConditionAreRefused() {
        refused(
                "found \"equals\" behind name, expected one of: " + OPERATORS,
                () -> read("name equals Ann"));
        refused("found nothing behind name, expected one of: " + OPERATORS, () -> read("name"));
        refused("name eq: expected one value, found 0", () -> read("name eq"));
        refused("age between: expected 2 values, found 1", () -> read("age between 3"));
        refused(
                "found \"Lee\" behind name eq Ann; write and between conditions, and quotes around"
                        + " a value with blanks",
                () -> read("name eq Ann Lee"));
        refused("found nothing behind and; write PRED OP VALUE", () -> read("name eq Ann and"));
        refused(
                "count(friend: found no ) at the end; write count(friend)",
                () -> read("count(friend ge 3"));
        refused(
                "name@f_r: \"f_r\" is no language; write name@fr, or name@. for all of them",
                () -> read("name@f_r eq x"));
        refused("<a: found no > behind <; write <http://…>", () -> read("<a eq x"));
        refused(
                "~boss: links have no language; leave the part behind @ out",
                () -> read("~boss@fr has"));
    }

    @Test
    void pathsAreReadInSteps() {
        assertEquals(
                "[friend, ~boss, <http://a/b>, ~<http://a/c>]",
                WalkQuestion.path("friend/~boss/<http://a/b>/~<http://a/c>").toString());
        refused(
                "a//b: found an empty step; write friend/works_at, and < > around a name with"
                        + " slashes",
                () -> WalkQuestion.path("a//b"));
    }

    private static Asked find(String... words) throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        return () -> questions.find(FindQuestion.of(Condition.readAll(List.of(words)), 10));
    }

    @Test
    void conditionsThatValuesCannotAnswerAreRefused() throws IOException {
        refused(
                "age ge old: \"old\" is not a whole number, and age is declared as int; write"
                        + " digits with an optional sign",
                find("age", "ge", "old"));
        refused(
                "ok lt true: lt requires values that have an order, and ok is declared as bool",
                find("ok", "lt", "true"));
        refused(
                "age regexp 4: regexp requires texts, and age is declared as int",
                find("age", "regexp", "4"));
        refused(
                "nick@fr eq Ann: nick is declared without @lang, so none of its values has a"
                        + " language",
                find("nick@fr", "eq", "Ann"));
        refused(
                "name alloftext the and: \"the and\" has no words but common ones",
                find("name", "alloftext", "the and"));
        refused("name anyofterms !: \"!\" has no words", find("name", "anyofterms", "!"));
        refused(
                "friend ge 3: friend names links, which are compared by eq and in with the ids of"
                        + " nodes; their number is count(friend)",
                find("friend", "ge", "3"));
        refused(
                "~likes: links are not kept backwards, and those that are there cannot be; load them"
                        + " into a new store with likes: [uid] @reverse .",
                find("~likes", "eq", "<n1>"));
        refused(
                "~age: age names values of type int, which have no way back",
                find("~age", "eq", "<n1>"));
        refused("found no predicate nam; the store has name", find("nam", "eq", "Ann"));
        refused(
                "count(friend) ge many: found \"many\", expected a number of links or values",
                find("count(friend)", "ge", "many"));
        refused(
                "\"(\" is no regular expression: Unclosed group at 1; see java.util.regex.Pattern",
                find("name", "regexp", "("));
    }

    @Test
    void anIndexThatIsMissingIsNamed() throws IOException {
        refused(
                "no index finds plain by eq; declare plain: string @index(exact) @lang .; or read"
                        + " all rows with --scan",
                find("plain", "eq", "Ann"));
        refused(
                "no index finds title by regexp; declare title: string @index(term, fulltext, trigram) @lang"
                        + " .; or read all rows with --scan",
                find("title", "regexp", "Ann"));
        refused(
                "an index finds only expressions in which three bytes that stand together are"
                        + " fixed; or read all rows with --scan",
                find("code", "regexp", "A.n"));
        refused(
                "no index finds note by eq, and what no schema declared gets none; load values into"
                        + " a new store with note: string @index(exact) ., links with note: [uid]"
                        + " @reverse .; or read all rows with --scan",
                find("note", "eq", "Ann"));
        refused(
                "the index fulltext finds texts of one language; write title@en, or another tag; or"
                        + " read all rows with --scan",
                find("title@.", "anyoftext", "lee"));
        refused(
                "no index tells how many likes a node has; declare likes: [uid] @count .; or read"
                        + " all rows with --scan",
                find("count(likes)", "ge", "1"));
        refused(
                "no links lead back from the nodes that likes names, and links that are there get"
                        + " none; load them into a new store with likes: [uid] @reverse .; or read"
                        + " all rows with --scan",
                find("likes", "eq", "<n1>"));
    }

    @Test
    void aNumberOfValuesIsNotWritten() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        PropertyWrites writes = new PropertyWrites(graph.graph, graph.declarations, graph.names);
        refused(
                "count(age) is a number of values or links, which is not written; write age itself",
                () -> writes.set(5, PredicateName.read("count(age)"), "3"));
        refused(
                "friend names links, not values; write a link",
                () -> writes.set(5, PredicateName.read("friend"), "3"));
    }

    @Test
    void anExpressionThatWouldTakeYearsIsStopped() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        PropertyWrites writes = new PropertyWrites(graph.graph, graph.declarations, graph.names);
        writes.set(5, PredicateName.of("code"), "aaa" + "a".repeat(60) + "!");
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        SluiceException e =
                assertTimeoutPreemptively(
                        Duration.ofSeconds(20),
                        () ->
                                assertThrows(
                                        SluiceException.class,
                                        () ->
                                                questions.find(
                                                        FindQuestion.of(
                                                                Condition.readAll(
                                                                        List.of(
                                                                                "code",
                                                                                "regexp",
                                                                                "aaa.*.*.*.*.*.*.*.*x")),
                                                                10))));
        assertEquals(ErrorCode.RESOURCE, e.code());
        assertEquals(
                "the regular expression \"aaa.*.*.*.*.*.*.*.*x\" takes too much time for a text;"
                        + " avoid repetitions within repetitions",
                e.getMessage());
    }

    /** Nothing says whether rows of such a predicate are values or links. */
    @Test
    void linksThatNoSchemaDeclaredAreFoundByReadingAllRows() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        long note = graph.types.get("note");
        graph.graph.put(new Link(4711, note, 5, Visibility.VISIBLE, 0, 0, NOTHING));
        new PropertyWrites(graph.graph, graph.declarations, graph.names)
                .set(4712, PredicateName.of("note"), "a text of its own");
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        assertEquals(List.of(4711L), scanned(questions, "note", "eq", "<n5>"));
        assertEquals(List.of(4711L), scanned(questions, "note", "in", "<n77777>", "<n5>"));
        assertEquals(List.of(4712L), scanned(questions, "note", "eq", "a text of its own"));
        assertEquals(List.of(), scanned(questions, "note", "eq", "<n6>"));
        // A store whose ids are all in a group understands no text without one.
        NameLookup ofGroups =
                (NameLookup)
                        Proxy.newProxyInstance(
                                NameLookup.class.getClassLoader(),
                                new Class<?>[] {NameLookup.class},
                                (_, method, arguments) -> {
                                    if (method.getName().equals("id")) {
                                        throw new SluiceException(
                                                ErrorCode.CONFIG, "expected GROUP:NAME");
                                    }
                                    return method.invoke(graph.names, arguments);
                                });
        Questions grouped = new Questions(graph.graph, graph.declarations, ofGroups);
        assertEquals(List.of(4712L), scanned(grouped, "note", "eq", "a text of its own"));
    }

    private static List<Long> scanned(Questions questions, String... condition) throws IOException {
        FoundNodes found =
                questions.find(
                        new FindQuestion(
                                Condition.readAll(List.of(condition)),
                                List.of(),
                                null,
                                false,
                                OptionalLong.empty(),
                                10,
                                true,
                                1_000_000));
        return found.nodes().stream().map(FoundNodes.Found::id).toList();
    }

    @Test
    void theOneValueIsDeletedAlsoWhereALoadStillBringsIt() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        Set<Long> deleted = new HashSet<>();
        GraphStore partial =
                (GraphStore)
                        Proxy.newProxyInstance(
                                GraphStore.class.getClassLoader(),
                                new Class<?>[] {GraphStore.class},
                                (_, method, arguments) -> {
                                    if (method.getName().equals("deleteLink")) {
                                        deleted.add((Long) arguments[2]);
                                    }
                                    Answer<?> answer =
                                            (Answer<?>) method.invoke(graph.graph, arguments);
                                    return new Answer<>(answer.value(), false);
                                });
        PropertyWrites writes = new PropertyWrites(partial, graph.declarations, graph.names);
        assertEquals(new Answer<>(0L, false), writes.deleteAll(4711, PredicateName.of("age")));
        assertEquals(Set.of(PropertySlots.SINGLE), deleted);
        deleted.clear();
        writes.deleteAll(4711, PredicateName.read("name@fr"));
        byte[] french = {'f', 'r'};
        assertEquals(Set.of(new PropertySlots().ofLanguage(french, 0, 2)), deleted);
        deleted.clear();
        for (String several : List.of("nick", "name@.", "note")) {
            writes.deleteAll(4711, PredicateName.read(several));
        }
        assertEquals(Set.of(), deleted);
    }

    @Test
    void theSmallestListOfCandidatesIsRead() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        PropertyWrites writes = new PropertyWrites(graph.graph, graph.declarations, graph.names);
        for (long id = 1000; id < 3000; id++) {
            writes.set(id, PredicateName.of("age"), "77");
        }
        writes.set(2500, PredicateName.of("name"), "Solo");
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        List<Condition> conditions =
                Condition.readAll(List.of("age", "eq", "77", "and", "name", "eq", "Solo"));
        FoundNodes found =
                questions.find(
                        new FindQuestion(
                                conditions,
                                List.of(),
                                null,
                                false,
                                OptionalLong.empty(),
                                10,
                                false,
                                10));
        assertEquals(List.of(2500L), found.nodes().stream().map(FoundNodes.Found::id).toList());
    }

    @Test
    void aWalkStopsAtItsBudget() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        long likes = graph.types.get("likes");
        for (long end = 1; end <= 5000; end++) {
            graph.graph.put(
                    new sluice.model.Link(
                            9, likes, end, sluice.model.Visibility.VISIBLE, 0, 0, new byte[0]));
        }
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        WalkQuestion walk =
                new WalkQuestion(
                        List.of(9L),
                        null,
                        WalkQuestion.path("likes/likes"),
                        List.of(),
                        List.of(),
                        10,
                        3000);
        SluiceException e = assertThrows(SluiceException.class, () -> questions.walk(walk));
        assertEquals(ErrorCode.RESOURCE, e.code());
        assertEquals(
                "the question looks at more than 3000 rows; the walk followed 2048 links; ask for"
                        + " less, or allow more with --budget",
                e.getMessage());
    }

    @Test
    void valuesAreShownWithWhatTheyAre() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        PropertyWrites writes = new PropertyWrites(graph.graph, graph.declarations, graph.names);
        writes.set(77, PredicateName.of("born"), "2017-04-26T12:30:00.5+02:00");
        writes.set(77, PredicateName.read("name@fr"), "Anne");
        writes.set(77, PredicateName.of("name"), "Ann");
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        Map<String, List<PropertyValue>> shown =
                questions.node(77, 10).properties().stream()
                        .collect(
                                java.util.stream.Collectors.toMap(
                                        NodeProperties.Property::predicate,
                                        NodeProperties.Property::values));
        assertEquals("2017-04-26T12:30:00.5+02:00", shown.get("born").getFirst().text());
        assertEquals(
                List.of("", "fr"),
                shown.get("name").stream().map(PropertyValue::language).toList());
    }

    @Test
    void aNodeIsShownAsATypeOfTheSchema() throws IOException {
        RandomGraph graph = new RandomGraph(new SplittableRandom(3));
        PropertyWrites writes = new PropertyWrites(graph.graph, graph.declarations, graph.names);
        writes.set(77, PredicateName.of("name"), "Ann");
        writes.set(77, PredicateName.of("born"), "2017-04-26");
        for (long end = 1; end <= 3; end++) {
            graph.graph.addLink(
                    new Link(
                            77,
                            graph.types.get("likes"),
                            end,
                            Visibility.VISIBLE,
                            0,
                            end,
                            NOTHING));
        }
        graph.graph.addLink(
                new Link(77, graph.types.get("~friend"), 5, Visibility.VISIBLE, 0, 0, NOTHING));
        Questions questions = new Questions(graph.graph, graph.declarations, graph.names);
        List<String> shown = new ArrayList<>();
        for (NodeProperties.Property each : questions.nodeAs("Person", 77, 2).properties()) {
            for (PropertyValue value : each.values()) {
                shown.add(
                        "%s %s of %d: %s"
                                .formatted(
                                        each.predicate(),
                                        value.type().written(),
                                        each.count(),
                                        value.text()));
            }
        }
        assertEquals(
                List.of(
                        "likes uid of 3: <n3>",
                        "likes uid of 3: <n2>",
                        "name string of 1: Ann",
                        "~friend uid of 1: <n5>"),
                shown);
        assertEquals(List.of(), questions.nodeAs("Person", 78_000, 2).properties());
        SluiceException e =
                assertThrows(SluiceException.class, () -> questions.nodeAs("Persn", 77, 2));
        assertEquals("the schema declares no type Persn; it declares Person", e.getMessage());
    }
}
