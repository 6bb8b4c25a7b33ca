package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sluice.model.Deletion;
import sluice.model.ErrorCode;
import sluice.model.HeldList;
import sluice.model.HeldLists;
import sluice.model.HotScan;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkQuery;
import sluice.model.MemoryGraph;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.testkit.Seeds;

/**
 * Lists that are asked for often are answered by the hot store alone, as they are: over a cold
 * store that counts what it is asked.
 */
class HotListsTest extends HotListsFixture {
    @Test
    void aHotListIsAnsweredWithoutTheColdStore() throws IOException {
        assertTrue(check(1) > 0);
        makeHot(1);
        assertEquals(0, check(1));
        assertTrue(lists.counts().answers() > 10, lists.counts().toString());
        assertEquals(1, lists.counts().lists());
        assertTrue(check(2) > 0, "the other list is not held");
    }

    @Test
    void writesToAHotListAreSeenAtOnce() throws IOException {
        makeHot(1);
        put(link(1, 1, true, "updated"));
        put(link(1, 2, false, "hidden"));
        put(link(1, 5, true, "shown"));
        put(link(1, 100, true, "new"));
        delete(1, 3, Deletion.HIDE);
        delete(1, 4, Deletion.EXPUNGE);
        assertEquals(0, check(1));
        delete(1, 1, Deletion.EXPUNGE);
        delete(1, 100, Deletion.HIDE);
        assertEquals(0, check(1));
        put(link(1, 4, true, "again"));
        assertEquals(0, check(1));
    }

    /** As an absorption does it: the cold store has the row, then the hot one has it no more. */
    @Test
    void aRowThatLeavesTheHotStoreAfterTheViewIsNotMissed() throws IOException {
        makeHot(1);
        put(link(1, 100, true, "new"));
        counting.afterNextView(this::absorb);
        assertEquals(model.count(1, TYPE), graph.count(1, TYPE));

        makeHot(1);
        put(link(1, 101, true, "new"));
        counting.afterNextView(this::absorb);
        check(LinkQuery.newest(1, TYPE, Integer.MAX_VALUE));

        makeHot(1);
        put(link(1, 102, true, "new"));
        counting.afterNextView(this::absorb);
        long[] id2s = {1, 102};
        assertEquals(model.links(1, TYPE, id2s).value(), graph.links(1, TYPE, id2s).value());
    }

    @Test
    void aLinkThatWasWrittenIsAnsweredWithoutTheCopy() throws IOException {
        makeHot(1);
        put(link(1, 1, true, "updated"));
        hot.held().put(new HeldList(LinkList.of(1, TYPE, List.of()), new HeldList.Source(-1, 0)));
        assertEquals(model.link(1, TYPE, 1).value(), graph.link(1, TYPE, 1).value());
        lists.tick();
        assertEquals(1, lists.counts().lists(), "the copy was looked at");
        assertEquals(model.link(1, TYPE, 2).value(), graph.link(1, TYPE, 2).value());
        lists.tick();
        assertEquals(0, lists.counts().lists());
    }

    @Test
    void aListThatWasWrittenToBecomesHotAsWell() throws IOException {
        put(link(1, 1, true, "updated"));
        delete(1, 3, Deletion.HIDE);
        delete(1, 4, Deletion.EXPUNGE);
        makeHot(1);
        assertEquals(0, check(1));
    }

    @Test
    void aListLongerThanOneRoundTripIsHeldToo() throws IOException {
        makeHot(1);
        for (long id2 = 200; id2 < 300; id2++) {
            put(link(1, id2, true, "one of many"));
        }
        assertEquals(0, check(1));
    }

    @Test
    void anEmptyListIsHeldToo() throws IOException {
        makeHot(77);
        assertEquals(0, check(77));
        put(link(77, 1, true, "the first"));
        assertEquals(0, check(77));
    }

    @Test
    void anotherLoadMakesItVoidAtOnce() throws IOException {
        makeHot(1);
        assertEquals(0, check(1));
        MemoryGraph more = FakeCold.copy(content.graph());
        for (Link link : List.of(link(1, 1, true, "better"), link(1, 50, true, "another"))) {
            more.addLink(link);
            model.addLink(link);
        }
        content.publish(more, true);
        assertTrue(check(1) > 0, "it was answered from what was loaded before");
        lists.tick();
        assertTrue(check(1) > 0);
        now += HALF_LIFE / 10;
        makeHot(1);
        assertEquals(0, check(1));
    }

