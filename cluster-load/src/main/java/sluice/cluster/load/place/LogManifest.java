package sluice.cluster.load.place;

import java.io.IOException;
import java.util.Optional;
import sluice.load.files.Manifests;
import sluice.model.SluiceException;
import sluice.storage.publish.PublishedFiles;
import sluice.store.Manifest;
import sluice.store.commit.LogCommit;

/**
 * The manifests of a store that many machines load into: a log, whose last writer wins. A driver
 * that finds an unfinished load takes it over by its first commit.
 */
final class LogManifest implements ManifestCommit {
    private final LogCommit log;
    private final Optional<Manifest> found;

    private LogManifest(LogCommit log, Optional<Manifest> found) {
        this.log = log;
        this.found = found;
    }

    static LogManifest begin(PublishedFiles files, DriverName driver) throws IOException {
        LogCommit log =
                LogCommit.begin(
                        files,
                        driver.epoch(),
                        driver.host(),
                        LogCommit.Keep.USUAL,
                        driver.millisClock());
        Optional<Manifest> found = log.found();
        if (found.isPresent() && found.get().phase() != Manifest.Phase.COMPLETE) {
            Manifest taken = Manifests.withVersion(found.get(), log.last() + 1);
            log.commit(taken);
            found = Optional.of(taken);
        }
        return new LogManifest(log, found);
    }

    @Override
    public Optional<Manifest> found() {
        return found;
    }

    @Override
    public Manifest commit(Manifest next) throws IOException {
        Manifest committed = Manifests.withVersion(next, log.last() + 1);
        log.commit(committed);
        return committed;
    }

    @Override
    public Optional<SluiceException> superseded() throws IOException {
        return log.findSuperseding();
    }

    @Override
    public boolean isAlone() {
        return false;
    }

    @Override
    public void close() {}
}
