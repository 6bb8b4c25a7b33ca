package sluice.schema;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import sluice.testkit.FuzzRun;

/** Any bytes are the data of a row that a writer makes again, or are refused. */
class ValueFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 value bytes");

    @FuzzTest(maxDuration = "2m")
    void givesAValueOrAFault(byte[] input) throws IOException {
        RUN.attempt(() -> ValueBytesTest.attempt(input));
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
