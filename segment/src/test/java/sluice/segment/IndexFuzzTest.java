package sluice.segment;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;

/**
 * An index section with any changes, the checksums of its blocks made right again, gives keys or a
 * declared failure.
 */
class IndexFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 index sections");
    private static final IndexFile GOOD = good();

    private static IndexFile good() {
        IndexFile file = new IndexFile();
        for (int i = 0; i < 20_000; i++) {
            file.add("many", 3L * i);
            file.add("key" + i % 1000, i);
        }
        try {
            return file.write(1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @FuzzTest(maxDuration = "2m")
    void givesKeysOrADeclaredFailure(byte[] input) throws IOException {
        RUN.attempt(
                () -> {
                    byte[] bytes = Edits.apply(GOOD.bytes, input);
                    GOOD.seal(bytes);
                    IndexSectionTest.readSealed(GOOD, bytes);
                });
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
