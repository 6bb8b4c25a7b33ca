package sluice.cli.stores;

import java.util.UUID;
import sluice.cluster.load.place.DriverName;

/** The process of a command as the driver of a load. */
public final class ThisDriver {
    private ThisDriver() {}

    /** A driver with an epoch of its own. */
    public static DriverName name() {
        return new DriverName(
                UUID.randomUUID(),
                "process " + ProcessHandle.current().pid(),
                System::currentTimeMillis);
    }
}
