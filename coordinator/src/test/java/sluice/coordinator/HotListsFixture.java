package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import sluice.coordinator.decision.HotListOptions;
import sluice.model.ColdStore;
import sluice.model.Deletion;
import sluice.model.HotLink;
import sluice.model.HotScan;
import sluice.model.HotStore;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.Visibility;

/**
 * Two lists over a cold store that counts what it is asked, a hot store that holds lists whole, and
 * a model that says what right answers are. The time is {@code now}.
 */
abstract class HotListsFixture {
    static final long HALF_LIFE = 1000;
    static final long STORE = -7;
    static final long TYPE = 3;
    static final int LINKS = 20;
    static final int SEEDS = 8;
    static final Node NODE = new Node(0, 1, 0, 0, new byte[] {1});

    @TempDir Path directory;
    final MemoryGraph model = new MemoryGraph(2000);
    final FakeCold content = new FakeCold(new MemoryGraph(1), true);
    final CountingCold counting = new CountingCold();
    long firstNodeId = 1;
    long now;
    long store = STORE;
    LongPredicate isFarAway = _ -> true;
    Path folder;
    HotStore hot;
    HotLists lists;
    MergedGraph graph;

    /** The hot store of this test, as it was left. */
    HotStore openHot(Path place) throws IOException {
        return HotDirectory.open(place);
    }

    /** How many random graphs are tried. */
    int seeds() {
        return SEEDS;
    }

    @BeforeEach
    void twoLists() throws IOException {
        MemoryGraph loaded = new MemoryGraph(1);
        for (long id1 = 1; id1 <= 2; id1++) {
            for (long id2 = 0; id2 < LINKS; id2++) {
                Link link = link(id1, id2, id2 % 5 > 0, "loaded");
                loaded.addLink(link);
                model.addLink(link);
            }
        }
        content.publish(loaded, true);
        folder = directory.resolve("hot");
        open(1 << 20);
    }

    @AfterEach
    void close() throws IOException {
        hot.close();
    }

    void open(long bytesMax) throws IOException {
        hot = openHot(folder);
        ColdStore cold = counting.around(content);
        HotListOptions options = new HotListOptions(bytesMax, HALF_LIFE, 4);
        lists = HotLists.open(hot, cold, options, id1 -> isFarAway.test(id1), store, () -> now);
        graph =
                new MergedGraph(
                        hot,
                        cold,
                        OptionalLong.of(firstNodeId),
                        new WaitForAny(),
                        System::nanoTime,
                        lists);
    }

    static Link link(long id1, long id2, boolean visible, String data) {
        return new Link(
                id1,
                TYPE,
                id2,
                visible ? Visibility.VISIBLE : Visibility.HIDDEN,
                1,
                id2 % 7,
                data.getBytes(StandardCharsets.US_ASCII));
    }

    void makeHot(long id1) throws IOException {
        for (int i = 0; i < 5; i++) {
            graph.count(id1, TYPE);
        }
        lists.tick();
    }

    /** Compares the list with the model; returns how often the cold store was asked for that. */
    long check(long id1) throws IOException {
        long before = counting.requests();
        assertEquals(model.count(id1, TYPE), graph.count(id1, TYPE));
        for (int limit : new int[] {1, 3, Integer.MAX_VALUE}) {
            check(LinkQuery.newest(id1, TYPE, limit));
            check(new LinkQuery(id1, TYPE, 2, 5, 1, limit));
            check(new LinkQuery(id1, TYPE, Long.MIN_VALUE, 3, 2, limit));
            check(new LinkQuery(id1, TYPE, 0, 6, Long.MAX_VALUE, limit));
        }
        LinkList visible = model.linkList(LinkQuery.newest(id1, TYPE, LINKS)).value();
        long[] id2s = new long[visible.size()];
        for (int i = 0; i < id2s.length; i++) {
            id2s[i] = visible.id2(i);
            assertEquals(
                    model.link(id1, TYPE, id2s[i]).value(), graph.link(id1, TYPE, id2s[i]).value());
        }
        assertEquals(model.links(id1, TYPE, id2s).value(), graph.links(id1, TYPE, id2s).value());
        long asked = counting.requests() - before;
        for (long id2 = 0; id2 < LINKS + 2; id2++) {
            assertEquals(model.link(id1, TYPE, id2).value(), graph.link(id1, TYPE, id2).value());
        }
        return asked;
    }

    void check(LinkQuery query) throws IOException {
        assertEquals(
                model.linkList(query).value().links(),
                graph.linkList(query).value().links(),
                query.toString());
    }

    void put(Link link) throws IOException {
        assertEquals(model.addLink(link).value(), graph.addLink(link).value());
    }

    void delete(long id1, long id2, Deletion how) throws IOException {
        assertEquals(
                model.deleteLink(id1, TYPE, id2, how).value(),
                graph.deleteLink(id1, TYPE, id2, how).value());
    }

    /** Moves all online writes into the cold store. */
    void absorb() throws IOException {
        MemoryGraph more = FakeCold.copy(content.graph());
        List<HotLink> rows = new ArrayList<>();
        try (HotScan scan = hot.scan()) {
            for (HotLink row = scan.nextLink(); row != null; row = scan.nextLink()) {
                rows.add(row);
            }
        }
        for (HotLink row : rows) {
            Link link = row.link();
            switch (row.kind()) {
                case LINK -> more.addLink(link);
                case HIDES ->
                        more.deleteLink(link.id1(), link.linkType(), link.id2(), Deletion.HIDE);
                case EXPUNGED ->
                        more.deleteLink(link.id1(), link.linkType(), link.id2(), Deletion.EXPUNGE);
            }
        }
        content.publish(more, true);
        for (HotLink row : rows) {
            graph.dropLinks(row.link().id1(), row.link().linkType(), List.of(row));
        }
    }
}
