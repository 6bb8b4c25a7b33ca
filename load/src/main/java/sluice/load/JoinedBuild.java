package sluice.load;

import java.io.IOException;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.remote.RemoteBuilder;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** Joins in building what a load, of this process or another, has staged for a remote store. */
public final class JoinedBuild {
    private JoinedBuild() {}

    /**
     * Builds buckets of the job's store in its remote store, beside other processes; returns once
     * all are built. Refuses while the load still stages.
     */
    public static void run(Job job) throws IOException {
        Storage storage = job.storage();
        Manifest manifest =
                ManifestFile.read(storage)
                        .filter(Manifest::complete)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "%s has not staged all of its source: repeat its load first"
                                                        .formatted(storage.location())));
        LoadIdentity identity = LoadIdentity.parse(manifest.loadIdentity());
        LoadState state =
                new LoadState(
                        manifest.loadNumber(),
                        identity.key(),
                        job.options(),
                        job.memory(),
                        job.progress(),
                        job.events());
        job.demand().begin(manifest.borders());
        job.progress().enter(LoadProgress.Phase.BUILD);
        new RemoteBuilder(
                        state,
                        storage,
                        manifest,
                        job.remote().orElseThrow(),
                        job.demand(),
                        job.order())
                .run();
        job.progress().enter(LoadProgress.Phase.DONE);
    }
}
