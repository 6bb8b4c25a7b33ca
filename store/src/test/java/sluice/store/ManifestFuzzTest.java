package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.testkit.Edits;
import sluice.testkit.FuzzRun;

/**
 * A manifest with any changes, its checksum made right again, is refused, or read and then written
 * with the same meaning.
 */
class ManifestFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 manifest");
    private static final byte[] GOOD = ManifestFile.encode(ManifestFileTest.MANIFEST);

    @FuzzTest(maxDuration = "2m")
    void isRefusedOrUnderstood(byte[] input) throws IOException {
        RUN.attempt(
                () -> {
                    byte[] changed = Edits.apply(GOOD, input);
                    try {
                        Manifest manifest = ManifestFile.decode(ManifestFileTest.sealed(changed));
                        assertEquals(manifest, ManifestFile.decode(ManifestFile.encode(manifest)));
                    } catch (CorruptFileException | SluiceException refused) {
                        return;
                    }
                });
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
