package sluice.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.testkit.FuzzRun;

/** Any bytes are a schema that is printed and read back, or an error that says where. */
class SchemaFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 schema");

    @FuzzTest(maxDuration = "2m")
    void readsBackOrSaysWhere(byte[] input) throws IOException {
        RUN.attempt(() -> attempt(input));
    }

    private static void attempt(byte[] input) {
        Schema schema;
        try {
            schema = SchemaReader.read("s", input);
        } catch (SluiceException e) {
            assertEquals(ErrorCode.CONFIG, e.code());
            String message = String.valueOf(e.getMessage());
            assertTrue(
                    message.matches("(?s)s:\\d+:\\d+: .+") || message.contains("not UTF-8"),
                    message);
            return;
        }
        assertEquals(schema, SchemaReader.read("s", schema.text()));
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
