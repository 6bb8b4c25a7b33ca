package sluice.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import sluice.live.OwnHotStore;
import sluice.load.files.HotMark;
import sluice.load.files.LoadLock;
import sluice.load.files.StoreAddresses;
import sluice.load.files.StoreFiles;
import sluice.load.ranges.PlanJournal;
import sluice.load.version.StoreVersion;
import sluice.load.version.VersionLoad;
import sluice.load.version.Versions;
import sluice.model.SluiceException;
import sluice.report.Amounts;
import sluice.storage.CorruptFileException;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;

/** Checks of the directory of a store; all of them read alone, also its locks. */
final class StoreChecks {
    private static final List<String> NETWORK =
            List.of("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "fuse.sshfs", "vboxsf", "afs");
    private static final List<String> MEMORY = List.of("tmpfs", "ramfs");
    private static final long ROOM_MIN = 1L << 30;

    private final Host host;
    private final Path store;
    private final Diagnosis diagnosis;

    StoreChecks(Host host, Path store, Diagnosis diagnosis) {
        this.host = host;
        this.store = store;
        this.diagnosis = diagnosis;
    }

    /** Makes them; {@code addresses} are those that the server will be given. */
    void run(StoreAddresses addresses) throws IOException {
        if (Files.exists(store) && !Files.isDirectory(store)) {
            diagnosis.fault(
                    "store", store + " is a file; a store is a directory", "name a directory");
            return;
        }
        mount();
        writable();
        if (!Files.exists(store)) {
            diagnosis.warning(
                    "store",
                    store + " is not there",
                    "check the path; sluice load makes a store, sluice serve --create an empty one");
            room(0);
            return;
        }
        owner();
        Storage storage = DirectoryStorage.open(store);
        try {
            LoadLock.refuseOtherFiles(storage);
        } catch (SluiceException e) {
            diagnosis.fault("store", e);
            return;
        }
        Optional<Manifest> manifest = manifest(storage);
        hot(storage);
        addresses(storage, addresses);
        boolean isLocked = locked();
        leftovers(storage, manifest, isLocked);
        plan(storage, isLocked);
        versions(storage, isLocked);
        future();
        room(
                manifest.stream()
                        .flatMap(read -> read.files().stream())
                        .mapToLong(FileEntry::lengthBytes)
                        .sum());
    }

    private void mount() throws IOException {
        Optional<Host.Mount> mount = host.mount(store);
        if (mount.isEmpty()) {
            return;
        }
        String type = mount.get().type();
        if (NETWORK.contains(type)) {
            diagnosis.fault(
                    "file-system",
                    "%s is in %s, a mount of the network: it may not sync and rename as a store"
                                    .formatted(store, type)
                            + " requires",
                    "put the store on a disk of this machine");
        } else if (MEMORY.contains(type)) {
            diagnosis.warning(
                    "file-system",
                    "%s is in %s: it is gone after a restart of the machine".formatted(store, type),
                    "put the store on a disk");
        } else {
            diagnosis.good("file-system", type);
        }
    }

    private void writable() throws IOException {
        Path place = Host.existing(store);
        boolean isReadOnly =
                host.mount(place).map(mount -> mount.options().contains("ro")).orElse(false);
        if (isReadOnly || !Files.isWritable(place)) {
            diagnosis.fault(
                    "writable",
                    isReadOnly
                            ? place + " is mounted read-only"
                            : "the user %s may not write to %s"
                                    .formatted(System.getProperty("user.name"), place),
                    isReadOnly
                            ? "mount it for writing, or use another directory"
                            : "run as the owner, or change the owner with chown");
        } else {
            diagnosis.good("writable", place.toString());
        }
    }

    /** A file of another owner is what a command as root leaves, and stops the server later. */
    private void owner() throws IOException {
        String owner = Files.getOwner(store).getName();
        List<String> others = new ArrayList<>();
        try (Stream<Path> files = Files.list(store)) {
            for (Path file : files.sorted().toList()) {
                if (!Files.getOwner(file).getName().equals(owner)) {
                    others.add(file.getFileName().toString());
                }
            }
        }
        if (others.isEmpty()) {
            diagnosis.good("owner", owner);
        } else {
            diagnosis.fault(
                    "owner",
                    "%s belongs to %s, but %s in it to another user"
                            .formatted(store, owner, others.getFirst()),
                    "chown -R %s %s, and run all commands as that user".formatted(owner, store));
        }
    }

    private void plan(Storage storage, boolean isLocked) throws IOException {
        try {
            // A load that runs gives the switches back at its end.
            PlanJournal.read(storage)
                    .filter(journal -> journal.isOff() && !isLocked)
                    .ifPresent(
                            journal ->
                                    diagnosis.warning("plan", journal.fault(), journal.remedy()));
        } catch (SluiceException | CorruptFileException e) {
            diagnosis.fault("plan", e);
        }
    }

    private Optional<Manifest> manifest(Storage storage) throws IOException {
        try {
            Optional<Manifest> manifest = ManifestFile.read(storage);
            diagnosis.good(
                    "format",
                    manifest.map(
                                    read ->
                                            "load %d, %d buckets"
                                                    .formatted(
                                                            read.loadNumber(),
                                                            read.buckets().size()))
                            .orElse("nothing loaded yet"));
            missing(manifest);
            return manifest;
        } catch (SluiceException | CorruptFileException e) {
            diagnosis.fault("format", e);
            return Optional.empty();
        }
    }

    /** By their lengths alone; verify reads them. */
    private void missing(Optional<Manifest> manifest) throws IOException {
        for (FileEntry file : manifest.map(Manifest::files).orElse(List.of())) {
            Path path = store.resolve(file.name());
            if (!Files.exists(path) || Files.size(path) != file.lengthBytes()) {
                diagnosis.fault(
                        "files",
                        "%s is not there with its %d bytes".formatted(path, file.lengthBytes()),
                        "restore the store from a backup, or load it again; sluice verify tells"
                                + " more");
                return;
            }
        }
        diagnosis.good("files", "all are there with their lengths");
    }

    private void hot(Storage storage) throws IOException {
        Path hot = store.resolve(OwnHotStore.HOT);
        try {
            boolean isRecorded = HotMark.read(storage).isPresent();
            if (isRecorded && !Files.exists(hot.resolve("CURRENT"))) {
                diagnosis.fault(
                        "hot-store",
                        "online writes were kept in %s, which is gone or incomplete".formatted(hot),
                        "put it back from a backup; without it these writes are lost");
            } else {
                diagnosis.good("hot-store", isRecorded ? hot.toString() : "none yet");
            }
        } catch (SluiceException | CorruptFileException e) {
            diagnosis.fault("hot-store", e);
        }
    }

    private void addresses(Storage storage, StoreAddresses addresses) throws IOException {
        try {
            addresses.check(storage);
            diagnosis.good("addresses", "as the store was made");
        } catch (SluiceException | CorruptFileException e) {
            diagnosis.fault("addresses", e);
        }
    }

    /** Whether a process holds the lock of loads; it is looked up, not tried. */
    private boolean locked() throws IOException {
        Optional<String> holder = holder(store.resolve(StoreFiles.LOCK));
        if (holder.isPresent()) {
            diagnosis.warning(
                    "lock",
                    "process %s loads into %s or absorbs".formatted(holder.get(), store),
                    "wait for its end before another load");
        } else {
            diagnosis.good("lock", "free");
        }
        return holder.isPresent();
    }

    /** The process that holds a lock on {@code file}. */
    private Optional<String> holder(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Object inode = Files.getAttribute(file, "unix:ino");
        Matcher lock =
                Pattern.compile("(?m) (\\d+) [0-9a-f]+:[0-9a-f]+:" + inode + " ")
                        .matcher(host.text("/proc/locks").orElse(""));
        return lock.find() ? Optional.of(lock.group(1)) : Optional.empty();
    }

    private void leftovers(Storage storage, Optional<Manifest> manifest, boolean isLocked)
            throws IOException {
        List<String> names = storage.list();
        boolean isUnfinished = manifest.map(read -> read.phase().isOfLoad()).orElse(false);
        long temporary =
                names.stream().filter(n -> n.endsWith(StorageFiles.TEMPORARY_SUFFIX)).count();
        if (isUnfinished && !isLocked) {
            diagnosis.warning(
                    "unfinished-load",
                    "a load of %s has not ended, and none is running".formatted(store),
                    "repeat its command, or give it up: sluice abandon " + store);
        } else if (temporary > 0 && !isLocked) {
            diagnosis.warning(
                    "leftovers",
                    "%d temporary files of a process that was killed".formatted(temporary),
                    "nothing must be done: the next load deletes them");
        } else {
            diagnosis.good("leftovers", "none");
        }
    }

    private void versions(Storage storage, boolean isLocked) throws IOException {
        if (!VersionFiles.areIn(storage)) {
            return;
        }
        for (CorruptFileException damage : Versions.damages(storage)) {
            diagnosis.fault("versions", damage);
            return;
        }
        List<StoreVersion> all = Versions.list(storage);
        Optional<StoreVersion> served =
                all.stream().filter(v -> v.state() == StoreVersion.State.SERVED).findFirst();
        if (VersionLoad.isUnfinished(storage) && !isLocked) {
            diagnosis.warning(
                    "versions",
                    "a load of a new version of %s has not ended, and none is running"
                            .formatted(store),
                    "repeat its command, or give it up: sluice abandon " + store);
        } else if (served.isEmpty()) {
            diagnosis.warning(
                    "versions",
                    "no version of %s is served".formatted(store),
                    "serve the newest: sluice publish " + store);
        } else {
            diagnosis.good(
                    "versions",
                    "version %d is served, %d are there"
                            .formatted(served.get().number(), all.size()));
        }
    }

    private void future() throws IOException {
        Path manifest = store.resolve(Manifest.FILE_NAME);
        if (!Files.exists(manifest)) {
            return;
        }
        Instant written = Files.getLastModifiedTime(manifest).toInstant();
        if (written.isAfter(host.now().plus(Duration.ofMinutes(1)))) {
            diagnosis.fault(
                    "clock-behind",
                    "%s was written at %s, but the clock shows %s"
                            .formatted(manifest, written, host.now()),
                    "set the clock, and run a time service such as systemd-timesyncd or chrony");
        } else {
            diagnosis.good("clock-behind", "the store is older than now");
        }
    }

    private void room(long storeBytes) throws IOException {
        long free = host.space().usableBytes(Host.existing(store));
        String found = "%s are free".formatted(Amounts.bytes(free));
        if (free < ROOM_MIN) {
            diagnosis.fault(
                    "disk-space",
                    found + " for " + store,
                    "make room: online writes fail when the disk is full");
        } else if (free < 2 * storeBytes) {
            diagnosis.warning(
                    "disk-space",
                    "%s, and the store has %s".formatted(found, Amounts.bytes(storeBytes)),
                    "make room before a load of that size: it needs its runs and its segments at"
                            + " once");
        } else {
            diagnosis.good("disk-space", found);
        }
    }
}
