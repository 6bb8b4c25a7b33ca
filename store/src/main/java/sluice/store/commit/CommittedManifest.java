package sluice.store.commit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.packed.RunPacking;

/**
 * One file of the log of manifests: a manifest, and who committed it when. Layout: docs/format.md,
 * "Log of manifests"; all numbers big-endian.
 *
 * @param epoch tells the writer from all others, those on the same host too
 * @param host where the writer ran, for messages
 * @param millis when it was committed, by the clock of that host
 */
public record CommittedManifest(Manifest manifest, UUID epoch, String host, long millis) {
    /** The names of the log's files begin with this. */
    public static final String PREFIX = "manifest-";

    /** "SLUICEML". */
    private static final long MAGIC = 0x534C55494345_4D4CL;

    private static final int FORMAT_VERSION = 1;

    /** The same, where runs are packed: programs that know no such runs refuse it. */
    private static final int FORMAT_VERSION_PACKED = 2;

    private static final int LENGTH_OFFSET = 12;
    private static final int HEADER_BYTES = 16;
    private static final int CHECKSUM_BYTES = 4;
    private static final long VERSION_MAX = 9_999_999_999L;
    private static final String ADVICE = "restore the store from a copy or load it again";

    /** The name of the file of version {@code version}; names sort as versions do. */
    static String name(long version) {
        if (version < 1 || version > VERSION_MAX) {
            throw new IllegalArgumentException("a log has no version " + version);
        }
        return PREFIX + "%010d".formatted(version);
    }

    /** The version in a name; empty where it is that of another file. */
    static Optional<Long> version(String name) {
        String digits = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "";
        return digits.matches("[0-9]{10}")
                ? Optional.of(Long.parseLong(digits)).filter(version -> version >= 1)
                : Optional.empty();
    }

    byte[] encode() {
        byte[] inner = ManifestFile.encode(manifest);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(MAGIC);
            out.writeInt(hasPackedRuns() ? FORMAT_VERSION_PACKED : FORMAT_VERSION);
            out.writeInt(0);
            out.writeLong(epoch.getMostSignificantBits());
            out.writeLong(epoch.getLeastSignificantBits());
            out.writeLong(millis);
            byte[] text = host.getBytes(StandardCharsets.UTF_8);
            out.writeInt(text.length);
            out.write(text);
            out.writeInt(inner.length);
            out.write(inner);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sealed(bytes.toByteArray());
    }

    private boolean hasPackedRuns() {
        return manifest.runs().stream()
                .anyMatch(run -> RunPacking.of(run.name()) != RunPacking.NONE);
    }

    /** Adds the length and the checksum. */
    private static byte[] sealed(byte[] encoded) {
        byte[] whole = new byte[encoded.length + CHECKSUM_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(whole).put(encoded);
        buffer.putInt(LENGTH_OFFSET, whole.length);
        buffer.putInt(encoded.length, checksum(whole));
        return whole;
    }

    private static int checksum(byte[] whole) {
        CRC32C crc = new CRC32C();
        crc.update(whole, 0, whole.length - CHECKSUM_BYTES);
        return (int) crc.getValue();
    }

    /** The manifest in the file {@code name}; fails where another one was committed there. */
    static CommittedManifest decode(String name, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES + CHECKSUM_BYTES || buffer.getLong(0) != MAGIC) {
            throw new CorruptFileException(name, 0, "not a manifest of a log", ADVICE);
        }
        if (buffer.getInt(LENGTH_OFFSET) != bytes.length
                || buffer.getInt(bytes.length - CHECKSUM_BYTES) != checksum(bytes)) {
            throw new CorruptFileException(
                    name, bytes.length, "it does not match its length or checksum", ADVICE);
        }
        int format = buffer.getInt(8);
        if (format > FORMAT_VERSION_PACKED) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has format %d; this program reads formats up to %d: install a newer one"
                            .formatted(name, format, FORMAT_VERSION_PACKED));
        }
        try (DataInputStream in =
                new DataInputStream(
                        new ByteArrayInputStream(
                                bytes,
                                HEADER_BYTES,
                                bytes.length - HEADER_BYTES - CHECKSUM_BYTES))) {
            UUID epoch = new UUID(in.readLong(), in.readLong());
            long millis = in.readLong();
            String host = new String(readBytes(in), StandardCharsets.UTF_8);
            Manifest manifest = ManifestFile.decode(readBytes(in));
            if (in.available() != 0 || !name.equals(name(manifest.version()))) {
                throw new IOException("it has version " + manifest.version());
            }
            return new CommittedManifest(manifest, epoch, host, millis);
        } catch (CorruptFileException e) {
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            CorruptFileException failure =
                    new CorruptFileException(
                            name, 0, "it cannot be understood: " + e.getMessage(), ADVICE);
            failure.initCause(e);
            throw failure;
        }
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a length of " + length);
        }
        return in.readNBytes(length);
    }
}
