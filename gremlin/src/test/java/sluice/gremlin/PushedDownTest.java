package sluice.gremlin;

import static org.apache.tinkerpop.gremlin.process.traversal.Order.desc;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import org.apache.tinkerpop.gremlin.process.traversal.P;
import org.apache.tinkerpop.gremlin.process.traversal.TextP;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.__;
import org.apache.tinkerpop.gremlin.structure.T;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.gremlin.access.DirectoryAccess;
import sluice.gremlin.access.GraphAccess;

/** Strategies change what is read, and never what is answered. */
class PushedDownTest {
    private static final long SEED = Long.getLong("seed", 7);
    private static final int FOLLOWS = 2_500;

    @TempDir private static Path directory;

    private static WatchedAccess people;
    private static WatchedAccess follows;

    @BeforeAll
    static void load() throws IOException {
        people = new WatchedAccess(DirectoryAccess.open(PeopleStore.load(directory, SEED)));
        follows =
                new WatchedAccess(
                        DirectoryAccess.open(PeopleStore.loadFollows(directory, FOLLOWS)));
    }

    @AfterAll
    static void close() throws IOException {
        try (GraphAccess _ = follows) {
            people.close();
        }
    }

    private static SluiceGraph graph(WatchedAccess access) {
        return SluiceGraph.over(
                access, new GraphSettings(directory, null, null, null, false, true, false, false));
    }

    @SuppressWarnings("unchecked")
    private static GraphTraversalSource plain(GraphTraversalSource g) {
        return g.withoutStrategies(SluiceGraphStepStrategy.class, SluiceLinkStepStrategy.class);
    }

    /** The reads of a traversal, which must answer as it does without strategies of Sluice. */
    private static List<String> reads(
            WatchedAccess access, Function<GraphTraversalSource, Traversal<?, ?>> question) {
        GraphTraversalSource g = graph(access).traversal();
        List<String> plain = texts(question.apply(plain(g)));
        access.takeReads();
        assertEquals(plain, texts(question.apply(g)));
        return access.takeReads();
    }

    private static List<String> texts(Traversal<?, ?> traversal) {
        return traversal.toList().stream().map(String::valueOf).sorted().toList();
    }

    private static void assertFound(
            String condition, Function<GraphTraversalSource, Traversal<?, ?>> question) {
        List<String> reads = reads(people, question);
        assertTrue(reads.getFirst().startsWith("find [" + condition + "]: "), reads::toString);
        assertTrue(!reads.getFirst().endsWith(": 0"), reads::toString);
        assertTrue(!reads.contains("scan"), reads::toString);
    }

    @Test
    void aConditionIsAnsweredByTheIndexOfItsPredicate() {
        assertFound("name eq Name 3", g -> g.V().has("name", "Name 3").id());
        assertFound("name@fr eq Nom 7", g -> g.V().has("name@fr", "Nom 7").id());
        assertFound("email eq p4@example.org", g -> g.V().has("email", "p4@example.org").id());
        assertFound("age gt 30, age lt 50", g -> g.V().has("age", P.gt(30).and(P.lt(50L))).id());
        assertFound("age ge 30, age lt 50", g -> g.V().has("age", P.between(30, 50)).id());
        assertFound("age in 1 2 3 4 5 6 7", g -> g.V().has("age", P.within(1, 2, 3, 4, 5, 6, 7)));
        assertFound("score ge 8.5", g -> g.V().has("score", P.gte(8.5)).id());
        assertFound("isNew eq true", g -> g.V().has("isNew", true).id());
        assertFound("nick eq n1, nick eq m2", g -> g.V().has("nick", "n1").has("nick", "m2").id());
        assertFound(
                "born ge 1990-01-01T00:00:00Z",
                g -> g.V().has("born", P.gte(OffsetDateTime.parse("1990-01-01T00:00Z"))).id());
        assertFound("name ge Name 1", g -> g.V().has("name", TextP.startingWith("Name 1")).id());
        assertFound("name regexp ame\\ 1", g -> g.V().has("name", TextP.containing("ame 1")).id());
        assertFound("dgraph.type eq Robot", g -> g.V().hasLabel("Robot").id());
        assertFound(
                "dgraph.type eq Robot, age gt 20",
                g -> g.V().hasLabel("Robot").has("title", "Title 1").has("age", P.gt(20)).id());
    }

    @Test
    void aKeyAloneIsAnsweredByAnIndexOfItsPredicate() {
        assertFound("isNew has", g -> g.V().has("isNew").id());
        assertFound("name has", g -> g.V().has("name@fr").id());
        assertFound("age gt 20, isNew has", g -> g.V().has("isNew").has("age", P.gt(20)).id());
        assertFound("email has", g -> g.V().where(__.values("email")).has("title").as("a").id());
        assertFound("nick has", g -> g.V().has("nick").count());
    }

    @Test
    void aKeyWithoutAnIndexAndKeysThatMustNotBeThereAreAScan() {
        for (Function<GraphTraversalSource, Traversal<?, ?>> question :
                List.<Function<GraphTraversalSource, Traversal<?, ?>>>of(
                        g -> g.V().has("title").id(),
                        g -> g.V().has("friend").id(),
                        g -> g.V().has("time").id(),
                        g -> g.V().hasNot("isNew").id(),
                        g -> g.V().where(__.values("isNew", "age")).id(),
                        g -> g.V().where(__.values("isNew").is(true)).id())) {
            assertTrue(reads(people, question).contains("scan"), question.toString());
        }
    }

