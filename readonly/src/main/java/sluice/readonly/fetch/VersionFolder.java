package sluice.readonly.fetch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.Decision;
import sluice.readonly.Partitions;
import sluice.readonly.RingRecords;
import sluice.readonly.route.RingState;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * The folder of a node: files of versions, a mark for each version that is whole, the decision that
 * it served by last, and where the other nodes were then. Files that several versions list are
 * there once.
 *
 * <p>A mark is written after all files that it stands for are durable, and deleted before them, so
 * that a node that is killed at any moment knows what it has. One thread at a time changes it.
 */
public final class VersionFolder {
    static final String PART_SUFFIX = ".part";

    private static final String SEALED = "sealed-";
    private static final String MARK = "held-";
    private static final String DECISION = "decision";
    private static final String ROUTES = "routes";
    private static final String OWNER = "node";
    private static final String LOCK = "node-lock";
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final Storage storage;

    /** The folder in {@code storage}. */
    public VersionFolder(Storage storage) {
        this.storage = storage;
    }

    /** The owner of a folder. */
    private record Owner(int format, String node, String ring) {}

    /**
     * Takes the folder for the node {@code node} of the ring at {@code ring}; throws if it belongs
     * to another, or if a process has it. The caller closes the result.
     */
    public Closeable take(String node, String ring) throws IOException {
        Closeable lock =
                storage.lock(LOCK)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "%s is in use by another process; a folder is of one node"
                                                        .formatted(location())));
        try {
            Optional<Owner> owner = record(OWNER, Owner.class);
            if (owner.isEmpty()) {
                refuseOtherFiles();
                write(OWNER, new Owner(1, node, ring));
            } else if (!owner.get().node().equals(node) || !owner.get().ring().equals(ring)) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s is the folder of node %s of the ring at %s; name another folder"
                                .formatted(location(), owner.get().node(), owner.get().ring()));
            }
            return lock;
        } catch (Throwable failure) {
            lock.close();
            throw failure;
        }
    }

    private void refuseOtherFiles() throws IOException {
        for (String name : storage.list()) {
            if (!name.equals(LOCK) && !name.startsWith(OWNER)) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "%s holds %s, which no node wrote; name an empty or a new folder"
                                .formatted(location(), name));
            }
        }
    }

    /** The files themselves. */
    public Storage storage() {
        return storage;
    }

    String location() {
        return storage.location();
    }

    /** The name of the file of a version itself. */
    public static String sealed(int version) {
        return SEALED + "%06d".formatted(version);
    }

    private static String mark(int version) {
        return MARK + "%06d".formatted(version);
    }

    private <T> Optional<T> record(String name, Class<T> kind) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            long length = source.lengthBytes();
            if (length > RECORD_BYTES_MAX) {
                throw new CorruptFileException(
                        name, 0, "it has %d bytes".formatted(length), "delete the folder");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) length);
            StorageFiles.readFully(source, bytes, 0);
            return Optional.of(RingRecords.decode(location() + "/" + name, bytes.array(), kind));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    private void write(String name, Object record) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(RingRecords.encode(record));
        StorageFiles.publish(storage, name, sink -> StorageFiles.writeFully(sink, bytes));
    }

    /** The decision that was served by last. */
    public Optional<Decision> decision() throws IOException {
        return record(DECISION, Decision.class);
    }

    /** Makes {@code decision} durable, before anything is answered by it. */
    public void decided(Decision decision) throws IOException {
        write(DECISION, decision);
    }

    /** The state of the ring that was known last; one of a ring of which nothing is known. */
    public RingState routes() {
        try {
            return record(ROUTES, RingState.class).orElse(RingState.UNKNOWN);
        } catch (IOException | SluiceException _) {
            // They are looked up again, and a node serves what it has without them.
            return RingState.UNKNOWN;
        }
    }

    /** Keeps what {@link #routes} returns. */
    public void keepRoutes(RingState state) throws IOException {
        write(ROUTES, state);
    }

    /** The versions that are whole, by their numbers. */
    public TreeMap<Integer, HeldMark> marks() throws IOException {
        TreeMap<Integer, HeldMark> marks = new TreeMap<>();
        for (String name : storage.list()) {
            if (name.matches(MARK + "\\d{6,9}")) {
                record(name, HeldMark.class).ifPresent(mark -> marks.put(mark.version(), mark));
            }
        }
        return marks;
    }

    /** The mark of {@code version}, if it is whole. */
    public Optional<HeldMark> mark(int version, int checksum) throws IOException {
        return record(mark(version), HeldMark.class).filter(mark -> mark.checksum() == checksum);
    }

    void mark(HeldMark mark) throws IOException {
        write(mark(mark.version()), mark);
    }

    /** The part of a version that is there, as a manifest that lists no other segments. */
    public Manifest part(HeldMark mark) throws IOException {
        return Partitions.of(mark.cuts()).part(version(mark.version()), mark.partitions());
    }

    Manifest version(int version) throws IOException {
        return ManifestFile.read(storage, sealed(version))
                .orElseThrow(() -> new NoSuchFileException(location() + "/" + sealed(version)));
    }

    /**
     * Deletes the mark, then the version, then the files that neither another whole version nor one
     * of {@code fetched} has.
     */
    public void delete(int version, Set<Integer> fetched) throws IOException {
        deleteIfThere(mark(version));
        storage.syncDirectory();
        deleteIfThere(sealed(version));
        sweep(fetched);
    }

    /**
     * Deletes what no whole version has, and no version of {@code fetched}: what a fetch left that
     * was killed or given up.
     */
    public void sweep(Set<Integer> fetched) throws IOException {
        Set<String> kept = new HashSet<>(Set.of(DECISION, ROUTES, OWNER, LOCK));
        List<Integer> versions = new ArrayList<>(fetched);
        for (HeldMark mark : marks().values()) {
            kept.add(mark(mark.version()));
            versions.add(mark.version());
        }
        for (int version : versions) {
            kept.add(sealed(version));
            ManifestFile.read(storage, sealed(version))
                    .ifPresent(
                            manifest ->
                                    manifest.files().stream()
                                            .map(FileEntry::name)
                                            .forEach(kept::add));
        }
        for (String name : storage.list()) {
            boolean isPart =
                    name.endsWith(PART_SUFFIX)
                            && kept.contains(
                                    name.substring(0, name.length() - PART_SUFFIX.length()));
            if (!kept.contains(name) && !isPart && !isOfReader(name)) {
                deleteIfThere(name);
            }
        }
        storage.syncDirectory();
    }

    /** The locks by which an open version says that it is read. */
    private static boolean isOfReader(String name) {
        return name.startsWith("reading-");
    }

    void deleteIfThere(String name) throws IOException {
        try {
            storage.delete(name);
        } catch (NoSuchFileException _) {
            // It is gone, as wanted.
        }
    }
}
