package sluice.ingest.row;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares {@link RowParser} with {@link ReferenceParser} over random relations and texts, cut into
 * random windows. {@code -Dseed=} replays one case, {@code -Dfuzz.seconds=} runs longer.
 */
class RowParserRandomTest {
    private static final long SECONDS = Long.getLong("fuzz.seconds", 3);
    private static final int TEXTS_MIN = 300;

    @Test
    void parsesAnyTextAsTheReferenceDoes() throws IOException {
        Long seed = Long.getLong("seed");
        if (seed != null) {
            compare(seed);
            return;
        }
        long first = new Random().nextLong();
        long deadline = System.nanoTime() + SECONDS * 1_000_000_000L;
        Totals totals = new Totals();
        for (long next = first; totals.texts < TEXTS_MIN || System.nanoTime() < deadline; next++) {
            try {
                totals.add(compare(next));
            } catch (Throwable failure) {
                System.out.println("replay with -Dseed=" + next);
                throw failure;
            }
        }
        System.out.println("compared " + totals + ", seeds from " + first);
        assertTrue(
                totals.rows > 500 && totals.rejected > 500,
                () -> "too little was compared: " + totals);
    }

    private static final class Totals {
        long texts;
        long rows;
        long rejected;

        void add(ParserComparison comparison) {
            texts++;
            rows += comparison.rows();
            rejected += comparison.rejected();
        }

        @Override
        public String toString() {
            return texts + " texts, " + rows + " rows, " + rejected + " rejects";
        }
    }

    private static ParserComparison compare(long seed) throws IOException {
        Random random = new Random(seed);
        Relation relation = new RandomRelations(random).next();
        byte[] text = new RandomText(random, relation).next(random.nextInt(1, 60));
        return ParserComparison.of("seed " + seed, relation, text, random);
    }
}
