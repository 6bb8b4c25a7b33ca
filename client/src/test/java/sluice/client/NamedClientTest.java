package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import sluice.client.NamedClient.LinkFields;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.LinkQuery;
import sluice.model.Node;
import sluice.model.Patience;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.model.names.WrittenName;
import sluice.protocol.Operation;
import sluice.protocol.OperationNames;
import sluice.protocol.Reply;
import sluice.protocol.Request;
import sluice.protocol.Result;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;

/** Names in place of numbers in every operation, and in every answer. */
class NamedClientTest {
    private static final WrittenName ANN = WrittenName.of("Person", "Ann");
    private static final WrittenName BOB = WrittenName.of("Person", "Bob");
    private static final WrittenName DIGITS = WrittenName.of("", "7");
    private static final WrittenName SHORT_GROUP = WrittenName.of("a", "b:c");
    private static final WrittenName LONG_GROUP = WrittenName.of("a:b", "c");
    private static final WrittenName LONG = WrittenName.of("Post", "x".repeat(4_096));
    private static final WrittenName NO_TEXT =
            new WrittenName("Post", new byte[] {(byte) 0xFF, 0, (byte) 0xC3});
    private static final WrittenName KNOWS = WrittenName.of("knows");
    private static final WrittenName LIKES = WrittenName.of("likes");
    private static final WrittenName NOBODY = WrittenName.of("Person:Nobody");

    private final HookedStore store = new HookedStore();
    private final ListedNames names =
            new ListedNames()
                    .ids(ANN, BOB, DIGITS, LONG_GROUP, SHORT_GROUP, LONG, NO_TEXT)
                    .types("knows", "likes", "12");

    private Served served() {
        return new Served(store, names, Served.ANY_PORT);
    }

    private static LinkFields at(long time) {
        return LinkFields.at(time, new byte[] {1});
    }

    @Test
    void everyOperationTakesNamesAndGivesThem() throws IOException {
        try (Served over = served()) {
            NamedClient named = over.client.byName();
            assertTrue(named.addLink(ANN, KNOWS, BOB, at(5)).value());
            assertTrue(named.updateLink(WrittenName.of("Person:Ann"), KNOWS, BOB, at(6)).value());
            named.addLink(ANN, LIKES, LONG, at(7));
            named.addLink(ANN, KNOWS, DIGITS, at(6));

            assertEquals(1, store.graph.link(0, 100, 1).value().stream().count());
            NamedLink link = named.link(ANN, KNOWS, BOB).value().orElseThrow();
            assertEquals(
                    List.of(ANN, KNOWS, BOB, 6L),
                    List.of(link.id1(), link.linkType(), link.id2(), link.link().time()));
            assertEquals(
                    List.of(BOB, DIGITS),
                    named.linkList(ANN, KNOWS, 10).value().stream().map(NamedLink::id2).toList());
            assertEquals(
                    List.of(DIGITS, BOB),
                    named.links(ANN, KNOWS, List.of(DIGITS, NOBODY, BOB)).value().stream()
                            .map(NamedLink::id2)
                            .toList());
            assertEquals(2, named.count(ANN, KNOWS).value());
            assertEquals(
                    List.of(KNOWS, LIKES),
                    named.types(ANN).value().stream()
                            .map(NamedClient.NamedTypeCount::type)
                            .toList());
            long added = named.addNode(KNOWS, 1, 2, new byte[] {3});
            assertEquals(
                    new Node(added, 100, 1, 2, new byte[] {3}),
                    over.client.node(added).value().orElseThrow());
            store.graph.deleteNode(added, 100);
            assertFalse(named.updateNode(ANN, LIKES, 0, 0, new byte[0]).value());
            assertFalse(named.deleteNode(ANN, LIKES).value());
            assertTrue(named.deleteLink(ANN, LIKES, LONG, Deletion.EXPUNGE).value());
            assertEquals(0, named.count(ANN, LIKES).value());

            List<String> scanned = new ArrayList<>();
            assertTrue(named.scan(visitor(scanned)));
            assertEquals(List.of("Person:Ann knows Person:Bob", "Person:Ann knows 7"), scanned);
        }
    }

