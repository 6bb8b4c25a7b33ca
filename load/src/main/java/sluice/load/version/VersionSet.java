package sluice.load.version;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/**
 * The versions of a store at one moment, as their files say.
 *
 * @param sealed each version by its number
 * @param served the manifest that readers are answered from; empty before the first is published
 * @param pinned the numbers of versions that are not to be deleted
 * @param damaged the versions whose files cannot be read, with the reason; they are not sealed
 */
record VersionSet(
        TreeMap<Integer, Manifest> sealed,
        Optional<Manifest> served,
        Set<Integer> pinned,
        TreeMap<Integer, CorruptFileException> damaged) {

    static VersionSet read(Storage storage) throws IOException {
        TreeMap<Integer, Manifest> sealed = new TreeMap<>();
        Set<Integer> pinned = new HashSet<>();
        TreeMap<Integer, CorruptFileException> damaged = new TreeMap<>();
        for (String name : storage.list()) {
            int number = VersionFiles.number(name);
            if (number > 0) {
                try {
                    ManifestFile.read(storage, name)
                            .ifPresent(version -> sealed.put(number, version));
                } catch (CorruptFileException e) {
                    damaged.put(number, e);
                }
            }
            if (VersionFiles.pinned(name) > 0) {
                pinned.add(VersionFiles.pinned(name));
            }
        }
        return new VersionSet(sealed, ManifestFile.read(storage), pinned, damaged);
    }

    /** Throws if a version is damaged: nobody knows which files it needs. */
    void requireWhole() throws IOException {
        if (!damaged.isEmpty()) {
            throw damaged.firstEntry().getValue();
        }
    }

    /** The version {@code number}; throws if it is not there, or damaged. */
    Manifest version(int number, String location) throws IOException {
        CorruptFileException damage = damaged.get(number);
        if (damage != null) {
            throw damage;
        }
        Manifest version = sealed.get(number);
        if (version == null) {
            String there =
                    sealed.isEmpty()
                            ? "it has none"
                            : "it has "
                                    + sealed.keySet().stream()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(", "));
            throw new SluiceException(
                    ErrorCode.STORE, "%s has no version %d; %s".formatted(location, number, there));
        }
        return version;
    }

    /** The number of the version that is served; 0 if none is. */
    int servedNumber() {
        return served.map(Manifest::loadNumber).orElse(0);
    }

    /** The highest number that was ever served; 0 if none was. */
    int newestServed() {
        return served.map(Manifest::newestServed).orElse(0);
    }

    /** The highest number of all, or 0. */
    int newest() {
        int whole = sealed.isEmpty() ? 0 : sealed.lastKey();
        return damaged.isEmpty() ? whole : Math.max(whole, damaged.lastKey());
    }

    StoreVersion.State state(int number) {
        if (number == servedNumber()) {
            return StoreVersion.State.SERVED;
        }
        if (number > newestServed()) {
            return StoreVersion.State.READY;
        }
        return number < servedNumber() ? StoreVersion.State.KEPT : StoreVersion.State.ROLLED_BACK;
    }

    /** How many versions list each file; the served manifest is a copy of one. */
    Map<FileEntry, Integer> shares() {
        Map<FileEntry, Integer> shares = new HashMap<>();
        for (Manifest version : sealed.values()) {
            version.files().forEach(file -> shares.merge(file, 1, Integer::sum));
        }
        return shares;
    }

    /** The names of all files of versions. */
    Set<String> fileNames() {
        Set<String> names = new HashSet<>();
        sealed.values().forEach(version -> add(names, version));
        served.ifPresent(manifest -> add(names, manifest));
        return names;
    }

    /** Those, and the names of the files that an unfinished load of the next version lists. */
    Set<String> fileNamesWithDraft(Storage storage) throws IOException {
        Set<String> names = fileNames();
        ManifestFile.read(storage, VersionFiles.DRAFT).ifPresent(draft -> add(names, draft));
        for (String name : storage.list()) {
            if (StoreFiles.isBefore(name)) {
                ManifestFile.read(storage, name).ifPresent(before -> add(names, before));
            }
        }
        return names;
    }

    private static void add(Set<String> names, Manifest manifest) {
        manifest.files().forEach(file -> names.add(file.name()));
    }
}
