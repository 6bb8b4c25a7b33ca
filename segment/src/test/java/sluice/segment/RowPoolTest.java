package sluice.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.testkit.Seeds;

/** Rows come back stripe by stripe as they came; what a full pool does; and the codes of types. */
class RowPoolTest {

    @Test
    void keepsTheRowsOfEachStripeInTheOrderInWhichTheyCame() {
        Seeds.each(
                50,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(random.nextInt(3000), true);
                    Borders stripes = TestFiles.borders(random, shape.id1s(), shape.id2s(), 20);

                    RowPool pool = TestFiles.pool(rows, stripes);
                    assertEquals(rows.size(), pool.rows());
                    assertEquals(
                            rows.stream().anyMatch(row -> row.version() != 0), pool.hasVersions());
                    for (int stripe = 0; stripe < stripes.count(); stripe++) {
                        Row.assertSame(ofStripe(rows, stripes, stripe), PoolRows.of(pool, stripe));
                    }
                });
    }

    /** Buckets that are each a little larger than the one before must not each make a new array. */
    @Test
    void growsByHalfAtLeastUpToWhatItMayHave() {
        RowPool pool = new RowPool(1 << 20, _ -> {});
        pool.reserve(1);
        assertEquals(1 << 16, pool.memory().length);
        pool.reserve((1 << 16) + 1);
        assertEquals(3 << 15, pool.memory().length);
        pool.reserve(3 << 15);
        assertEquals(3 << 15, pool.memory().length);
        pool.reserve(1_000_001);
        assertEquals(1_000_008, pool.memory().length);
        pool.reserve(1 << 30);
        assertEquals(1 << 20, pool.memory().length);
    }

    @Test
    void givesAllRowsToTheFullHandlerOnceAndGoesOn() {
        Seeds.each(
                60,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows = shape.links(6000, true);
                    rows.set(100, bigRow(60_000, 7));
                    rows.set(101, bigRow(40_000, 8));
                    Borders stripes = TestFiles.borders(random, shape.id1s(), shape.id2s(), 20);
                    List<List<Row>> emptied = new ArrayList<>();
                    for (int stripe = 0; stripe < stripes.count(); stripe++) {
                        emptied.add(new ArrayList<>());
                    }
                    int[] calls = new int[1];
                    RowPool.FullHandler handler =
                            pool -> {
                                calls[0]++;
                                takeAll(pool, emptied);
                            };

                    RowPool pool = new RowPool(1 << 17, handler);
                    pool.reset(stripes);
                    rows.forEach(row -> row.appendTo(pool));
                    takeAll(pool, emptied);
                    assertTrue(pool.isEmpty());
                    assertTrue(calls[0] > 0, "never full");
                    for (int stripe = 0; stripe < stripes.count(); stripe++) {
                        Row.assertSame(ofStripe(rows, stripes, stripe), emptied.get(stripe));
                    }
                });
    }

    @Test
    void anEmptyPoolTakesALargerRowThanWasReserved() {
        RowPool pool = new RowPool(1 << 20, _ -> {});
        pool.reserve(1);
        bigRow(1 << 18, 1).appendTo(pool);
        assertEquals(1, pool.rows());
    }

    @Test
    void isAsLargeAsItMayBeOnceItWasFull() {
        int[] calls = {0};
        RowPool pool =
                new RowPool(
                        1 << 20,
                        full -> {
                            calls[0]++;
                            full.clear();
                        });
        pool.reserve(1);
        for (int i = 0; i < 20_000; i++) {
            Row.of(i, 0, i, i).appendTo(pool);
        }
        assertEquals(1, calls[0]);
    }

    @Test
    void refusesARowThatIsLargerThanThePool() {
        RowPool pool = new RowPool(1 << 16, RowPool::clear);
        SluiceException failure =
                assertThrows(SluiceException.class, () -> bigRow(1 << 16, 1).appendTo(pool));
        assertEquals(ErrorCode.RESOURCE, failure.code());
    }

    @Test
    void refusesToGoOnWhenTheHandlerDidNotEmptyIt() {
        RowPool pool = new RowPool(1 << 16, _ -> {});
        assertThrows(
                IllegalStateException.class,
                () -> {
                    for (int i = 0; i < 10_000; i++) {
                        Row.of(i, 0, i, i).appendTo(pool);
                    }
                });
    }

    @Test
    void givesEachTypeItsCodeAndRanksThemAsUnsignedNumbers() {
        TypeCodes codes = new TypeCodes(1000);
        long[] types = {5, -1, 0, Long.MIN_VALUE};
        for (int i = 0; i < types.length; i++) {
            assertEquals(i, codes.code(types[i]));
        }
        for (long type = 100; type < 1096; type++) {
            codes.code(type);
        }
        assertEquals(1000, codes.count());
        assertEquals(-1, codes.code(77));
        assertEquals(1, codes.code(-1));
        assertEquals(999, codes.ranks()[1]);
        assertEquals(998, codes.ranks()[3]);
        assertEquals(0, codes.ranks()[2]);
        codes.clear();
        assertEquals(0, codes.code(77));
    }

    @Test
    void typesThatComeByTurnsKeepTheirCodes() {
        TypeCodes codes = new TypeCodes(2);
        for (int turn = 0; turn < 3; turn++) {
            assertEquals(0, codes.code(0));
            assertEquals(1, codes.code(9));
            assertEquals(-1, codes.code(turn + 100));
        }
        codes.clear();
        assertEquals(0, codes.code(9));
        assertEquals(1, codes.code(0));
    }

    private static void takeAll(RowPool pool, List<List<Row>> target) {
        for (int stripe = 0; stripe < target.size(); stripe++) {
            target.get(stripe).addAll(PoolRows.of(pool, stripe));
        }
        pool.clear();
    }

    private static List<Row> ofStripe(List<Row> rows, Borders stripes, int stripe) {
        return rows.stream().filter(row -> stripes.find(row.id1(), row.id2()) == stripe).toList();
    }

    private static Row bigRow(int dataBytes, long id1) {
        byte[] data = new byte[dataBytes];
        data[dataBytes - 1] = 9;
        return new Row(id1, 1, 2, 3, 4, 0, data);
    }
}
