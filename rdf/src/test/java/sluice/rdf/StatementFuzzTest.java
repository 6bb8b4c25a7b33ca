package sluice.rdf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import sluice.testkit.FuzzRun;

/**
 * Looks for text on which {@link StatementParser} and {@link ReferenceParser} differ, guided by the
 * branches it takes. The first byte chooses the dialect; the rest is the text. Runs with the
 * profile {@code fuzz} only, and searches when JAZZER_FUZZ=1 is set.
 */
class StatementFuzzTest {
    /** The reference goes through a text character by character, with the stack. */
    private static final int BYTES_MAX = 1 << 12;

    private static final FuzzRun RUN = new FuzzRun("E7 statements of RDF");

    @FuzzTest(maxDuration = "2m")
    void parsesAnyTextAsTheReferenceDoes(byte[] input) throws IOException {
        RUN.attempt(() -> attempt(input));
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }

    private static void attempt(byte[] input) {
        int choice = input.length == 0 ? 0 : input[0];
        RdfDialect dialect = (choice & 1) == 0 ? RdfDialect.W3C : RdfDialect.DGRAPH;
        boolean graphs = (choice & 2) == 0;
        int to = Math.min(input.length, BYTES_MAX);
        byte[] text = Arrays.copyOfRange(input, Math.min(1, to), to);
        assertEquals(
                new ReferenceParser(dialect, graphs).parse(text),
                StatementText.parse(dialect, graphs, text));
    }
}
