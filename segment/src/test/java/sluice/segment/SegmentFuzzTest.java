package sluice.segment;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import sluice.testkit.Edits;
import sluice.testkit.FuzzRun;

/** A segment with any changes, its checksums made right again, gives rows or a declared failure. */
class SegmentFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 segment");
    private static final byte[] GOOD = good();

    private static byte[] good() {
        try {
            return BlockFileMutantTest.segment(new SplittableRandom(1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void givesRowsOrADeclaredFailure(byte[] input) throws IOException {
        RUN.attempt(
                () ->
                        BlockFileMutantTest.readSealed(
                                new SplittableRandom(1), Edits.apply(GOOD, input)));
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
