package sluice.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A small Parquet file that another program wrote, with the text that it holds.
 *
 * @param title the program and the features that the file shows
 * @param text its rows as delimited text, or the message that refuses it as {@code file}
 */
public record ParquetFile(String title, byte[] bytes, String text) {
    private static final String RESOURCE = "parquet.txt";
    private static final String BEGIN = "==== ";

    /** All of them. */
    public static List<ParquetFile> all() throws IOException {
        try (InputStream input = ParquetFile.class.getResourceAsStream(RESOURCE)) {
            if (input == null) {
                throw new IOException(RESOURCE + " is missing");
            }
            String whole = new String(input.readAllBytes(), StandardCharsets.UTF_8);
            List<ParquetFile> files = new ArrayList<>();
            int from = whole.indexOf(BEGIN);
            while (from >= 0) {
                int next = whole.indexOf("\n" + BEGIN, from);
                files.add(read(whole.substring(from, next < 0 ? whole.length() : next + 1)));
                from = next < 0 ? -1 : next + 1;
            }
            return files;
        }
    }

    /** The one whose title begins with {@code title}. */
    public static ParquetFile of(String title) throws IOException {
        return all().stream()
                .filter(file -> file.title.startsWith(title))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no file " + title));
    }

    private static ParquetFile read(String part) {
        int line = part.indexOf('\n');
        int bar = part.indexOf("\n----\n");
        return new ParquetFile(
                part.substring(BEGIN.length(), line),
                Base64.getMimeDecoder().decode(part.substring(line, bar)),
                part.substring(bar + "\n----\n".length()));
    }
}
