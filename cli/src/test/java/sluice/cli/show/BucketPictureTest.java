package sluice.cli.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.store.Bucket;
import sluice.store.Bucket.State;

class BucketPictureTest {
    @Test
    void eachBucketHasACell() {
        List<Bucket> buckets =
                List.of(
                        bucket(State.STAGED, 0),
                        bucket(State.BUILDING, 1),
                        bucket(State.BUILT, 1000));
        assertEquals(
                List.of("░▒█", " ▁█", "░ staged  ▒ building  █ built  ▁▄█ demand"),
                new BucketPicture(buckets, 80, true).lines());
        assertEquals(
                List.of(".+#", " 18", ". staged  + building  # built  1-8 demand"),
                new BucketPicture(buckets, 80, false).lines());
    }

    @Test
    void bucketsWithoutDemandHaveNoSecondRow() {
        List<Bucket> buckets = List.of(bucket(State.BUILT, 0), bucket(State.BUILT, 0));
        assertEquals(
                List.of("██", "░ staged  ▒ building  █ built"),
                new BucketPicture(buckets, 80, true).lines());
    }

    @Test
    void groupOfDifferentStatesIsBuilding() {
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < 12 * 20 * 2; i++) {
            buckets.add(bucket(i == 0 ? State.STAGED : State.BUILT, 0));
        }
        List<String> lines = new BucketPicture(buckets, 20, true).lines();
        assertEquals("▒" + "█".repeat(19), lines.getFirst());
        assertTrue(lines.getLast().endsWith("(2 buckets a cell)"));
    }

    @Test
    void everyBucketIsSeenAtEveryWidth() {
        for (int count : new int[] {1, 19, 20, 21, 500, 9_999}) {
            List<Bucket> buckets = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                buckets.add(bucket(i == count - 1 ? State.STAGED : State.BUILT, i));
            }
            for (int columns = 20; columns < 130; columns += 7) {
                List<String> lines = new BucketPicture(buckets, columns, true).lines();
                int width = columns;
                assertTrue(
                        lines.stream().limit(lines.size() - 1).allMatch(l -> l.length() <= width));
                assertTrue(lines.size() <= 25);
                String lastRow = lines.get(lines.size() - (count == 1 ? 2 : 3));
                assertTrue(lastRow.endsWith("░") || lastRow.endsWith("▒"), lines::toString);
            }
        }
    }

    private static Bucket bucket(State state, long demand) {
        return new Bucket(0, 0, state, null, demand);
    }
}
