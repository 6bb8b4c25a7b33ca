package sluice.cluster.load.place;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.storage.NamedStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.publish.PublishedFiles;
import sluice.store.packed.PackedWriter;
import sluice.store.packed.RunPacking;

/**
 * The files of a store as one attempt of a task sees them: all that are published, and temporary
 * ones of its own.
 *
 * <p>A file that is renamed to the name of a store's file is published if absent. Where another
 * attempt was first its bytes are compared: equal ones are as good as one's own, others are a
 * {@link NotDeterministicException}. Every other file is the attempt's own: its real name carries
 * the attempt and ends as temporary files do, so that a crash leaves nothing that is taken for the
 * store's. A run whose name says so is packed, and then the packed bytes are compared. Closing
 * deletes what was not published. Cost of a lost race: the other file is read.
 */
public final class AttemptStorage extends NamedStorage implements Closeable {
    /** The names of files that are needed while others are written; all others are the store's. */
    private static final Pattern TEMPORARY =
            Pattern.compile(
                    "(keys|trail)-.*|names-(?!t-).*|segment-[0-9-]+-sort.*|dict-[0-9]+\\.(?!tmp$).*");

    private static final int COMPARED_BYTES = 1 << 18;

    private final Storage storage;
    private final PublishedFiles files;
    private final String ending;
    private final Map<String, Sink> drafts = new ConcurrentHashMap<>();

    /** {@code attempt} tells the attempt from all others of all processes. */
    public AttemptStorage(StorePlace place, String attempt) {
        super(place.storage());
        this.storage = place.storage();
        this.files = place.files();
        this.ending = "." + attempt + StorageFiles.TEMPORARY_SUFFIX;
    }

    private static boolean isOfStore(String name) {
        return !TEMPORARY.matcher(name).matches();
    }

    /** The name of the store's file that {@code name} becomes; empty if it is of another one. */
    private static Optional<String> draftOf(String name) {
        if (!name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
            return Optional.empty();
        }
        String target = name.substring(0, name.length() - StorageFiles.TEMPORARY_SUFFIX.length());
        return Optional.of(target).filter(AttemptStorage::isOfStore);
    }

    @Override
    protected String named(String name) {
        return isOfStore(name) ? name : name + ending;
    }

    @Override
    public Storage.Sink create(String name) throws IOException {
        Optional<String> target = draftOf(name);
        if (target.isEmpty()) {
            return super.create(name);
        }
        Sink sink = new Sink(name, files.begin(target.get(), PublishedFiles.Mode.IF_ABSENT));
        Sink before = drafts.putIfAbsent(name, sink);
        if (before != null) {
            sink.discard();
            throw new FileAlreadyExistsException(name);
        }
        return sink;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Sink sink = drafts.remove(from);
        if (sink == null) {
            super.rename(from, to);
            return;
        }
        try {
            sink.finish();
            publish(sink, to);
        } finally {
            sink.discard();
        }
    }

    private void publish(Sink sink, String name) throws IOException {
        try {
            sink.draft.publish();
        } catch (IOException e) {
            requireEqual(sink, name, e);
        }
    }

    /** An own success whose answer was lost looks like a refusal, or like any failure. */
    private void requireEqual(Sink sink, String name, IOException failure) throws IOException {
        CRC32C crc = new CRC32C();
        long length = 0;
        try (Source there = files.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate(COMPARED_BYTES);
            while (there.read(bytes.clear(), length) > 0) {
                length += bytes.flip().remaining();
                crc.update(bytes);
            }
        } catch (NoSuchFileException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        if (length != sink.lengthBytes || crc.getValue() != sink.crc.getValue()) {
            throw new NotDeterministicException(
                    files.location(),
                    name,
                    "another attempt wrote %d bytes with checksum %08x, this one %d bytes with checksum %08x"
                            .formatted(
                                    length, crc.getValue(), sink.lengthBytes, sink.crc.getValue()));
        }
    }

    @Override
    public void delete(String name) throws IOException {
        Sink sink = drafts.remove(name);
        if (sink != null) {
            sink.discard();
        } else {
            super.delete(name);
        }
    }

    /** Published files are durable already. */
    @Override
    public void syncDirectory() {}

    @Override
    public List<String> list() throws IOException {
        List<String> names = new ArrayList<>();
        for (String name : storage.list()) {
            if (name.endsWith(ending)) {
                names.add(name.substring(0, name.length() - ending.length()));
            } else if (!name.endsWith(StorageFiles.TEMPORARY_SUFFIX)) {
                names.add(name);
            }
        }
        names.sort(null);
        return names;
    }

    /** Deletes what was begun and not published. */
    @Override
    public void close() throws IOException {
        StorageFiles.closeAll(
                drafts.values().stream().map(sink -> (Closeable) sink::discard).toList());
        drafts.clear();
    }

    /** A file of the store that is being written; it stays open until it is renamed or deleted. */
    private static final class Sink implements Storage.Sink {
        private final String name;
        private final PublishedFiles.Draft draft;
        private final @Nullable PackedWriter packing;

        /** Of the bytes that are published. */
        private final CRC32C crc = new CRC32C();

        private long lengthBytes;

        Sink(String name, PublishedFiles.Draft draft) {
            this.name = name;
            this.draft = draft;
            this.packing =
                    RunPacking.of(draft.name()) == RunPacking.NONE
                            ? null
                            : new PackedWriter(this::put);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return packing == null ? put(bytes) : packing.write(bytes);
        }

        private int put(ByteBuffer bytes) throws IOException {
            ByteBuffer written = bytes.duplicate();
            int countBytes = draft.write(bytes);
            crc.update(written.limit(written.position() + countBytes));
            lengthBytes += countBytes;
            return countBytes;
        }

        /** Writes what is still to be written before the file is published. */
        void finish() throws IOException {
            if (packing != null) {
                packing.finish();
            }
        }

        /** Publishing makes the bytes durable. */
        @Override
        public void sync() {}

        @Override
        public void close() {}

        void discard() throws IOException {
            draft.close();
        }
    }
}
