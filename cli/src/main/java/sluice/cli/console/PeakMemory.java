package sluice.cli.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The most memory of its own that this process had when it was looked at, heap and all, where the
 * system tells. Mapped files are not in it: the system takes their pages back when it likes. Java
 * gives little back before it ends, so that few looks miss little.
 */
public final class PeakMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String KEY = "RssAnon:";

    private OptionalLong most = OptionalLong.empty();

    /** Reads what there is now; some 30 microseconds. */
    public synchronized void look() {
        try {
            OptionalLong now =
                    Files.isReadable(STATUS)
                            ? parse(Files.readString(STATUS, StandardCharsets.UTF_8))
                            : OptionalLong.empty();
            if (now.isPresent()) {
                most = OptionalLong.of(Math.max(now.getAsLong(), most.orElse(0)));
            }
        } catch (IOException _) {
            // A figure in a report; the load that it is about goes on.
        }
    }

    public synchronized OptionalLong bytes() {
        return most;
    }

    /** Of a line such as {@code RssAnon: 48312 kB}. */
    public static OptionalLong parse(String status) {
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