    /** A client may then ask again: nothing has been written. */
    @Test
    void aWriteWhoseNamesCannotBeReadIsNotBegun() throws IOException {
        ListedNames damaged =
                new ListedNames() {
                    @Override
                    public OptionalLong id(WrittenName name) {
                        throw new SluiceException(ErrorCode.CORRUPTION, "names: bad checksum");
                    }
                };
        try (Served over = new Served(store, damaged.ids(ANN), Served.ANY_PORT)) {
            List<Reply> replies =
                    over.ask(
                            SluiceMethods.BATCH,
                            List.of(
                                    new Request(
                                            1,
                                            0,
                                            Patience.NONE,
                                            new Operation.AddLink(Served.link(1, 2, 3)),
                                            new OperationNames(ANN, null, List.of(), false))),
                            20_000);
            Failure failure = assertInstanceOf(Failure.class, replies.getFirst().result());
            assertEquals(ErrorCode.CORRUPTION, failure.code());
            assertFalse(failure.begun());
        }
    }

    private static Link knows(long id1, long id2) {
        return new Link(id1, 100, id2, Visibility.VISIBLE, 0, 1, new byte[0]);
    }

    /** The next load would give the number to one of its names. */
    @Test
    void aLinkOfANumberThatNoNodeHasIsRefused() throws IOException {
        try (Served over = served()) {
            for (Link link : List.of(knows(99, 0), knows(0, 99))) {
                SluiceException refused =
                        assertThrows(SluiceException.class, () -> over.client.addLink(link));
                assertEquals(ErrorCode.CONFIG, refused.code());
                assertTrue(refused.getMessage().contains("99"), refused.getMessage());
            }
            long added = 0;
            while (names.idName(added).isPresent()) {
                added = over.client.addNode(new Node(0, 100, 1, 1, new byte[0]));
            }
            for (long id : List.of(0L, added, 1L << 62)) {
                assertTrue(over.client.addLink(knows(0, id)).value());
            }
        }
    }

    private static NamedClient.Visitor visitor(List<String> seen) {
        return new NamedClient.Visitor() {
            @Override
            public void node(NamedNode node) {
                seen.add(node.id() + " is " + node.type());
            }

            @Override
            public void link(NamedLink link) {
                seen.add(link.id1() + " " + link.linkType() + " " + link.id2());
            }
        };
    }

    @Test
    void thePropertiesOfANodeAreNamedByTheirPredicates() throws IOException {
        long age = PropertyTypes.predicateOf(PropertyTypes.FIRST);
        ListedNames declared =
                new ListedNames() {
                    @Override
                    public Optional<WrittenName> typeName(long type) {
                        return type == age
                                ? Optional.of(WrittenName.of("age"))
                                : super.typeName(type);
                    }
                };
        declared.ids(ANN, BOB).types("knows");
        for (long type : new long[] {100, PropertyTypes.FIRST, PropertyTypes.FIRST + 1}) {
            store.graph.addLink(new Link(0, type, 1, Visibility.VISIBLE, 0, 0, new byte[0]));
        }
        try (Served over = new Served(store, declared, Served.ANY_PORT)) {
            List<NamedClient.NamedTypeCount> types = over.client.byName().types(ANN).value();
            assertEquals(
                    Arrays.asList(KNOWS, WrittenName.of("age"), null),
                    types.stream().map(NamedClient.NamedTypeCount::type).toList());
            assertEquals(PropertyTypes.FIRST, types.get(1).count().linkType());
            // Their slots are numbers, here 1 as the id of Bob.
            List<String> scanned = new ArrayList<>();
            assertTrue(over.client.byName().scan(visitor(scanned)));
            assertEquals(
                    List.of(
                            "Person:Ann knows Person:Bob",
                            "Person:Ann null null",
                            "Person:Ann null null"),
                    scanned);
        }
    }

    @Test
    void aNodeHasTheNamesOfItsIdAndType() {
        try (Served over = served()) {
            long added = over.client.addNode(new Node(0, 100, 1, 2, new byte[0]));
            assertEquals(1, added);
            NamedNode node = over.client.byName().node(BOB).value().orElseThrow();
            assertEquals(BOB, node.id());
            assertEquals(KNOWS, node.type());
        }
    }

