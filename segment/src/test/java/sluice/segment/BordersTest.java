package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

class BordersTest {

    @Test
    void findsTheSamePieceAsALinearSearch() {
        Seeds.each(
                500,
                random -> {
                    RandomRows shape = new RandomRows(random, false);
                    Borders borders =
                            TestFiles.borders(
                                    random, shape.id1s(), shape.id2s(), 1 << random.nextInt(1, 9));
                    for (int i = 0; i < 300; i++) {
                        int piece = random.nextInt(borders.count());
                        long id1 =
                                random.nextInt(4) == 0
                                        ? random.nextLong()
                                        : borders.id1(piece) + random.nextInt(-1, 2);
                        long id2 =
                                random.nextInt(4) == 0
                                        ? random.nextLong()
                                        : borders.id2(piece) + random.nextInt(-1, 2);

                        assertEquals(linear(borders, id1, id2), borders.find(id1, id2));
                        assertEquals(linear(borders, id1, 0), borders.firstOf(id1));
                        assertEquals(linear(borders, id1, -1), borders.lastOf(id1));
                    }
                });
    }

    @Test
    void onePieceHoldsEveryKey() {
        Borders whole = Borders.whole();
        assertEquals(0, whole.find(0, 0));
        assertEquals(0, whole.find(-1, -1));
        assertEquals(0, whole.find(Long.MIN_VALUE, 0));
    }

    @Test
    void idsFarAboveBordersThatLieCloseTogetherAreInTheLastPiece() {
        Borders borders = new Borders(new long[] {0, 5, 6}, new long[3]);
        assertEquals(2, borders.find(-1, 0));
        assertEquals(2, borders.find(Long.MIN_VALUE + 6, 0));
    }

    @Test
    void refusesBordersThatDoNotAscendFromZero() {
        assertThrows(IllegalArgumentException.class, () -> new Borders(new long[0], new long[0]));
        assertThrows(
                IllegalArgumentException.class, () -> new Borders(new long[] {1}, new long[] {0}));
        assertThrows(
                IllegalArgumentException.class, () -> new Borders(new long[] {0}, new long[] {1}));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Borders(new long[] {0, 4, 4}, new long[] {0, 2, 2}));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Borders(new long[] {0, -1, 1}, new long[3]));
    }

    @Test
    void knowsWhichPiecesAreCutInsideAnId() {
        Borders borders = new Borders(new long[] {0, 7, 7, 9}, new long[] {0, 0, 100, 0});
        assertEquals(false, borders.cutsInside(0));
        assertTrue(borders.cutsInside(1));
        assertTrue(borders.cutsInside(2));
        assertEquals(false, borders.cutsInside(3));
    }

    @Test
    void rangesOfPiecesHoldWhatTheirPiecesHold() {
        Seeds.each(
                200,
                random -> {
                    RandomRows shape = new RandomRows(random, false);
                    Borders borders = TestFiles.borders(random, shape.id1s(), shape.id2s(), 8);
                    int first = random.nextInt(borders.count());
                    int last = random.nextInt(first, borders.count());
                    KeyRange range = KeyRange.of(borders, first, last);
                    for (Row row : shape.links(100, false)) {
                        int piece = borders.find(row.id1(), row.id2());
                        assertEquals(
                                first <= piece && piece <= last, range.holds(row.id1(), row.id2()));
                        boolean some =
                                borders.firstOf(row.id1()) <= last
                                        && borders.lastOf(row.id1()) >= first;
                        assertEquals(some, range.holdsSome(row.id1()));
                        boolean all =
                                borders.firstOf(row.id1()) >= first
                                        && borders.lastOf(row.id1()) <= last;
                        assertEquals(all, range.holdsAll(row.id1()));
                    }
                });
    }

    private static int linear(Borders borders, long id1, long id2) {
        int piece = 0;
        while (piece + 1 < borders.count()
                && Borders.compare(borders.id1(piece + 1), borders.id2(piece + 1), id1, id2) <= 0) {
            piece++;
        }
        return piece;
    }
}
