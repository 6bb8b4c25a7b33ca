package sluice.cli.stores;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sluice.dictionary.Dictionary;
import sluice.hot.rocksdb.HotCheck;
import sluice.live.OwnHotStore;
import sluice.load.files.StoreFiles;
import sluice.load.version.StoreVersion;
import sluice.load.version.Versions;
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
     * meanwhile is an error. No version is deleted until it ends.
     */
    public static StoreCheck run(Storage storage, Path path, StoreVerifier.Progress progress)
            throws IOException {
        long versionBefore = version(storage);
        HotCheck.Report hot = OwnHotStore.check(path, storage);
        StoreCheck check = new StoreCheck(List.of(), 0, 0, 0, 0, 0, 0, hot);
        try (Closeable _ = Versions.keepAll(storage)) {
            for (Storage state : states(storage)) {
                check = check.with(state, progress);
            }
        }
        if (!check.isGood() && version(storage) != versionBefore) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s changed while it was verified: a load is running; verify it when that has ended"
                            .formatted(storage.location()));
        }
        return check;
    }

    /** The store as it is served, and each of its other versions. */
    private static List<Storage> states(Storage storage) throws IOException {
        List<Storage> states = new ArrayList<>();
        List<StoreVersion> versions;
        try {
            versions = Versions.list(storage);
        } catch (CorruptFileException e) {
            if (!e.file().equals(Manifest.FILE_NAME)) {
                throw e;
            }
            // The check of the store itself reports its manifest.
            return List.of(storage);
        }
        if (versions.isEmpty() || storage.list().contains(Manifest.FILE_NAME)) {
            states.add(storage);
        }
        for (StoreVersion version : versions) {
            if (version.state() != StoreVersion.State.SERVED) {
                states.add(Versions.view(storage, version.number()));
            }
        }
        return states;
    }

    /** This, and what comes of verifying {@code state}. */
    private StoreCheck with(Storage state, StoreVerifier.Progress progress) throws IOException {
        StoreVerifier.Report report =
                StoreVerifier.verify(
                        state,
                        StoreVerifier.Options.DEFAULT
                                .withOtherFiles(StoreFiles::verifyOther)
                                .withProgress(progress));
        // Files that two versions share are found in both.
        Set<Finding> all = new LinkedHashSet<>(findings);
        all.addAll(report.findings());
        List<CorruptFileException> damages = dictionaryDamages(state, report);
        for (CorruptFileException damage : damages) {
            all.add(
                    new Finding(
                            false, damage.file(), damage.offset(), NONE, NONE, damage.finding()));
        }
        return new StoreCheck(
                List.copyOf(all),
                findingCount + report.findingCount() + damages.size(),
                files + report.files(),
                bytes + report.bytes(),
                blocks + report.blocks(),
                linkRows + report.linkRows(),
                nodeRows + report.nodeRows(),
                hot);
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