    @Test
    void aNameThatThereIsNotReadsAsAbsentAndIsNotWritten() {
        try (Served over = served()) {
            NamedClient named = over.client.byName();
            NamedClient patient = named.with(new Patience(Patience.WhenPartial.FAIL, 0));
            WrittenName noType = WrittenName.of("hates");
            assertTrue(patient.node(NOBODY).complete());
            assertTrue(named.node(NOBODY).value().isEmpty());
            assertTrue(named.link(ANN, noType, BOB).value().isEmpty());
            assertTrue(named.link(ANN, KNOWS, NOBODY).value().isEmpty());
            assertEquals(List.of(), named.links(ANN, KNOWS, List.of(NOBODY)).value());
            assertEquals(List.of(), named.linkList(NOBODY, KNOWS, 9).value());
            assertEquals(List.of(), named.types(WrittenName.of("")).value());
            assertEquals(0, named.count(ANN, noType).value());
            for (Runnable write :
                    List.<Runnable>of(
                            () -> named.addLink(ANN, KNOWS, NOBODY, at(1)),
                            () -> named.updateLink(NOBODY, KNOWS, ANN, at(1)),
                            () -> named.deleteLink(NOBODY, KNOWS, ANN, Deletion.HIDE),
                            () -> named.updateNode(NOBODY, KNOWS, 0, 0, new byte[0]),
                            () -> named.deleteNode(NOBODY, KNOWS))) {
                SluiceException e = assertThrows(SluiceException.class, write::run);
                assertEquals(ErrorCode.CONFIG, e.code());
                assertTrue(
                        e.getMessage().contains("no id \"Person:Nobody\"; names come with loads"),
                        e.getMessage());
            }
            SluiceException e =
                    assertThrows(
                            SluiceException.class, () -> named.addLink(ANN, noType, BOB, at(1)));
            assertTrue(e.getMessage().contains("no type \"hates\""), e.getMessage());
            assertEquals(0, store.graph.count(0, 100).value());
        }
    }

    /** A name of digits is that name, and no number; a number that is no name is nothing. */
    @Test
    void namesThatAreDigitsAreNames() {
        try (Served over = served()) {
            RemoteNames asked = over.client.names();
            assertEquals(OptionalLong.of(2), asked.id(WrittenName.of("7")));
            assertEquals(OptionalLong.empty(), asked.id(WrittenName.of("2")));
            assertEquals(OptionalLong.of(2), asked.writtenId("7"));
            assertEquals(OptionalLong.of(3), asked.writtenId("3"));
            assertEquals(OptionalLong.of(102), asked.type(WrittenName.of("12")));
            assertEquals(OptionalLong.of(13), asked.type(WrittenName.of("13")));
        }
    }

    /** Answers part two names that are written alike, and ask for the same again. */
    @Test
    void namesOfAnAnswerAreExact() {
        try (Served over = served()) {
            RemoteNames asked = over.client.names();
            assertEquals(SHORT_GROUP.toString(), LONG_GROUP.toString());
            assertEquals(OptionalLong.of(4), asked.id(WrittenName.of("a:b:c")));
            for (long id = 0; id < 7; id++) {
                WrittenName name = asked.idName(id).orElseThrow();
                assertEquals(OptionalLong.of(id), asked.id(name), name::toString);
            }
            assertTrue(asked.idName(7).isEmpty());
            assertTrue(asked.idName(-1).isEmpty());
        }
    }

    @Test
    void manyNamesAreResolvedInSeveralCalls() {
        WrittenName[] many = new WrittenName[5_000];
        for (int index = 0; index < many.length; index++) {
            many[index] = WrittenName.of("Big", "%04096d".formatted(index));
        }
        ListedNames large = new ListedNames().ids(many);
        try (Served over = new Served(store, large, Served.ANY_PORT)) {
            RemoteNames asked = over.client.names();
            long[] numbers = new long[many.length];
            for (int index = 0; index < numbers.length; index++) {
                numbers[index] = numbers.length - 1 - index;
            }
            List<WrittenName> found = asked.idNames(numbers);
            assertEquals(many[0], found.getLast());
            assertEquals(many[4_999], found.getFirst());
            List<WrittenName> some = new ArrayList<>(found.subList(0, 2_100));
            some.set(7, NOBODY);
            List<Long> ids = asked.ids(some);
            assertNull(ids.get(7));
            assertEquals(4_999 - 2_099, ids.getLast());
        }
    }

    @Test
    void namesTravelInBatches() {
        try (Served over = served()) {
            over.client.addLink(new Link(0, 100, 1, Visibility.VISIBLE, 0, 4, new byte[0]));
            OperationNames byName = new OperationNames(ANN, KNOWS, List.of(), true);
            Operation count = new Operation.CountLinks(99, 99);
            Operation list = new Operation.GetLinkList(LinkQuery.newest(9, 9, 5));
            List<Reply> replies =
                    over.ask(
                            SluiceMethods.BATCH,
                            List.of(
                                    new Request(1, 0, Patience.NONE, count, byName),
                                    new Request(2, 0, Patience.NONE, list, byName),
                                    new Request(3, 0, Patience.NONE, count)),
                            10_000);
            assertEquals(new Result.CountResult(1, true), replies.getFirst().result());
            Result.Named named = assertInstanceOf(Result.Named.class, replies.get(1).result());
            assertEquals(BOB, named.names().idName(1).orElseThrow());
            assertEquals(KNOWS, named.names().typeName(100).orElseThrow());
            assertEquals(new Result.CountResult(0, true), replies.get(2).result());
        }
    }

