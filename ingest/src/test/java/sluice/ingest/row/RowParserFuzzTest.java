package sluice.ingest.row;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import sluice.testkit.FuzzRun;

/**
 * Looks for text on which {@link RowParser} and {@link ReferenceParser} differ, guided by the
 * branches it takes. The first two bytes choose the relation, the limits and the windows; the rest
 * is the text. Runs with the profile {@code fuzz} only, and searches when JAZZER_FUZZ=1 is set.
 */
class RowParserFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 delimited text");

    @FuzzTest(maxDuration = "2m")
    void parsesAnyTextAsTheReferenceDoes(byte[] input) throws IOException {
        int choice = input.length < 2 ? 0 : (input[0] & 0xff) << 8 | input[1] & 0xff;
        Random random = new Random(choice);
        Relation relation = new RandomRelations(random).next();
        byte[] text = Arrays.copyOfRange(input, Math.min(2, input.length), input.length);
        RUN.attempt(() -> ParserComparison.of("choice " + choice, relation, text, random));
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
