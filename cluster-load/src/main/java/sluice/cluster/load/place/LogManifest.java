package sluice.cluster.load.place;

import java.io.IOException;
import java.util.Optional;
import sluice.load.files.Manifests;
import sluice.model.SluiceException;
import sluice.storage.publish.PublishedFiles;
import sluice.store.Manifest;
import sluice.store.commit.LogCommit;

/** The manifests of a store that many machines load into: a log, whose last writer wins. */
final class LogManifest implements ManifestCommit {
    private final LogCommit log;

    private LogManifest(LogCommit log) {
        this.log = log;
    }

    static LogManifest begin(PublishedFiles files, DriverName driver) throws IOException {
        return new LogManifest(
                LogCommit.begin(
                        files,
                        driver.epoch(),
                        driver.host(),
                        LogCommit.Keep.USUAL,
                        driver.millisClock()));
    }

    @Override
    public Optional<Manifest> found() {
        return log.found();
    }

    @Override
    public Manifest takeOver() throws IOException {
        return commit(log.found().orElseThrow());
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