    /** Each is refused with a reason; what others ask is answered all the same. */
    @Test
    void hostileQuestionsForNamesAreRefused() {
        ListedNames large = new ListedNames().ids(WrittenName.of("Big", "x".repeat(60_000)));
        try (Served over = new Served(store, large, Served.ANY_PORT.limits(64, 4 << 20, 1))) {
            long[] tooMany = new long[SluiceMethods.NAMES_MAX + 1];
            Operation resolve =
                    new Operation.Resolve(List.of(), List.of(), tooMany, new long[0], false);
            Operation largeAnswer =
                    new Operation.Resolve(
                            List.of(), List.of(), new long[9_000], new long[0], false);
            Operation rude = new Operation.GetNode(0);
            OperationNames ofManyIds =
                    new OperationNames(
                            null, null, Collections.nCopies(16_000, WrittenName.of("")), true);
            for (int round = 0; round < 20; round++) {
                List<Reply> replies =
                        over.ask(
                                SluiceMethods.BATCH,
                                List.of(
                                        new Request(1, 0, Patience.NONE, resolve),
                                        new Request(2, 0, Patience.NONE, largeAnswer),
                                        new Request(3, 0, Patience.NONE, rude, ofManyIds)),
                                20_000);
                Failure first = assertInstanceOf(Failure.class, replies.getFirst().result());
                assertEquals(ErrorCode.CONFIG, first.code());
                assertTrue(first.message().contains("may have 16384"), first.message());
                Failure second = assertInstanceOf(Failure.class, replies.get(1).result());
                assertEquals(ErrorCode.RESOURCE, second.code());
                assertTrue(second.message().contains("ask for fewer"), second.message());
                assertEquals(new Result.NodeResult(null, true), replies.get(2).result());
            }
            assertEquals(0, over.client.count(1, 7).value());
        }
    }

    /** A list of few rows whose names are larger than an answer may be. */
    @Test
    void namesOfAnAnswerCountForItsSize() {
        ListedNames large = new ListedNames().ids(WrittenName.of("Big", "0".repeat(60_000)));
        for (int index = 1; index < 100; index++) {
            large.ids(WrittenName.of("Big", index + "x".repeat(60_000)));
            store.graph.addLink(Served.link(1, index, 3));
        }
        try (Served over = new Served(store, large, Served.ANY_PORT.limits(64, 1 << 20, 1))) {
            WrittenName first = large.idName(1).orElseThrow();
            NamedClient named = over.client.byName();
            assertEquals(5, named.linkList(first, WrittenName.of("7"), 5).value().size());
            SluiceException e =
                    assertThrows(
                            SluiceException.class,
                            () -> named.linkList(first, WrittenName.of("7"), 99));
            assertEquals(ErrorCode.RESOURCE, e.code());
            assertTrue(e.getMessage().contains("the names of the answer have"), e.getMessage());
            assertEquals(99, over.client.count(1, 7).value());
        }
    }

    @Test
    void whatIsNotWantedIsNotToldAndNumbersStayNumbers() {
        try (Served over = served()) {
            Result answer =
                    over.ask(
                            SluiceMethods.unary(Verb.LIST_TYPES),
                            new Request(0, 0, Patience.NONE, new Operation.ListTypes(1)),
                            10_000);
            assertInstanceOf(Result.TypesResult.class, answer);
            Result wanted =
                    over.ask(
                            SluiceMethods.unary(Verb.LIST_TYPES),
                            new Request(
                                    0,
                                    0,
                                    Patience.NONE,
                                    new Operation.ListTypes(1),
                                    OperationNames.IN_ANSWER),
                            10_000);
            assertInstanceOf(Result.Named.class, wanted);
        }
    }

    /** In a store without names the number is the name. */
    @Test
    void aStoreOfNumbersIsAskedByTheTextOfNumbers() {
        store.graph.addLink(Served.link(1, 2, 3));
        try (Served over = new Served(store)) {
            NamedClient named = over.client.byName();
            NamedLink link =
                    named.link(WrittenName.of("1"), WrittenName.of("7"), WrittenName.of("2"))
                            .value()
                            .orElseThrow();
            assertNull(link.id1());
            assertEquals(2, link.link().id2());
            assertTrue(named.node(WrittenName.of("Person:1")).value().isEmpty());
            assertFalse(over.client.names().idsAreNames());
            assertTrue(over.client.names().areUnderstood());
        }
    }
}
