package sluice.cli.stores;

import java.io.IOException;
import sluice.cluster.load.ClusterAbandonment;
import sluice.cluster.load.place.DriverName;
import sluice.cluster.load.place.StorePlace;
import sluice.load.Abandoned;
import sluice.load.Load;
import sluice.load.version.VersionLoad;
import sluice.storage.Storage;
import sluice.store.VersionFiles;
import sluice.store.shared.SharedStorage;

/** Gives up unfinished loads, wherever the store is. */
public final class GivenUpLoads {
    private GivenUpLoads() {}

    /** Gives up the load of the store in {@code storage}, if there is one before its uptime. */
    public static Abandoned abandon(Storage storage) throws IOException {
        if (storage instanceof SharedStorage shared) {
            DriverName driver = ThisDriver.name();
            return ClusterAbandonment.run(StorePlace.probed(shared, driver.process()), driver);
        }
        return VersionFiles.areIn(storage) ? VersionLoad.abandon(storage) : Load.abandon(storage);
    }
}
