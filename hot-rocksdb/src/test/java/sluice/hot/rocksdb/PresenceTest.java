package sluice.hot.rocksdb;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PresenceTest {
    private static final int MARKED = 20_000;

    @Test
    void whatWasMarkedMayBeThereAndMostOfTheRestIsNot() {
        Presence presence = new Presence(256 << 10);
        assertTrue(presence.mayHaveList(1, 2) && presence.mayHaveNode(3), "before it knows all");
        presence.knowsAll();
        Random random = new Random(5);
        long[] ids = random.longs(MARKED).toArray();
        for (int i = 0; i < MARKED; i++) {
            ids[i] = i % 2 == 0 ? i : ids[i];
            presence.addList(ids[i], i % 7);
            presence.addNode(ids[i]);
        }
        int wrong = 0;
        for (int i = 0; i < MARKED; i++) {
            assertTrue(presence.mayHaveList(ids[i], i % 7), "list of " + ids[i]);
            assertTrue(presence.mayHaveNode(ids[i]), "node " + ids[i]);
            wrong += presence.mayHaveList(ids[i], 7 + i % 7) ? 1 : 0;
            wrong += presence.mayHaveNode(MARKED + i) ? 1 : 0;
        }
        // 40,000 marks in two million bits: one in fifty says maybe of what is not there.
        assertTrue(wrong < 2 * MARKED / 30, wrong + " of " + 2 * MARKED + " seem to be there");
    }

    @Test
    void evenTheSmallestWorks() {
        Presence presence = new Presence(1);
        presence.knowsAll();
        presence.addNode(1);
        assertTrue(presence.mayHaveNode(1), "one word of bits");
    }
}
