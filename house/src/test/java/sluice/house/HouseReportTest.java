package sluice.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The report of the house is printed, and kept in target/house.md. */
class HouseReportTest {
    @Test
    void theHouseIsCounted() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            new HouseReport(out, Sources.all()).print();
        }
        String report = bytes.toString(StandardCharsets.UTF_8);
        for (String module : House.MODULES) {
            assertTrue(report.contains("| " + module + " |"), module);
        }
        assertTrue(report.contains("| circles between packages / between files | 0 / "), report);
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "house.md"), report);
    }
}
