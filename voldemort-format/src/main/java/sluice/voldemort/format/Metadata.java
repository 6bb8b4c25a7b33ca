package sluice.voldemort.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The file {@value #FILE} beside the chunks of a version: format, size and checksum of them all.
 * Written last, so that a directory without it is one that was never finished.
 *
 * @param checksum the kind of {@code digest}
 * @param digest over the digests of all files
 * @param bytes of all data and index files; -1 where it is not said
 */
public record Metadata(Checksum checksum, String digest, long bytes) {
    /** Its name. */
    public static final String FILE = ".metadata";

    private static final String FORMAT = "ro2";
    private static final int LENGTH_MAX = 1 << 20;
    private static final String ADVICE = "fetch or build the version again";
    private static final Pattern FIELD =
            Pattern.compile("\\s*\"([^\"\\\\]*)\"\\s*:\\s*(?:\"([^\"\\\\]*)\"|(-?\\d+))\\s*");

    /** Reads that of the directory; throws if it is missing or has another format. */
    static Metadata read(Storage directory) throws IOException {
        try (Storage.Source file = directory.open(FILE)) {
            if (file.lengthBytes() > LENGTH_MAX) {
                throw corrupt("it has " + file.lengthBytes() + " bytes");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) file.lengthBytes());
            StorageFiles.readFully(file, bytes, 0);
            return parse(new String(bytes.array(), StandardCharsets.UTF_8));
        } catch (NoSuchFileException missing) {
            CorruptFileException failure = corrupt("it is missing in " + directory.location());
            failure.initCause(missing);
            throw failure;
        }
    }

    private static Metadata parse(String text) throws IOException {
        Map<String, String> fields = fields(text);
        String format = fields.getOrDefault("format", "");
        if (!format.equals(FORMAT)) {
            throw corrupt("found the format \"%s\", expected %s".formatted(format, FORMAT));
        }
        String kind = fields.getOrDefault("checksum-type", Checksum.NONE.word());
        Checksum checksum =
                Checksum.of(kind).orElseThrow(() -> corrupt("an unknown checksum " + kind));
        String size = fields.getOrDefault("disk_size_in_bytes", "-1");
        if (!size.matches("-?\\d{1,18}")) {
            throw corrupt("a size of " + size);
        }
        return new Metadata(checksum, fields.getOrDefault("checksum", ""), Long.parseLong(size));
    }

    /** The fields of an object of texts and whole numbers, which is all that there is. */
    private static Map<String, String> fields(String text) throws IOException {
        String object = text.strip();
        if (!object.startsWith("{") || !object.endsWith("}") || object.length() < 2) {
            throw corrupt("no object of JSON");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        String inside = object.substring(1, object.length() - 1);
        Matcher field = FIELD.matcher(inside);
        int at = 0;
        while (at < inside.length() && field.find(at) && field.start() == at) {
            String value = field.group(2) == null ? field.group(3) : field.group(2);
            fields.put(field.group(1), value);
            at = field.end();
            if (at < inside.length() && inside.charAt(at) != ',') {
                break;
            }
            at++;
        }
        if (at < inside.length()) {
            throw corrupt("no object of texts: " + text);
        }
        return fields;
    }

    /** Puts it into the directory, durably. */
    void publish(Storage directory) throws IOException {
        String text =
                "{\"format\":\"%s\",\"checksum-type\":\"%s\",\"checksum\":\"%s\",\"disk_size_in_bytes\":\"%d\"}"
                        .formatted(FORMAT, checksum.word(), digest, bytes);
        ByteBuffer encoded = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        StorageFiles.publish(directory, FILE, sink -> StorageFiles.writeFully(sink, encoded));
    }

    static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    private static CorruptFileException corrupt(String finding) {
        return new CorruptFileException(FILE, 0, finding, ADVICE);
    }
}
