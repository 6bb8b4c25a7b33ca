package sluice.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.storage.FileEntry;
import sluice.testkit.DocumentedBytes;

/** The manifest that docs/format.md shows: it is written so, and so it is read. */
class ManifestDocumentTest {
    private static final DocumentedBytes EXAMPLE = DocumentedBytes.ofFormatPage("manifest");

    private static final Manifest MANIFEST =
            new Manifest(
                    7,
                    true,
                    2,
                    Manifest.Phase.BUILDING,
                    "files=1\n",
                    List.of(
                            new Bucket(
                                    0,
                                    0,
                                    Bucket.State.BUILT,
                                    new FileEntry("segment-000002-000000", 480, 0xD227E3F0),
                                    3),
                            new Bucket(8, 0, Bucket.State.STAGED, null, 0)),
                    List.of(new FileEntry("run-000002-000000-000000-000", 592, 0x01020304)),
                    List.of(new FileEntry("dict-1", 199, 0x35E435CF)));

    @Test
    void theDocumentShowsWhatIsWritten() throws IOException {
        EXAMPLE.assertWritten(ManifestFile.encode(MANIFEST));
    }

    @Test
    void whatTheDocumentShowsIsRead() throws IOException {
        assertEquals(MANIFEST, ManifestFile.decode(EXAMPLE.bytes()));
    }
}
