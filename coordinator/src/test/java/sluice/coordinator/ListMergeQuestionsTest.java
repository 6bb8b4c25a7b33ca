package sluice.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.model.Answer;
import sluice.model.HotHeader;
import sluice.model.HotLink;
import sluice.model.HotList;
import sluice.model.Link;
import sluice.model.LinkList;
import sluice.model.LinkListBuilder;
import sluice.model.LinkQuery;

/**
 * A list with more hot rows than are read whole is asked for many keys at once, as each question
 * may be a round trip.
 */
class ListMergeQuestionsTest {
    private static final int COLD_LINKS = 3000;

    /** Every third cold link has a row; there are many more rows of other links. */
    private static final class AskedList implements HotList {
        final List<Integer> questions = new ArrayList<>();

        @Override
        public HotHeader header() {
            return new HotHeader(100_000, 0, 0, HotHeader.NO_EPOCH);
        }

        @Override
        public LinkList visible(long minTime, long maxTime, int limit) {
            throw new AssertionError("no row is visible");
        }

        @Override
        public long[] id2s() {
            throw new AssertionError("100,000 rows were read");
        }

        @Override
        public @Nullable HotLink link(long id2) {
            throw new AssertionError("one key was asked for");
        }

        @Override
        public boolean[] haveRows(long[] id2s) {
            questions.add(id2s.length);
            boolean[] found = new boolean[id2s.length];
            for (int index = 0; index < found.length; index++) {
                found[index] = id2s[index] % 3 == 0;
            }
            return found;
        }

        @Override
        public void close() {}
    }

    @Test
    void aLongAnswerCostsAQuestionForAThousandLinks() throws IOException {
        AskedList list = new AskedList();
        assertEquals(COLD_LINKS / 3 * 2, answer(list, 0, 10_000).size());
        assertEquals(List.of(1024, 1024, 952), list.questions);
    }

    @Test
    void aShortAnswerAsksForWhatItLacks() throws IOException {
        AskedList list = new AskedList();
        LinkList found = answer(list, 2, 10);
        assertEquals(10, found.size());
        assertEquals(4, found.id2(0), "1 and 2 are left out, 0 and 3 have rows");
        assertEquals(List.of(12, 4, 2), list.questions);
    }

    /** A part of a list far behind its beginning, read of millions of links. */
    @Test
    void aLargeOffsetIsReadPartAfterPart() throws IOException {
        long links = 1_000_000;
        List<Integer> limits = new ArrayList<>();
        ListMerge.ColdPart below =
                part -> {
                    limits.add(part.limit());
                    LinkListBuilder read = new LinkListBuilder(1, 2, 16);
                    long end = Math.min(links, part.offset() + part.limit());
                    for (long id2 = part.offset(); id2 < end; id2++) {
                        read.add(id2, -id2, 1, new byte[0], 0, 0);
                    }
                    return new Answer<>(read.build(), true);
                };
        LinkQuery query = new LinkQuery(1, 2, Long.MIN_VALUE, Long.MAX_VALUE, 600_000, 10);
        LinkList found = new ListMerge(query, new AskedList(), below, 7).answer().value();
        assertEquals(10, found.size());
        assertEquals(900_001, found.id2(0), "a third of those before has rows");
        assertTrue(limits.size() < 20, () -> "read in parts of " + limits);
        assertTrue(limits.stream().allMatch(limit -> limit <= 1 << 16), () -> "read " + limits);
    }

    private static LinkList answer(HotList list, long offset, int limit) throws IOException {
        LinkQuery query = new LinkQuery(1, 2, Long.MIN_VALUE, Long.MAX_VALUE, offset, limit);
        return new ListMerge(query, list, ListMergeQuestionsTest::cold, 7).answer().value();
    }

    /** The newest first: their time is less the higher their id2. */
    private static Answer<LinkList> cold(LinkQuery query) {
        List<Link> links =
                LongStream.range(
                                query.offset(),
                                Math.min(query.offset() + query.limit(), COLD_LINKS))
                        .mapToObj(id2 -> ListOperation.link(1, 2, (int) id2, true, 1, -id2))
                        .toList();
        return new Answer<>(LinkList.of(1, 2, links), true);
    }
}
