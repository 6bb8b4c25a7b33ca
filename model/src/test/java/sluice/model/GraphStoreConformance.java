package sluice.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What every graph store does with LinkBench's operations. The names L1 to L9 and N1 to N3 are
 * those of the benchmark's own store tests; S1 to S7 are faults of the original's adapters that no
 * store may have.
 *
 * <p>A store's test extends this class. The graph that it opens may hold nodes and links, but none
 * of the ids that are used here: {@link #ID1} and {@link #FIRST_NODE_ID} to 100 above each.
 */
public abstract class GraphStoreConformance {
    /** The first of 100 ids that a graph has nothing of. */
    public static final long ID1 = 1123;

    /** The id that the first added node must get. */
    public static final long FIRST_NODE_ID = 4_000_000_000L;

    private static final long TYPE = 321;
    private static final long ID2 = 1124;
    private static final long NODE_TYPE = 1234;

    private GraphStore graph;

    /** A graph without what is named above, whose first added node gets {@code firstNodeId}. */
    protected abstract GraphStore open(long firstNodeId) throws IOException;

    /** Closes what {@link #open} opened beside the graph. */
    protected void closeStores() throws IOException {}

    /** Whether links of one time have an order; tables that keep none may say no. */
    protected boolean ordersLinksOfOneTime() {
        return true;
    }

    /** Whether a time may be below 0; tables whose times are unsigned say no. */
    protected boolean hasTimesBelowZero() {
        return true;
    }

    private GraphStore graph() throws IOException {
        if (graph == null) {
            graph = open(FIRST_NODE_ID);
        }
        return graph;
    }

    @AfterEach
    void close() throws IOException {
        if (graph != null) {
            graph.close();
        }
        closeStores();
    }

    @Test
    void l1OneLinkFromBeginningToEnd() throws IOException {
        Link link = link(ID2, Visibility.VISIBLE, 1, 1994, new byte[] {1});
        assertTrue(graph().addLink(link).value());
        assertLink(link);
        assertList(link);

        assertTrue(delete(Deletion.EXPUNGE));
        assertNoLink();
        assertList();

        assertTrue(graph().addLink(link).value());
        assertLink(link);
        assertList(link);

        assertTrue(delete(Deletion.HIDE));
        assertLink(link(ID2, Visibility.HIDDEN, 1, 1994, new byte[] {1}));
        assertList();

        assertTrue(graph().updateLink(link).value());
        assertLink(link);
        assertList(link);
        assertTrue(graph().updateLink(link).value());
        assertLink(link);
        assertList(link);
        assertTrue(delete(Deletion.EXPUNGE));
        assertList();
    }

    @Test
    void l2ListsAreNewestFirstAndOfTheirTypeAndId() throws IOException {
        long t = 314159;
        Link older = link(ID2, t);
        Link old = link(ID2 + 1, t + 1);
        Link newest = link(ID2 + 2, t + 2);
        Link hidden = link(ID2 + 3, Visibility.HIDDEN, 1, t + 3, new byte[0]);
        Link otherType = new Link(ID1, TYPE + 1, 7, Visibility.VISIBLE, 1, t, new byte[] {7});
        Link otherId = new Link(ID1 + 1, TYPE, 8, Visibility.VISIBLE, 1, t, new byte[] {8});
        for (Link link : List.of(older, hidden, newest, otherType, old, otherId)) {
            assertTrue(graph().addLink(link).value());
        }
        assertList(newest, old, older);
        assertEquals(List.of(otherType), list(LinkQuery.newest(ID1, TYPE + 1, 10)));
        assertEquals(List.of(otherId), list(LinkQuery.newest(ID1 + 1, TYPE, 10)));
        assertEquals(1, count(ID1, TYPE + 1));
        assertEquals(1, count(ID1 + 1, TYPE));
        assertEquals(0, count(ID1 + 1, TYPE + 1));

        assertEquals(List.of(newest), list(LinkQuery.newest(ID1, TYPE, 1)));
        assertEquals(List.of(old, older), list(part(Long.MIN_VALUE, Long.MAX_VALUE, 1, 2)));
        assertEquals(List.of(old), list(part(t + 1, t + 1, 0, Integer.MAX_VALUE)));
        assertEquals(List.of(newest, old), list(part(t + 1, t + 2, 0, Integer.MAX_VALUE)));
        assertEquals(List.of(old), list(part(t + 1, t + 2, 1, Integer.MAX_VALUE)));
        assertEquals(List.of(), list(part(t + 2, t + 1, 0, Integer.MAX_VALUE)));
        assertEquals(List.of(), list(part(t, t + 2, 3, Integer.MAX_VALUE)));
        assertEquals(List.of(), list(part(t, t + 2, Long.MAX_VALUE, Integer.MAX_VALUE)));
        assertEquals(List.of(), list(part(t, t + 2, 0, 0)));
        assertEquals(
                List.of(new TypeCount(TYPE, 3), new TypeCount(TYPE + 1, 1)),
                graph().types(ID1).value());
    }

    @Test
    void linksOfOneTimeComeInUnsignedOrderOfId2() throws IOException {
        assumeTrue(ordersLinksOfOneTime());
        Link first = link(0, 5);
        Link second = link(Long.MAX_VALUE, 5);
        Link third = link(Long.MIN_VALUE, 5);
        Link fourth = link(-1, 5);
        for (Link link : List.of(third, first, fourth, second)) {
            graph().addLink(link);
        }
        assertList(first, second, third, fourth);
    }

    @Test
    void timesAreSigned() throws IOException {
        assumeTrue(hasTimesBelowZero());
        Link last = link(1, Long.MIN_VALUE);
        Link negative = link(2, -1);
        Link zero = link(3, 0);
        Link first = link(4, Long.MAX_VALUE);
        for (Link link : List.of(zero, last, first, negative)) {
            graph().addLink(link);
        }
        assertList(first, zero, negative, last);
        assertEquals(List.of(zero, negative), list(part(-1, 0, 0, 10)));
        assertEquals(
                List.of(last), list(part(Long.MIN_VALUE, Long.MIN_VALUE, 0, Integer.MAX_VALUE)));
    }

    @Test
    void l3ManyLinksAtOnce() throws IOException {
        Link one = link(17, Visibility.VISIBLE, 1, 100, new byte[0]);
        Link two = link(18, Visibility.VISIBLE, 1, 101, new byte[0]);
        Link hidden = link(19, Visibility.HIDDEN, 1, 102, new byte[0]);
        for (Link link : List.of(one, two, hidden)) {
            graph().addLink(link);
        }
        assertEquals(
                List.of(hidden, one, two),
                graph().links(ID1, TYPE, new long[] {19, 17, 20, 18}).value());
        assertEquals(List.of(), graph().links(ID1, TYPE, new long[] {20}).value());
        assertEquals(List.of(), graph().links(ID1, TYPE, new long[0]).value());
    }

    @Test
    void aLinkThatIsAskedForTwiceComesTwice() throws IOException {
        graph().addLink(link(17, 100));
        graph().addLink(link(-1, 101));
        Link one = link(17, 100);
        Link two = link(-1, 101);
        assertEquals(
                List.of(two, one, two, one),
                graph().links(ID1, TYPE, new long[] {-1, 17, 20, -1, 17, 20}).value());
        long[] many = new long[3000];
        Arrays.setAll(many, index -> index - 1500L);
        assertEquals(List.of(two, one), graph().links(ID1, TYPE, many).value());
    }

    @Test
    void listsAreCutAtAnyOffsetAndLimit() throws IOException {
        int size = 150;
        List<Link> all = new ArrayList<>();
        for (int index = 0; index < size; index++) {
            Link link = link(-index, size - index);
            graph().addLink(link);
            all.add(link);
        }
        long max = Long.MAX_VALUE;
        long min = Long.MIN_VALUE;
        assertEquals(all, list(part(min, max, 0, Integer.MAX_VALUE)));
        for (int offset : new int[] {1, 63, 64, 65, size - 1, size, size + 1}) {
            List<Link> rest = all.subList(Math.min(size, offset), size);
            assertEquals(rest, list(part(min, max, offset, Integer.MAX_VALUE)));
            assertEquals(
                    rest.subList(0, Math.min(2, rest.size())), list(part(min, max, offset, 2)));
            assertEquals(List.of(), list(part(min, max, offset, 0)));
        }
        assertEquals(List.of(), list(part(min, max, max, Integer.MAX_VALUE)));
        assertEquals(List.of(), list(part(min, max, Integer.MAX_VALUE, Integer.MAX_VALUE)));
        assertEquals(List.of(), list(part(max, min, 0, 10)));
        assertEquals(all.subList(0, 1), list(part(size, size, 0, 10)));
        assertEquals(List.of(), list(part(max, max, 0, 10)));
        assertEquals(List.of(), list(part(min, 0, 0, 10)));
    }

    @Test
    void l4HiddenFromTheBeginning() throws IOException {
        Link hidden = link(ID2, Visibility.HIDDEN, 1, 1994, new byte[] {4});
        assertTrue(graph().addLink(hidden).value());
        assertLink(hidden);
        assertList();
        assertTrue(delete(Deletion.HIDE));
        assertLink(hidden);
        assertList();
        Link visible = link(ID2, Visibility.VISIBLE, 1, 1994, new byte[] {4});
        assertFalse(graph().addLink(visible).value());
        assertList(visible);
        assertTrue(delete(Deletion.EXPUNGE));
        assertNoLink();
        assertList();
    }

    @Test
    void l5AddReplacesAllFields() throws IOException {
        assertTrue(graph().addLink(link(ID2, Visibility.VISIBLE, 1, 1994, bytes("one"))).value());
        Link other = link(ID2, Visibility.VISIBLE, 2, 1993, bytes("another"));
        assertFalse(graph().addLink(other).value());
        assertLink(other);
        assertList(other);
        Link hidden = link(ID2, Visibility.HIDDEN, 3, 1995, bytes(""));
        assertFalse(graph().addLink(hidden).value());
        assertLink(hidden);
        assertList();
    }

    @Test
    void l6DataIsNoText() throws IOException {
        Link link = link(ID2, Visibility.VISIBLE, 0, 1, bytes("' asdfasdf"));
        graph().addLink(link);
        assertLink(link);
        Link updated = link(ID2, Visibility.VISIBLE, 0, 1, bytes("';\\"));
        assertTrue(graph().updateLink(updated).value());
        assertLink(updated);
    }

    @Test
    void l7BytesBelow128() throws IOException {
        assertBytesOfLink(0, 128);
    }

    @Test
    void l8BytesFrom160() throws IOException {
        assertBytesOfLink(160, 256);
    }

    @Test
    void l9BytesThatAreNoLatin1() throws IOException {
        assertBytesOfLink(128, 159);
    }

    private void assertBytesOfLink(int from, int to) throws IOException {
        Link link = link(ID2, Visibility.VISIBLE, 0, 1, range(from, to - from));
        graph().addLink(link);
        assertLink(link);
        Link half = link(ID2, Visibility.VISIBLE, 0, 2, range(from, (to - from) / 2));
        graph().updateLink(half);
        assertLink(half);
        assertList(half);
    }

    @Test
    void n1IdsFollowEachOther() throws IOException {
        Node node = node(-1, bytes("one"));
        assertEquals(FIRST_NODE_ID, graph().addNode(node));
        assertEquals(-1, node.id());
        assertEquals(FIRST_NODE_ID + 1, graph().addNode(node(-1, bytes("two"))));
        assertEquals(
                Optional.of(node(FIRST_NODE_ID + 1, bytes("two"))),
                graph().node(FIRST_NODE_ID + 1).value());

        assertFalse(graph().deleteNode(FIRST_NODE_ID + 1, NODE_TYPE + 1).value());
        assertTrue(graph().node(FIRST_NODE_ID + 1).value().isPresent());
        assertTrue(graph().deleteNode(FIRST_NODE_ID + 1, NODE_TYPE).value());
        assertFalse(graph().deleteNode(FIRST_NODE_ID + 1, NODE_TYPE).value());
        assertEquals(Optional.empty(), graph().node(FIRST_NODE_ID + 1).value());
        assertFalse(graph().deleteNode(FIRST_NODE_ID + 2, NODE_TYPE).value());
        assertEquals(FIRST_NODE_ID + 2, graph().addNode(node));
        assertTrue(graph().node(FIRST_NODE_ID).value().isPresent());
    }

    @Test
    void n2UpdateReplacesAndCreatesNothing() throws IOException {
        long id = graph().addNode(node(0, bytes("before")));
        Node after = new Node(id, NODE_TYPE, 4, 9, bytes("after"));
        assertTrue(graph().updateNode(after).value());
        assertEquals(Optional.of(after), graph().node(id).value());
        assertTrue(graph().updateNode(after).value(), "S6: also where nothing changes");

        assertFalse(graph().updateNode(new Node(id, 99, 5, 5, bytes("type"))).value());
        assertEquals(Optional.of(after), graph().node(id).value());
        assertFalse(graph().updateNode(node(id + 1, bytes("none"))).value());
        assertEquals(Optional.empty(), graph().node(id + 1).value());
    }

    @Test
    void n3BytesOfNodes() throws IOException {
        Node node = node(0, range(0, 4096));
        long id = graph().addNode(node);
        assertArrayEquals(range(0, 4096), graph().node(id).value().orElseThrow().data());
        graph().updateNode(node(id, range(52, 8192)));
        assertArrayEquals(range(52, 8192), graph().node(id).value().orElseThrow().data());
    }

    /** The rule of the count: what each write changes it by, from each state of a link. */
    @Test
    void countIsTheNumberOfVisibleLinks() throws IOException {
        Link visible = link(ID2, Visibility.VISIBLE, 0, 1, bytes("v"));
        Link hidden = link(ID2, Visibility.HIDDEN, 0, 1, bytes("h"));
        for (Optional<Link> before :
                List.of(Optional.<Link>empty(), Optional.of(visible), Optional.of(hidden))) {
            reset(before);
            assertEquals(before.isEmpty(), graph().addLink(visible).value());
            assertList(visible);
            reset(before);
            assertEquals(before.isPresent(), graph().updateLink(hidden).value());
            assertList();
            for (Deletion deletion : Deletion.values()) {
                reset(before);
                assertEquals(before.isPresent(), delete(deletion));
                assertList();
                assertEquals(
                        before.isPresent() && deletion == Deletion.HIDE,
                        graph().link(ID1, TYPE, ID2).value().isPresent());
            }
        }
    }

    private void reset(Optional<Link> link) throws IOException {
        delete(Deletion.EXPUNGE);
        assertList();
        if (link.isPresent()) {
            graph().addLink(link.get());
        }
    }

    @Test
    void s1NewHiddenLinkIsThereAtOnce() throws IOException {
        Link hidden = link(ID2, Visibility.HIDDEN, 0, 1, bytes("h"));
        graph().addLink(hidden);
        assertLink(hidden);
    }

    @Test
    void s2ExpungeOfAHiddenLinkDoesNotCount() throws IOException {
        Link other = link(ID2 + 1, 5);
        graph().addLink(other);
        graph().addLink(link(ID2, Visibility.HIDDEN, 0, 1, bytes("h")));
        assertTrue(delete(Deletion.EXPUNGE));
        assertList(other);
        assertFalse(delete(Deletion.HIDE));
        assertFalse(delete(Deletion.EXPUNGE));
        assertList(other);
    }

    @Test
    void s7SameKeyCountsOnce() throws IOException {
        for (int i = 0; i < 3; i++) {
            graph().addLink(link(ID2, i));
        }
        assertList(link(ID2, 2));
    }

    @Test
    void listsWithoutLinksAreEmpty() throws IOException {
        assertList();
        assertNoLink();
        assertEquals(List.of(), graph().types(ID1).value());
        assertFalse(delete(Deletion.HIDE));
        assertFalse(delete(Deletion.EXPUNGE));
        assertEquals(List.of(), graph().types(ID1).value());
        Link link = link(ID2, 1);
        assertFalse(graph().updateLink(link).value(), "update makes what is not there");
        assertList(link);
    }

    private void assertLink(Link expected) throws IOException {
        assertEquals(Optional.of(expected), graph().link(ID1, TYPE, expected.id2()).value());
    }

    private void assertNoLink() throws IOException {
        assertEquals(Optional.empty(), graph().link(ID1, TYPE, ID2).value());
    }

    /** The list (ID1, TYPE) is these links, and its count says so. */
    private void assertList(Link... expected) throws IOException {
        assertEquals(List.of(expected), list(LinkQuery.newest(ID1, TYPE, Integer.MAX_VALUE)));
        assertEquals(expected.length, count(ID1, TYPE));
    }

    private List<Link> list(LinkQuery query) throws IOException {
        Answer<LinkList> answer = graph().linkList(query);
        assertTrue(answer.complete());
        List<Link> links = answer.value().links();
        assertTrue(
                links.stream()
                        .sorted(Comparator.comparingLong(Link::time).reversed())
                        .toList()
                        .equals(links));
        return links;
    }

    private long count(long id1, long linkType) throws IOException {
        return graph().count(id1, linkType).value();
    }

    private boolean delete(Deletion deletion) throws IOException {
        return graph().deleteLink(ID1, TYPE, ID2, deletion).value();
    }

    private static LinkQuery part(long minTime, long maxTime, long offset, int limit) {
        return new LinkQuery(ID1, TYPE, minTime, maxTime, offset, limit);
    }

    private static Link link(long id2, long time) {
        return link(id2, Visibility.VISIBLE, 1, time, bytes("data of " + id2));
    }

    private static Link link(
            long id2, Visibility visibility, long version, long time, byte[] data) {
        return new Link(ID1, TYPE, id2, visibility, version, time, data);
    }

    private static Node node(long id, byte[] data) {
        return new Node(id, NODE_TYPE, 3, 3, data);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] range(int from, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (from + i);
        }
        return bytes;
    }
}
