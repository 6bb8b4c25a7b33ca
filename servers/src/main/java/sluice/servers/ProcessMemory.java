package sluice.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What Linux tells of a process's memory; elsewhere nothing is known of it. */
public final class ProcessMemory {
    /** The most that was resident at once, mapped files included. */
    public static final String RESIDENT_MAX = "VmHWM";

    /** What is resident now and belongs to no file. */
    public static final String ANONYMOUS = "RssAnon";

    private ProcessMemory() {}

    /** The field of the process {@code processId}, in bytes; empty where it cannot be read. */
    public static OptionalLong bytes(long processId, String field) {
        Path status = Path.of("/proc", Long.toString(processId), "status");
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(field + ":")) {
                    String number = line.replaceAll("\\D", "");
                    return OptionalLong.of(Long.parseLong(number) << 10);
                }
            }
            return OptionalLong.empty();
        } catch (IOException e) {
            // The process has ended, or the system has no such file.
            return OptionalLong.empty();
        }
    }
}
