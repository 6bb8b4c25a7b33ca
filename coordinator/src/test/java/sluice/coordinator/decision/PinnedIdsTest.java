package sluice.coordinator.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.testkit.Seeds;

class PinnedIdsTest {
    private static final int IDS = 40;

    @Test
    void rangesHoldTheIdsThatWereAddedAndNotRemovedSince() {
        Seeds.each(
                50,
                random -> {
                    PinnedIds pins = new PinnedIds();
                    BitSet ids = new BitSet();
                    for (int i = 0; i < 30; i++) {
                        int first = random.nextInt(IDS);
                        int last = random.nextInt(first, IDS);
                        boolean add = random.nextBoolean();
                        ids.set(first, last + 1, add);
                        if (add) {
                            pins.add(first, last);
                        } else {
                            pins.remove(first, last);
                        }
                        BitSet found = new BitSet();
                        long before = -1;
                        for (PinnedRange range : pins.ranges()) {
                            assertEquals(true, range.first() > before, "in order, apart");
                            found.set((int) range.first(), (int) range.last() + 1);
                            before = range.last();
                        }
                        assertEquals(ids, found);
                    }
                });
    }

    @Test
    void idsAreUnsigned() {
        PinnedIds pins = new PinnedIds();
        pins.add(0, -1);
        pins.remove(Long.MIN_VALUE, -2);
        assertEquals(
                List.of(new PinnedRange(0, Long.MAX_VALUE), new PinnedRange(-1, -1)),
                pins.ranges());
    }

    @Test
    void thereCannotBeVeryMany() {
        PinnedIds pins = new PinnedIds();
        for (int i = 0; i < PinnedIds.RANGES_MAX; i++) {
            pins.add(2L * i, 2L * i);
        }
        SluiceException refusal = assertThrows(SluiceException.class, () -> pins.add(-1, -1));
        assertEquals(ErrorCode.CONFIG, refusal.code());
        assertEquals(PinnedIds.RANGES_MAX, pins.ranges().size());
    }
}
