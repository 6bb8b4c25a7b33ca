package sluice.load;

import java.io.IOException;
import java.util.Optional;
import sluice.load.files.Leftovers;
import sluice.load.job.LoadIdentity;
import sluice.load.job.LoadProgress;
import sluice.load.job.LoadState;
import sluice.load.job.Publisher;
import sluice.load.remote.RemoteBuilder;
import sluice.load.remote.RemoteStore;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * Makes segments of runs whose rows are all built in a cold store elsewhere. The next load needs
 * them: what it changes there is what its runs change in them. They are the same content in the
 * directory as the runs, so that readers see no difference.
 *
 * <p>Cost: of the first load all rows are merged once more, when the second one begins; from then
 * on those of the buckets that a load has touched. Interrupted anywhere it goes on.
 */
final class Consolidation {
    private final Job job;
    private final Storage storage;
    private final RemoteStore remote;

    /** Consolidates the store of a job whose buckets are built elsewhere. */
    Consolidation(Job job) {
        this.job = job;
        this.storage = job.storage();
        this.remote = job.remote().orElseThrow();
    }

    /**
     * Has the store take a load of this identity, where it is another than the last one and that is
     * all built; returns the manifest after it. To be called with the store's lock held.
     */
    Optional<Manifest> beforeLoad(Optional<Manifest> found, LoadIdentity identity)
            throws IOException {
        boolean isSame =
                found.isPresent()
                        && found.get().phase() == Manifest.Phase.BUILDING
                        && LoadIdentity.parse(found.get().loadIdentity())
                                .sameAs(identity, job.options().chunkBytes());
        return isSame ? found : ifBuilt(found, new LoadProgress());
    }

    /**
     * Has the store take online writes, where the last load is all built; ends an absorption that
     * was interrupted. Returns the manifest after it. To be called with the store's lock held.
     */
    Optional<Manifest> ifBuilt(Optional<Manifest> found, LoadProgress progress) throws IOException {
        if (found.isEmpty()) {
            return found;
        }
        Manifest manifest = found.get();
        return switch (manifest.phase()) {
            case STAGING, COMPLETE -> found;
            case BUILDING -> {
                remote.attach(storage, manifest);
                yield remote.isAllBuilt() ? Optional.of(run(manifest)) : found;
            }
            case ABSORBING -> Optional.of(absorbed(manifest, progress));
        };
    }

    /** Builds what online writes have changed, elsewhere and then here. */
    Manifest absorbed(Manifest manifest, LoadProgress progress) throws IOException {
        LoadState state =
                new LoadState(
                        manifest.loadNumber(),
                        0,
                        job.options(),
                        job.memory(),
                        progress,
                        job.events());
        job.demand().begin(manifest.borders());
        new RemoteBuilder(state, storage, manifest, remote, job.demand(), job.order()).run();
        return run(manifest);
    }

    private Manifest run(Manifest manifest) throws IOException {
        Leftovers.delete(storage, Optional.of(manifest), false);
        Job unwatched = job.before();
        try (Publisher publisher = AbsorbedBuild.publisher(unwatched, manifest)) {
            AbsorbedBuild.run(publisher, unwatched);
            return publisher.manifest();
        }
    }
}
