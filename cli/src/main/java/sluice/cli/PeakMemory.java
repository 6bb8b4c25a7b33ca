package sluice.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The most memory that this process has had, heap and all, where the system tells. */
final class PeakMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String KEY = "VmHWM:";

    private PeakMemory() {}

    static OptionalLong bytes() {
        if (!Files.isReadable(STATUS)) {
            return OptionalLong.empty();
        }
        try {
            return parse(Files.readString(STATUS, StandardCharsets.UTF_8));
        } catch (IOException _) {
            // A figure in a report; the load it is about is done.
            return OptionalLong.empty();
        }
    }

    /** Of a line such as {@code VmHWM: 48312 kB}. */
    static OptionalLong parse(String status) {
        return status.lines()
                .filter(line -> line.startsWith(KEY) && line.endsWith(" kB"))
                .mapToLong(
                        line ->
                                1024
                                        * Long.parseLong(
                                                line.substring(KEY.length(), line.length() - 3)
                                                        .trim()))
                .findFirst();
    }
}
