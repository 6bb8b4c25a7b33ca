package sluice.ingest.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import sluice.ingest.ChunkQueueTest;
import sluice.testkit.Edits;
import sluice.testkit.FuzzRun;

/**
 * A gzip file of several members with any changes is refused as damaged, or gives the text that
 * Java's own reader takes out of it.
 */
class GzipFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 gzip");
    private static final byte[] GOOD = good();

    private static byte[] good() {
        try {
            return ChunkQueueTest.pack("gzip", "1 2\n3 4\n".repeat(20));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void isRefusedOrHasTheTextThatJavaReads(byte[] input) throws IOException {
        RUN.attempt(
                () -> {
                    byte[] packed = Edits.apply(GOOD, input);
                    byte[] text;
                    try (GzipInput ours = new GzipInput(new ByteArrayInputStream(packed))) {
                        text = ours.readAllBytes();
                    } catch (IOException refused) {
                        return;
                    }
                    try (GZIPInputStream java =
                            new GZIPInputStream(new ByteArrayInputStream(packed))) {
                        assertArrayEquals(java.readAllBytes(), text);
                    }
                });
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
