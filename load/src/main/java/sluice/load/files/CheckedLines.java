package sluice.load.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * A small file of lines that is replaced whole. Its last line is {@code crc32c} and the checksum of
 * all lines before it, so that no part of it passes for the whole.
 */
public final class CheckedLines {
    private static final String CHECKSUM = "crc32c ";

    private CheckedLines() {}

    /** Makes {@code lines} the content of the file, durably. */
    public static void publish(Storage storage, String name, List<String> lines)
            throws IOException {
        String text = String.join("\n", lines) + "\n";
        ByteBuffer bytes =
                ByteBuffer.wrap((text + checksum(text)).getBytes(StandardCharsets.UTF_8));
        StorageFiles.publish(storage, name, sink -> StorageFiles.writeFully(sink, bytes));
    }

    /** The lines of the file; empty where there is none. */
    public static Optional<List<String>> read(Storage storage, String name) throws IOException {
        byte[] bytes;
        try (Storage.Source source = storage.open(name)) {
            bytes = new byte[Math.toIntExact(source.lengthBytes())];
            StorageFiles.readFully(source, ByteBuffer.wrap(bytes), 0);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int last = text.lastIndexOf(CHECKSUM);
        if (last < 0 || !text.substring(last).equals(checksum(text.substring(0, last)))) {
            throw new CorruptFileException(
                    name,
                    Math.max(last, 0),
                    "it does not match its checksum",
                    "restore it from a copy");
        }
        return Optional.of(text.substring(0, last).lines().toList());
    }

    /** As {@link #publish}: a line that says the format, and {@code number}. */
    static void publishNumber(Storage storage, String name, String format, long number)
            throws IOException {
        publish(storage, name, List.of(format, HexFormat.of().toHexDigits(number)));
    }

    /** The number that {@link #publishNumber} wrote; empty if there is no such file. */
    static OptionalLong readNumber(Storage storage, String name, String format) throws IOException {
        Optional<List<String>> lines = read(storage, name);
        if (lines.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!lines.get().getFirst().equals(format)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s of %s begins with \"%s\", not \"%s\": install a newer sluice"
                            .formatted(name, storage.location(), lines.get().getFirst(), format));
        }
        return OptionalLong.of(HexFormat.fromHexDigitsToLong(lines.get().get(1)));
    }

    private static String checksum(String text) {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return CHECKSUM + "%08x\n".formatted(crc.getValue());
    }
}
