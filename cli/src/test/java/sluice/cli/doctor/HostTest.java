package sluice.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
final class HostTest {
    /** Linux answers only the first read of such a file, and says that its length is 0. */
    @Test
    void settingsOfTheSystemAreReadWhole() throws Exception {
        Path setting = Path.of("/proc/sys/vm/max_map_count");
        String whole;
        try (InputStream input = Files.newInputStream(setting)) {
            byte[] bytes = new byte[100];
            whole = new String(bytes, 0, input.read(bytes), StandardCharsets.UTF_8);
        }
        assertEquals(whole, Host.ofProcess(Map.of()).text(setting.toString()).orElseThrow());
    }
}