    @Test
    void whatIsAbsorbedComesFromTheColdStoreAndIsCopiedAnew() throws IOException {
        makeHot(1);
        put(link(1, 1, true, "updated"));
        delete(1, 4, Deletion.EXPUNGE);
        absorb();
        assertTrue(check(1) > 0);
        lists.tick();
        now += HALF_LIFE / 10;
        makeHot(1);
        assertEquals(0, check(1));
    }

    @Test
    void itIsHeldAfterARestart() throws IOException {
        makeHot(1);
        put(link(1, 1, true, "updated"));
        hot.close();
        open(1 << 20);
        assertEquals(1, lists.counts().lists());
        assertTrue(lists.counts().bytes() > 0);
        assertEquals(0, check(1));
    }

    @Test
    void ofAnotherStoreNothingIsKept() throws IOException {
        makeHot(1);
        hot.close();
        store++;
        open(1 << 20);
        assertEquals(0, lists.counts().lists());
        lists.tick();
        assertEquals(List.of(), hot.held().all());
        assertTrue(check(1) > 0);
    }

    @Test
    void veryManyLeaveLittleByLittle() throws IOException {
        HeldList.Source other = new HeldList.Source(content.epoch() + 1, STORE);
        for (long id1 = 100; id1 < 700; id1++) {
            hot.held().put(new HeldList(LinkList.of(id1, TYPE, List.of()), other));
        }
        hot.close();
        open(1 << 20);
        makeHot(1);
        int left = hot.held().all().size();
        assertTrue(left > 0 && left < 600, "left: " + left);
        for (int i = 0; i < 3; i++) {
            lists.tick();
        }
        assertEquals(1, hot.held().all().size());
        assertEquals(0, check(1));
    }

    @Test
    void withoutABudgetAllLeaves() throws IOException {
        makeHot(1);
        hot.close();
        open(0);
        lists.tick();
        assertEquals(List.of(), hot.held().all());
        assertTrue(check(1) > 0);
    }

    @Test
    void aListThatHasCooledLeavesAndGivesItsRoomBack() throws IOException {
        makeHot(1);
        assertEquals(1, hot.held().all().size());
        now += 10 * HALF_LIFE;
        lists.tick();
        assertEquals(List.of(), hot.held().all());
        assertEquals(0, lists.counts().bytes());
        assertTrue(check(1) > 0);
    }

    @Test
    void onlyAsMuchIsHeldAsThereIsRoomFor() throws IOException {
        hot.close();
        open(1200);
        for (int i = 0; i < 20; i++) {
            graph.count(2, TYPE);
        }
        makeHot(1);
        assertEquals(0, check(2));
        assertTrue(check(1) > 0);
        assertEquals(1, hot.held().all().size());
        assertTrue(lists.counts().bytes() <= 1200, lists.counts().toString());
    }

    @Test
    void whatIsNotCompleteIsNotHeld() throws IOException {
        content.publish(content.graph(), false);
        makeHot(1);
        assertEquals(0, lists.counts().lists());
        content.publish(content.graph(), true, id1 -> id1 != 1);
        now += HALF_LIFE / 10;
        makeHot(1);
        assertEquals(0, lists.counts().lists());
    }

    @Test
    void whatIsNearIsNotHeld() throws IOException {
        isFarAway = id1 -> id1 == 2;
        makeHot(1);
        makeHot(2);
        assertTrue(check(1) > 0);
        assertEquals(0, check(2));
    }

    @Test
    void aLongListIsNotHeld() throws IOException {
        MemoryGraph more = FakeCold.copy(content.graph());
        for (long id2 = 0; id2 <= HotLists.LINKS_MAX; id2++) {
            more.addLink(link(9, id2, true, ""));
        }
        content.publish(more, true);
        makeHot(9);
        assertEquals(0, lists.counts().lists());
        makeHot(2);
        assertEquals(1, lists.counts().lists());
    }

    @Test
    void whatAnotherProcessTookAwayIsAskedElsewhereAndCopiedAgain() throws IOException {
        makeHot(1);
        hot.held().remove(1, TYPE, new HeldList.Source(content.epoch(), STORE));
        assertTrue(check(1) > 0);
        lists.tick();
        assertEquals(0, lists.counts().lists());
        now += HALF_LIFE / 10;
        makeHot(1);
        assertEquals(0, check(1));
    }

    @Test
    void whatAnotherProcessHoldsOfOtherContentIsNotBelieved() throws IOException {
        makeHot(1);
        LinkList none = LinkList.of(1, TYPE, List.of());
        for (HeldList.Source other :
                List.of(
                        new HeldList.Source(content.epoch() + 1, STORE),
                        new HeldList.Source(content.epoch(), STORE + 1))) {
            hot.held().put(new HeldList(none, other));
            check(LinkQuery.newest(1, TYPE, LINKS));
            makeHotAgain(1);
            hot.held().put(new HeldList(none, other));
            assertEquals(model.count(1, TYPE), graph.count(1, TYPE));
            makeHotAgain(1);
            assertEquals(0, check(1));
        }
    }

