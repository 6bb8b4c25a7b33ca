package sluice.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A store as an earlier release wrote it, kept as text: a line {@code hash DIGEST NODES LINKS},
 * then for each file a line {@code file NAME} and its bytes in hexadecimal.
 *
 * @param digest of the graph when it was written
 * @param files the bytes of each file by its name
 */
public record GoldenStore(String digest, long nodes, long links, Map<String, byte[]> files) {
    /** A store of each format that was released, oldest first. */
    public static final List<String> NAMES =
            List.of(
                    "format-1-numbers",
                    "format-2-numbers",
                    "format-2-names",
                    "format-3-facts",
                    "format-4-version");

    private static final Path FOLDER =
            Path.of("..", "store", "src", "test", "resources", "sluice", "store", "golden");
    private static final int FORMAT_OFFSET = 8;

    /** Reads the store {@code name}. */
    public static GoldenStore read(String name) throws IOException {
        String[] hash = {"", "", "0", "0"};
        Map<String, ByteArrayOutputStream> files = new LinkedHashMap<>();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (String line : Files.readAllLines(FOLDER.resolve(name + ".txt"))) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "#" -> {}
                case "hash" -> hash = words;
                case "file" -> {
                    file = new ByteArrayOutputStream();
                    files.put(words[1], file);
                }
                default -> file.writeBytes(HexFormat.of().parseHex(line));
            }
        }
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        files.forEach((key, value) -> bytes.put(key, value.toByteArray()));
        return new GoldenStore(hash[1], Long.parseLong(hash[2]), Long.parseLong(hash[3]), bytes);
    }

    /** The bytes of its manifest. */
    public byte[] manifest() {
        return Objects.requireNonNull(files.get("manifest"));
    }

    /** The format of its manifest. */
    public int manifestFormat() {
        return ByteBuffer.wrap(manifest()).getInt(FORMAT_OFFSET);
    }

    /** Writes its files into {@code directory}, which must exist. */
    public void writeTo(Path directory) throws IOException {
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(directory.resolve(file.getKey()), file.getValue());
        }
    }
}
