package sluice.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.storage.StoreMark;

/**
 * The manifest as a file: written beside the old one, synced, renamed over it. Layout:
 * docs/format.md, "Manifest"; all numbers big-endian.
 */
public final class ManifestFile {
    /** The newest format: that of a store with versions. */
    static final int FORMAT_VERSION = 4;

    /** Without versions: 3 is 2 with a schema. */
    private static final int FORMAT_VERSION_SCHEMA = 3;

    /** Without a schema: 2 knows of absorbing; 1 is 2 without it. */
    private static final int FORMAT_VERSION_PLAIN = 2;

    private static final int FORMAT_VERSION_MIN = 1;
    private static final int FORMAT_OFFSET = 8;
    private static final int HEADER_BYTES = 16;
    private static final int LENGTH_MAX = 1 << 30;
    private static final String ADVICE = "restore the store from a copy or load it again";

    /** Of a manifest that was put by when a load began: only giving that load up needs it. */
    private static final String ADVICE_PUT_BY = "repeat the command of the load to finish it";

    private static final String ADVICE_VERSION =
            "publish another version, restore the store from a copy, or load it again";

    private ManifestFile() {}

    /** The manifest of the store, or empty when there is none. */
    public static Optional<Manifest> read(Storage storage) throws IOException {
        return read(storage, Manifest.FILE_NAME);
    }

    /** The manifest that was put by under {@code name}, or empty when there is none. */
    public static Optional<Manifest> read(Storage storage, String name) throws IOException {
        try {
            return readFile(storage, name);
        } catch (CorruptFileException e) {
            if (name.equals(Manifest.FILE_NAME)) {
                throw e;
            }
            CorruptFileException named =
                    new CorruptFileException(
                            name,
                            e.offset(),
                            e.finding(),
                            VersionFiles.number(name) > 0 ? ADVICE_VERSION : ADVICE_PUT_BY);
            named.initCause(e);
            throw named;
        }
    }

    private static Optional<Manifest> readFile(Storage storage, String name) throws IOException {
        Optional<byte[]> bytes = bytes(storage, name);
        return bytes.isEmpty() ? Optional.empty() : Optional.of(decode(bytes.get()));
    }

    /**
     * The format of the file {@code name}, or empty when there is no such file; throws where {@link
     * #read} does.
     */
    public static OptionalInt format(Storage storage, String name) throws IOException {
        Optional<byte[]> bytes = bytes(storage, name);
        if (bytes.isEmpty()) {
            return OptionalInt.empty();
        }
        decode(bytes.get());
        return OptionalInt.of(ByteBuffer.wrap(bytes.get()).getInt(FORMAT_OFFSET));
    }