    @Test
    void whatAnotherProcessHasPutInItsPlaceIsForgottenAndNotRemoved() throws IOException {
        makeHot(1);
        makeHot(2);
        HeldList.Source other = new HeldList.Source(content.epoch(), STORE + 1);
        hot.held().put(new HeldList(LinkList.of(1, TYPE, List.of()), other));
        assertTrue(check(1) > 0);
        lists.tick();
        assertEquals(1, lists.counts().lists());
        now += 10 * HALF_LIFE;
        lists.tick();
        assertEquals(0, lists.counts().lists());
        assertEquals(
                List.of(other), hot.held().all().stream().map(HeldLists.Held::source).toList());
    }

    /** After a tick that has found that it is held no more. */
    private void makeHotAgain(long id1) throws IOException {
        lists.tick();
        now += HALF_LIFE / 10;
        makeHot(id1);
    }

    @Test
    void aStoreThatCannotBeAskedIsAskedAgainLater() throws IOException {
        AtomicBoolean fails = new AtomicBoolean(true);
        isFarAway =
                _ -> {
                    if (fails.get()) {
                        throw new SluiceException(ErrorCode.STORE, "no connection");
                    }
                    return true;
                };
        makeHot(1);
        assertEquals(0, lists.counts().lists());
        fails.set(false);
        makeHot(1);
        assertEquals(0, lists.counts().lists());
        now += 2_000_000_000L;
        makeHot(1);
        assertEquals(0, check(1));
    }

    @Test
    void anErrorDoesNotEndCopying() throws IOException {
        AtomicBoolean fails = new AtomicBoolean(true);
        isFarAway =
                _ -> {
                    if (fails.get()) {
                        throw new AssertionError("planted by the test");
                    }
                    return true;
                };
        makeHot(1);
        fails.set(false);
        now += 2_000_000_000L;
        makeHot(1);
        assertEquals(0, check(1));
    }

    @Test
    void manySmallListsCountAsMoreThanTheirBytes() throws IOException {
        hot.close();
        open(10 * 512);
        for (long id1 = 100; id1 < 120; id1++) {
            makeHot(id1);
        }
        assertEquals(10, lists.counts().lists());
        assertEquals(10 * 512, lists.counts().bytes());
    }

    @Test
    void whatIsHeldIsNoRow() throws IOException {
        makeHot(1);
        assertEquals(List.of(), hot.types(1));
        assertEquals(0, hot.header(1, TYPE).rows());
        try (HotScan scan = hot.scan()) {
            assertFalse(scan.nextLink() != null || scan.nextNode() != null);
        }
    }

    @Test
    void everyAnswerIsThatOfTheReference() {
        int[] tried = new int[1];
        Seeds.each(seeds(), random -> tryGraph(random, directory.resolve("try-" + tried[0]++)));
    }

    private void tryGraph(SplittableRandom random, Path place) throws IOException {
        hot.close();
        folder = place;
        RandomGraph drawn = new RandomGraph(random);
        MemoryGraph reference = new MemoryGraph(2000);
        MemoryGraph loaded = new MemoryGraph(1);
        for (Node node : drawn.nodes()) {
            loaded.loadNode(node);
            reference.loadNode(node);
        }
        for (Link link : drawn.links(random.nextInt(1, 200))) {
            loaded.addLink(link);
            reference.addLink(link);
        }
        content.publish(loaded, true);
        long bytesMax = random.nextInt(4) == 0 ? 3000 : 1 << 20;
        firstNodeId = reference.addNode(NODE);
        open(bytesMax);
        assertEquals(firstNodeId, graph.addNode(NODE));
        long held = 0;
        for (int i = 0; i < 40; i++) {
            for (int writes = random.nextInt(8); writes > 0; writes--) {
                RandomGraph.Write write = drawn.write();
                assertEquals(write.to(reference), write.to(graph));
            }
            now += random.nextInt(8) == 0 ? 5 * HALF_LIFE : HALF_LIFE / 20;
            switch (random.nextInt(10)) {
                case 0 -> absorb();
                case 1 -> {
                    hot.close();
                    open(bytesMax);
                }
                default -> lists.tick();
            }
            held += lists.counts().lists();
            new SameGraph(graph, reference, true, random)
                    .check(drawn.ids, drawn.types, drawn.times);
        }
        assertTrue(held > 0, "nothing was ever held");
    }
}
