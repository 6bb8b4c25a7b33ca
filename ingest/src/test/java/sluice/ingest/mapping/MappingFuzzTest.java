package sluice.ingest.mapping;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import sluice.ingest.Source;
import sluice.model.SluiceException;
import sluice.testkit.FuzzRun;

/**
 * Any text is a mapping, or is refused with a message for its user. The first byte chooses the file
 * that is read by it.
 */
class MappingFuzzTest {
    private static final FuzzRun RUN = new FuzzRun("E7 mapping");
    private static final List<String> FILES =
            List.of("src,dst,when\n1,2,3\n", ":ID(P)|name\na|b\n", "1\t2\n3\t4\n", "");

    @TempDir static Path directory;

    @FuzzTest(maxDuration = "2m")
    void isAMappingOrRefused(byte[] input) throws IOException {
        RUN.attempt(
                () -> {
                    int choice = input.length == 0 ? 0 : (input[0] & 0xff) % FILES.size();
                    Path file = directory.resolve("f%d.csv".formatted(choice));
                    if (!Files.exists(file)) {
                        Files.writeString(file, FILES.get(choice));
                    }
                    int from = Math.min(1, input.length);
                    String text =
                            new String(input, from, input.length - from, StandardCharsets.UTF_8);
                    Path mapping = Files.writeString(directory.resolve("mapping.yaml"), text);
                    try {
                        Source.open(List.of(file.toString()), mapping);
                    } catch (SluiceException refused) {
                        return;
                    }
                });
    }

    @AfterAll
    static void leaveRecord() throws IOException {
        RUN.close();
    }
}