    private static Optional<byte[]> bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            long length = source.lengthBytes();
            if (length > LENGTH_MAX) {
                throw corrupt(0, "a length of " + length + " bytes");
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) length);
            StorageFiles.readFully(source, buffer, 0);
            return Optional.of(buffer.array());
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /** Makes {@code manifest} the store's, durably. */
    public static void publish(Storage storage, Manifest manifest) throws IOException {
        publish(storage, Manifest.FILE_NAME, manifest);
    }

    /** Puts {@code manifest} by under {@code name}, durably. */
    public static void publish(Storage storage, String name, Manifest manifest) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(encode(manifest));
        StorageFiles.publish(storage, name, sink -> StorageFiles.writeFully(sink, bytes));
    }

    /** The bytes of a manifest, its length and checksum among them. */
    public static byte[] encode(Manifest manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(StoreMark.MAGIC);
            FileEntry schema = manifest.schema();
            VersionMark mark = manifest.mark();
            out.writeInt(formatWritten(manifest));
            out.writeInt(0);
            out.writeLong(manifest.version());
            out.writeBoolean(manifest.idNames());
            out.writeInt(manifest.loadNumber());
            out.writeByte(manifest.phase().ordinal());
            writeText(out, manifest.loadIdentity());
            out.writeInt(manifest.buckets().size());
            for (Bucket bucket : manifest.buckets()) {
                out.writeLong(bucket.firstId1());
                out.writeLong(bucket.firstId2());
                out.writeByte(bucket.state().ordinal());
                out.writeLong(bucket.demand());
                FileEntry segment = bucket.segment();
                out.writeBoolean(segment != null);
                if (segment != null) {
                    writeEntry(out, segment);
                }
            }
            writeEntries(out, manifest.runs());
            writeEntries(out, manifest.dictionaries());
            if (mark != null) {
                out.writeBoolean(schema != null);
            }
            if (schema != null) {
                writeEntry(out, schema);
            }
            if (mark != null) {
                writeMark(out, mark);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] encoded = bytes.toByteArray();
        byte[] whole = new byte[encoded.length + 4];
        ByteBuffer buffer = ByteBuffer.wrap(whole).put(encoded);
        buffer.putInt(12, whole.length);
        CRC32C crc = new CRC32C();
        crc.update(whole, 0, encoded.length);
        buffer.putInt(encoded.length, (int) crc.getValue());
        return whole;
    }

    /** The format in which {@code manifest} is written: the lowest that has a place for it all. */
    public static int formatWritten(Manifest manifest) {
        if (manifest.mark() != null) {
            return FORMAT_VERSION;
        }
        return manifest.schema() != null ? FORMAT_VERSION_SCHEMA : FORMAT_VERSION_PLAIN;
    }

    /** The manifest of which {@code bytes} are; damaged ones are a CorruptFileException. */
    public static Manifest decode(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES + 4 || buffer.getLong(0) != StoreMark.MAGIC) {
            throw corrupt(0, "not a manifest");
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        // Every format begins and ends like this one, so that a newer one is told from a damaged
        // one.
        if (buffer.getInt(12) != bytes.length
                || (int) crc.getValue() != buffer.getInt(bytes.length - 4)) {
            throw corrupt(bytes.length, "it does not match its length or checksum");
        }
        int version = buffer.getInt(FORMAT_OFFSET);
        if (version > FORMAT_VERSION) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the manifest has format %d; this program reads formats up to %d: install a newer one"
                            .formatted(version, FORMAT_VERSION));
        }
        if (version < FORMAT_VERSION_MIN) {
            throw corrupt(FORMAT_OFFSET, "a format " + version);
        }
        try (DataInputStream in =
                new DataInputStream(
                        new ByteArrayInputStream(
                                bytes, HEADER_BYTES, bytes.length - HEADER_BYTES - 4))) {
            Manifest manifest = decodeBody(in, version);
            if (in.available() != 0) {
                throw corrupt(bytes.length - in.available(), "more bytes than expected");
            }
            return manifest;
        } catch (IOException | RuntimeException e) {
            throw e instanceof CorruptFileException ? (CorruptFileException) e : unreadable(e);
        }
    }

    private static Manifest decodeBody(DataInputStream in, int format) throws IOException {
        long version = in.readLong();
        boolean idNames = in.readBoolean();
        int loadNumber = in.readInt();
        Manifest.Phase phase = Manifest.Phase.values()[in.readUnsignedByte()];
        String loadIdentity = readText(in);
        int bucketCount = readCount(in);
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < bucketCount; i++) {
            long firstId1 = in.readLong();
            long firstId2 = in.readLong();
            Bucket.State state = Bucket.State.values()[in.readUnsignedByte()];
            long demand = in.readLong();
            @Nullable FileEntry segment = in.readBoolean() ? readEntry(in) : null;
            buckets.add(new Bucket(firstId1, firstId2, state, segment, demand));
        }
        List<FileEntry> runs = readEntries(in);
        List<FileEntry> dictionaries = readEntries(in);
        boolean hasMark = format > FORMAT_VERSION_SCHEMA;
        boolean hasSchema = hasMark ? in.readBoolean() : format == FORMAT_VERSION_SCHEMA;
        @Nullable FileEntry schema = hasSchema ? readEntry(in) : null;
        Manifest manifest =
                new Manifest(
                        version,
                        idNames,
                        loadNumber,
                        phase,
                        loadIdentity,
                        buckets,
                        runs,
                        dictionaries,
                        schema,
                        hasMark ? readMark(in) : null);
        manifest.borders();
        return manifest;
    }

    private static void writeMark(DataOutputStream out, VersionMark mark) throws IOException {
        out.writeInt(mark.base());
        out.writeLong(mark.sealedMillis());
        out.writeInt(mark.previous());
        out.writeInt(mark.newest());
        out.writeLong(mark.publishedMillis());
    }

    private static VersionMark readMark(DataInputStream in) throws IOException {
        return new VersionMark(
                in.readInt(), in.readLong(), in.readInt(), in.readInt(), in.readLong());
    }

    private static void writeEntries(DataOutputStream out, List<FileEntry> entries)
            throws IOException {
        out.writeInt(entries.size());
        for (FileEntry entry : entries) {
            writeEntry(out, entry);
        }
    }

    private static List<FileEntry> readEntries(DataInputStream in) throws IOException {
        int count = readCount(in);
        List<FileEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(readEntry(in));
        }
        return entries;
    }

    private static void writeEntry(DataOutputStream out, FileEntry entry) throws IOException {
        writeText(out, entry.name());
        out.writeLong(entry.lengthBytes());
        out.writeInt(entry.checksum());
    }

    private static FileEntry readEntry(DataInputStream in) throws IOException {
        return new FileEntry(readText(in), in.readLong(), in.readInt());
    }

    private static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInputStream in) throws IOException {
        byte[] bytes = new byte[readCount(in)];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A count of things of at least one byte each, so it cannot exceed what is left. */
    private static int readCount(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw corrupt(0, "a count of " + count);
        }
        return count;
    }

    private static CorruptFileException corrupt(long offset, String finding) {
        return new CorruptFileException(Manifest.FILE_NAME, offset, finding, ADVICE);
    }

    private static CorruptFileException unreadable(Exception cause) {
        CorruptFileException failure = corrupt(0, "it cannot be understood: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }
}
