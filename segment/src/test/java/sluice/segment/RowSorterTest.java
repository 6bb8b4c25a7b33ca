package sluice.segment;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.testkit.Seeds;

/** The order of rows, compared with that of {@link Row#FILE_ORDER}, for rows of many shapes. */
class RowSorterTest {
    private final RowSorter sorter = new RowSorter();

    @Test
    void sortsByIdTypeNewestAndId2AndKeepsTheOrderOfEqualRows() {
        Seeds.each(
                60,
                random -> {
                    RandomRows shape = new RandomRows(random, true);
                    List<Row> rows =
                            shape.links(random.nextInt(random.nextBoolean() ? 50 : 6000), true);
                    if (random.nextBoolean()) {
                        long id2Mask = -1L >>> random.nextInt(Long.SIZE);
                        rows = rows.stream().map(row -> ofOneTime(row, id2Mask)).toList();
                    }
                    List<Row> all = rows;
                    Borders stripes = TestFiles.borders(random, shape.id1s(), shape.id2s(), 6);

                    RowPool pool = TestFiles.pool(rows, stripes);
                    sorter.begin(pool);
                    for (int stripe = 0; stripe < stripes.count(); stripe++) {
                        int wanted = stripe;
                        List<Row> expected =
                                all.stream()
                                        .filter(row -> stripes.find(row.id1(), row.id2()) == wanted)
                                        .sorted(Row.FILE_ORDER)
                                        .toList();
                        Row.assertSame(expected, sorted(pool, stripe));
                    }
                });
    }

    /** Type and id2 then have room in one number, or hardly. */
    private static Row ofOneTime(Row row, long id2Mask) {
        return new Row(
                row.id1(),
                row.type(),
                row.id2() & id2Mask,
                7,
                row.version(),
                row.flags(),
                row.data());
    }

    private List<Row> sorted(RowPool pool, int stripe) {
        int count = sorter.sort(pool, stripe);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(PoolRows.at(pool, sorter.places()[i]));
        }
        return rows;
    }
}
