package sluice.cli.stores;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import sluice.cli.options.StoreSite;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
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
import sluice.store.VerifiedFiles;

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
     * Verifies the store in {@code storage}, which is at {@code site}; one that a load changes at
     * the same time is an error. No version is deleted until it ends.
     */
    public static StoreCheck run(Storage storage, StoreSite site, StoreVerifier.Progress progress)
            throws IOException {
        long versionBefore = version(storage);
        HotCheck.Report hot =
                site.isAddress()
                        ? new HotCheck.Report(0, 0, List.of(), 0)
                        : OwnHotStore.check(site.directory(), storage);
        StoreCheck check = new StoreCheck(List.of(), 0, 0, 0, 0, 0, 0, hot);
        try (Closeable _ = Versions.keepAll(storage)) {
            check = check.with(states(storage), progress);
        }
        if (!check.isGood() && version(storage) != versionBefore) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s changed while it was verified: a load is running; verify it when that has ended"
                            .formatted(storage.location()));
        }
        return check;
    }

    /** Each version of the store, oldest first, and the store as it is served. */
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
        for (StoreVersion version : versions) {
            boolean isServed = version.state() == StoreVersion.State.SERVED;
            states.add(isServed ? storage : Versions.view(storage, version.number()));
        }
        boolean isThere = versions.isEmpty() || storage.list().contains(Manifest.FILE_NAME);
        if (isThere && !states.contains(storage)) {
            states.add(storage);
        }
        return states;
    }

    /** This, and what comes of verifying {@code states}, which share files. */
    private StoreCheck with(List<Storage> states, StoreVerifier.Progress progress)
            throws IOException {
        StoreVerifier.Options options =
                StoreVerifier.Options.DEFAULT
                        .withOtherFiles(StoreFiles::verifyOther)
                        .withProgress(progress);
        VerifiedFiles verified = new VerifiedFiles();
        StoreCheck check = this;
        for (Storage state : states) {
            check = check.with(StoreVerifier.verify(state, options, verified));
            // All states have the same directory.
            options = options.withOtherFiles((_, _) -> true);
        }
        return check.withDictionaries(states);
    }

    private StoreCheck with(StoreVerifier.Report report) {
        return new StoreCheck(
                joined(findings, report.findings()),
                findingCount + report.findingCount(),
                files + report.files(),
                bytes + report.bytes(),
                blocks + report.blocks(),
                linkRows + report.linkRows(),
                nodeRows + report.nodeRows(),
                hot);
    }

    /** Newest first: a version has the dictionaries of all before it. */
    private StoreCheck withDictionaries(List<Storage> states) throws IOException {
        List<String> found = findings.stream().map(Finding::file).toList();
        Set<NameFile> verified = new HashSet<>();
        List<Finding> damages = new ArrayList<>();
        for (Storage state : states.reversed()) {
            List<NameFile> names = manifest(state).map(Manifest::nameFiles).orElse(List.of());
            // Where a file has the wrong length or is missing, its content says nothing more.
            boolean known = names.stream().anyMatch(file -> found.contains(file.name()));
            if (!known && !verified.containsAll(names)) {
                Dictionary.verify(state, names).forEach(damage -> damages.add(finding(damage)));
                verified.addAll(names);
            }
        }
        return new StoreCheck(
                joined(findings, damages),
                findingCount + damages.size(),
                files,
                bytes,
                blocks,
                linkRows,
                nodeRows,
                hot);
    }

    private static List<Finding> joined(List<Finding> some, List<Finding> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /** Whether the store is as it must be. */
    public boolean isGood() {
        return findingCount + hot.findingCount() == 0;
    }

    private static Finding finding(CorruptFileException damage) {
        return new Finding(false, damage.file(), damage.offset(), NONE, NONE, damage.finding());
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
