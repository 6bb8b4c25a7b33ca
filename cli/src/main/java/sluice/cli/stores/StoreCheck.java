package sluice.cli.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sluice.dictionary.Dictionary;
import sluice.hot.rocksdb.HotCheck;
import sluice.live.OwnHotStore;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.StoreVerifier;
import sluice.store.StoreVerifier.Finding;

/**
 * What came of verifying a store: its files by {@link StoreVerifier}, the content of its
 * dictionaries by {@link Dictionary#verify}, its online writes by {@link HotCheck}.
 *
 * @param findings the first ones, notes among them
 * @param findingCount how many there are in all, without notes
 * @param hot the rows that were written online, and what is wrong with them
 */
public record StoreCheck(
        List<Finding> findings,
        long findingCount,
        int files,
        long bytes,
        long blocks,
        long linkRows,
        long nodeRows,
        HotCheck.Report hot) {
    private static final int NONE = -1;

    public StoreCheck {
        findings = List.copyOf(findings);
    }

    /**
     * Verifies the store in {@code storage}, the directory at {@code path}; one that a load changes
     * meanwhile is an error.
     */
    public static StoreCheck run(Storage storage, Path path, StoreVerifier.Progress progress)
            throws IOException {
        long versionBefore = version(storage);
        StoreVerifier.Report report =
                StoreVerifier.verify(
                        storage,
                        StoreVerifier.Options.DEFAULT
                                .withOtherFiles(StoreFiles::verifyOther)
                                .withProgress(progress));
        List<Finding> findings = new ArrayList<>(report.findings());
        List<CorruptFileException> damages = dictionaryDamages(storage, report);
        for (CorruptFileException damage : damages) {
            findings.add(
                    new Finding(
                            false, damage.file(), damage.offset(), NONE, NONE, damage.finding()));
        }
        StoreCheck check =
                new StoreCheck(
                        findings,
                        report.findingCount() + damages.size(),
                        report.files(),
                        report.bytes(),
                        report.blocks(),
                        report.linkRows(),
                        report.nodeRows(),
                        OwnHotStore.check(path, storage));
        if (!check.isGood() && version(storage) != versionBefore) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s changed while it was verified: a load is running; verify it when that has ended"
                            .formatted(storage.location()));
        }
        return check;
    }

    /** Whether the store is as it must be. */
    public boolean isGood() {
        return findingCount + hot.findingCount() == 0;
    }

    /** Where a file has the wrong length or is missing, its content says nothing more. */
    private static List<CorruptFileException> dictionaryDamages(
            Storage storage, StoreVerifier.Report report) throws IOException {
        Optional<Manifest> manifest = manifest(storage);
        if (manifest.isEmpty()) {
            return List.of();
        }
        List<String> found = report.findings().stream().map(Finding::file).toList();
        boolean known =
                manifest.get().dictionaries().stream()
                        .anyMatch(file -> found.contains(file.name()));
        return known ? List.of() : Dictionary.verify(storage, manifest.get().nameFiles());
    }

    private static long version(Storage storage) throws IOException {
        return manifest(storage).map(Manifest::version).orElse(0L);
    }

    /** Empty also where it is damaged, which the verifier tells. */
    private static Optional<Manifest> manifest(Storage storage) throws IOException {
        try {
            return ManifestFile.read(storage);
        } catch (CorruptFileException _) {
            return Optional.empty();
        }
    }
}
