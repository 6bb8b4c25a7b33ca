package sluice.cluster.load.place;

import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The driver of a load, as other drivers see it.
 *
 * @param epoch drawn at random for each driver
 * @param host where it runs, for messages
 * @param millisClock the clock of that host
 */
public record DriverName(UUID epoch, String host, LongSupplier millisClock) {
    /** Tells this driver's process from others in the names of files. */
    public String process() {
        return "%d-%08x"
                .formatted(ProcessHandle.current().pid(), (int) epoch.getLeastSignificantBits());
    }
}