    @Test
    void aConditionOfAnotherTypeOrWithoutAnIndexIsAScan() {
        for (Function<GraphTraversalSource, Traversal<?, ?>> question :
                List.<Function<GraphTraversalSource, Traversal<?, ?>>>of(
                        g -> g.V().has("title", "Title 1").id(),
                        g -> g.V().has("age", "30").id(),
                        g -> g.V().has("age", 30.5).id(),
                        g -> g.V().has("age", P.neq(30)).id(),
                        g -> g.V().has("name", TextP.endingWith("3")).id(),
                        g -> g.V().has("name", P.gt("\uFF21")).id(),
                        g -> g.V().has("email", P.gt("p")).id(),
                        g -> g.V().has("name", P.within(List.of())).id())) {
            assertTrue(reads(people, question).contains("scan"), question.toString());
        }
    }

    @Test
    void labelsOfStepsThatGoAreKept() {
        List<String> reads =
                reads(
                        people,
                        g ->
                                g.V()
                                        .has("name", "Name 3")
                                        .as("a")
                                        .out("friend")
                                        .as("b")
                                        .select("a", "b")
                                        .by(T.id));
        assertTrue(reads.getFirst().startsWith("find [name eq Name 3]"), reads::toString);
    }

    @Test
    void idsOfASecondStepAreTaken() {
        assertEquals(List.of(), reads(people, g -> g.V().hasId("<p3>").id()));
        assertEquals(List.of(), reads(people, g -> g.V().hasId(P.within("<p3>", "<p4>")).id()));
    }

    @Test
    void noIdAndNoKeyAreAnsweredToo() {
        assertEquals(List.of(), reads(people, g -> g.V().hasId(List.of()).id()));
        assertTrue(reads(people, g -> g.V().has((String) null, "x").id()).contains("scan"));
    }

    @Test
    void aCountIsReadAndNoList() {
        assertEquals(
                List.of("count follows"),
                reads(follows, g -> g.V("User:u0").out("follows").count()));
        assertEquals(
                List.of("count follows"),
                reads(follows, g -> g.V("User:u0").outE("follows").count()));
        List<String> both = reads(people, g -> g.V("<p1>").both("friend").count());
        assertEquals(List.of("count friend", "count ~friend"), both);
        List<String> inner =
                reads(people, g -> g.V("<p1>", "<p2>").project("n").by(__.in("friend").count()));
        assertEquals(List.of("count ~friend", "count ~friend"), inner);
    }

    @Test
    void aCountThatIsComparedReadsNoMoreThanItMust() {
        assertEquals(
                List.of("list follows: 3"),
                reads(
                        follows,
                        g -> g.V("User:u0").where(__.out("follows").count().is(P.gt(2))).id()));
    }

    @Test
    void aLimitIsReadAndNoMore() {
        assertEquals(
                List.of("list follows: 3"),
                reads(
                        follows,
                        g -> g.V("User:u0").outE("follows").order().by("time", desc).limit(3)));
        assertEquals(
                List.of("list follows: 5"),
                reads(
                        follows,
                        g -> g.V("User:u0").outE("follows").order().by("time", desc).range(3, 5)));
        assertEquals(
                List.of("list follows: 2", "list follows: 1"),
                reads(
                        follows,
                        g ->
                                g.V("User:u0", "User:u5")
                                        .outE("follows")
                                        .order()
                                        .by("time", desc)
                                        .limit(2)));
        assertEquals(
                List.of("list follows: 4"),
                reads(follows, g -> g.V("User:u0").out("follows").limit(4)));
    }

    @Test
    void anotherOrderReadsTheWholeList() {
        List<String> reads =
                reads(follows, g -> g.V("User:u0").outE("follows").order().by("time").limit(3));
        assertEquals(
                List.of("list follows: 1000", "list follows: 1000", "list follows: 500"), reads);
        List<String> filtered =
                reads(follows, g -> g.V("User:u0").outE("follows").has("version", 7).limit(3));
        assertEquals(3, filtered.size());
    }

    @Test
    void timesAreARangeOfTheList() {
        assertEquals(
                List.of("list follows: 9"),
                reads(
                        follows,
                        g -> g.V("User:u0").outE("follows").has("time", P.between(10, 19)).id()));
        assertEquals(
                List.of("list follows: 2"),
                reads(
                        follows,
                        g ->
                                g.V("User:u0")
                                        .outE("follows")
                                        .has("time", P.lte(1000L))
                                        .order()
                                        .by("time", desc)
                                        .limit(2)));
        assertEquals(
                List.of("list follows: 1"),
                reads(follows, g -> g.V("User:u0").outE("follows").has("time", 77).inV().id()));
    }

    @Test
    void oneLinkIsLookedUp() {
        assertEquals(
                List.of("links follows: 1"),
                reads(follows, g -> g.V("User:u0").out("follows").hasId("User:u9").id()));
        assertEquals(
                List.of("links follows: 2"),
                reads(
                        follows,
                        g ->
                                g.V("User:u0")
                                        .out("follows")
                                        .hasId(P.within("User:u9", "User:u8"))
                                        .id()));
        assertEquals(
                List.of("links follows: 0"),
                reads(follows, g -> g.V("User:u0").out("follows").hasId("User:none").id()));
    }

    @Test
    void linksBackwardsAreAListWhereTheyAreKept() {
        assertEquals(
                List.of("list ~friend"),
                reads(people, g -> g.V("<p1>").in("friend").id()).stream()
                        .map(read -> read.replaceAll(":.*", ""))
                        .toList());
        assertEquals(List.of("scan"), reads(people, g -> g.V("<p1>").in("likes").id()));
        assertEquals(List.of("scan"), reads(people, g -> g.V("<p1>").in().id()));
        assertEquals(List.of(), reads(people, g -> g.V("<p1>").in("nothing").id()));
    }
}
