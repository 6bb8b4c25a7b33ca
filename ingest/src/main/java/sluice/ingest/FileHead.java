package sluice.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The first bytes of a file: its codec, its mark, its first lines.
 *
 * @param text the first unpacked bytes, without a UTF-8 mark
 * @param whole whether {@code text} is all of the file
 * @param markBytes the length of the UTF-8 mark
 * @param rest standard input from its first byte, once more; an empty stream for files
 */
record FileHead(
        String name,
        SourceFile.Codec codec,
        long lengthBytes,
        long modifiedNanos,
        byte[] text,
        boolean whole,
        int markBytes,
        InputStream rest) {

    /** How much of a file is read to find its shape, in unpacked bytes. */
    static final int HEAD_BYTES = 1 << 16;

    private static final int LINES_MAX = 200;

    /** Names of other packings by their first bytes in hexadecimal, and what to do with each. */
    private static final List<List<String>> OTHER_FORMATS =
            List.of(
                    List.of("425a68", "a bzip2 archive", "bunzip2"),
                    List.of("fd377a585a00", "an xz archive", "unxz"),
                    List.of("504b0304", "a zip archive", "unzip"),
                    List.of("04224d18", "an lz4 archive", "unlz4"),
                    List.of("50415231", "a Parquet file", "a tool that writes CSV"));

    /**
     * A line of the head.
     *
     * @param number counted from 1
     * @param from where it begins in the head's text
     * @param next where the line after it begins
     */
    record Line(int number, int from, int next, String text) {
        boolean isBlank() {
            return text.isBlank();
        }
    }

    static FileHead read(Input input, SourceOptions options) throws IOException {
        if (input.isStandardInput()) {
            byte[] packed = options.standardInput().readNBytes(HEAD_BYTES);
            InputStream all =
                    new SequenceInputStream(
                            new ByteArrayInputStream(packed), options.standardInput());
            return read(
                    input.name(),
                    packed,
                    new ByteArrayInputStream(packed),
                    packed.length < HEAD_BYTES,
                    -1,
                    0,
                    all);
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(input.path(), BasicFileAttributes.class);
            byte[] magic;
            try (InputStream raw = Files.newInputStream(input.path())) {
                magic = raw.readNBytes(8);
            }
            try (InputStream raw = Files.newInputStream(input.path())) {
                return read(
                        input.name(),
                        magic,
                        raw,
                        true,
                        attributes.size(),
                        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                        InputStream.nullInputStream());
            }
        } catch (AccessDeniedException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: no permission to read the file; run: chmod u+r %s"
                            .formatted(input.name(), input.name()),
                    failure);
        }
    }

    private static FileHead read(
            String name,
            byte[] magic,
            InputStream raw,
            boolean rawIsWhole,
            long lengthBytes,
            long modifiedNanos,
            InputStream rest)
            throws IOException {
        SourceFile.Codec codec = codec(name, magic);
        byte[] text = new byte[HEAD_BYTES];
        int length = 0;
        boolean whole = false;
        try (PackedInput unpacked = PackedInput.open(name, codec, raw)) {
            while (length < text.length && !whole) {
                int count = unpacked.read(text, length, text.length - length);
                whole = count < 0;
                length += Math.max(count, 0);
            }
        } catch (SluiceException failure) {
            // The head of standard input ends anywhere; what it unpacked to so far is enough.
            if (rawIsWhole) {
                throw failure;
            }
        }
        text = Arrays.copyOf(text, length);
        int markBytes = startsWith(text, 0xef, 0xbb, 0xbf) ? 3 : 0;
        if (startsWith(text, 0xff, 0xfe) || startsWith(text, 0xfe, 0xff)) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the text is UTF-16, expected UTF-8; convert it: iconv -f UTF-16 -t UTF-8"
                            .formatted(name));
        }
        return new FileHead(
                name,
                codec,
                lengthBytes,
                modifiedNanos,
                Arrays.copyOfRange(text, markBytes, length),
                whole && rawIsWhole,
                markBytes,
                rest);
    }

    private static SourceFile.Codec codec(String name, byte[] magic) {
        if (startsWith(magic, 0x1f, 0x8b)) {
            return SourceFile.Codec.GZIP;
        }
        boolean skippable =
                magic.length >= 4
                        && (magic[0] & 0xf0) == 0x50
                        && startsWith(magic, magic[0] & 0xff, 0x2a, 0x4d, 0x18);
        if (startsWith(magic, 0x28, 0xb5, 0x2f, 0xfd) || skippable) {
            return SourceFile.Codec.ZSTD;
        }
        String hexadecimal = HexFormat.of().formatHex(magic);
        for (List<String> other : OTHER_FORMATS) {
            if (hexadecimal.startsWith(other.get(0))) {
                throw new SluiceException(
                        ErrorCode.INPUT,
                        "%s: the file is %s, expected text, gzip or zstd; turn it into text first with %s"
                                .formatted(name, other.get(1), other.get(2)));
            }
        }
        return SourceFile.Codec.PLAIN;
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) {
            return false;
        }
        for (int index = 0; index < start.length; index++) {
            if ((bytes[index] & 0xff) != start[index]) {
                return false;
            }
        }
        return true;
    }

    /** The whole lines of the head, {@value #LINES_MAX} at most. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length && lines.size() < LINES_MAX) {
            int end = from;
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            if (end == text.length && !whole) {
                break;
            }
            int textEnd = end > from && end < text.length && text[end - 1] == '\r' ? end - 1 : end;
            int next = Math.min(end + 1, text.length);
            lines.add(
                    new Line(
                            lines.size() + 1,
                            from,
                            next,
                            new String(text, from, textEnd - from, StandardCharsets.UTF_8)));
            from = next;
        }
        return lines;
    }

    /**
     * The whole rows of the head that begin at or behind {@code from}, {@value #LINES_MAX} at most,
     * without comments and blank lines. Other than a line, a row may hold line ends in quotes.
     */
    List<String> rows(TextFormat format, int from) {
        byte[] padded = Arrays.copyOf(text, text.length + 1);
        padded[text.length] = '\n';
        int limit = whole ? padded.length : text.length;
        RowExtent extent = new RowExtent(format);
        List<String> rows = new ArrayList<>();
        for (int at = from; at < limit && rows.size() < LINES_MAX; ) {
            boolean comment = (padded[at] & 0xff) == format.comment();
            extent.scan(padded, at, limit);
            boolean unclosed = whole && extent.fault == RowExtent.Fault.UNCLOSED;
            int end = comment || unclosed ? Swar.lineEnd(padded, at, limit) : extent.end;
            if (end < 0) {
                break;
            }
            int length = FieldCutter.lengthWithoutReturn(padded, at, end);
            String row = new String(padded, at, length, StandardCharsets.UTF_8);
            if (!comment && !row.isBlank()) {
                rows.add(row);
            }
            at = end + 1;
        }
        return rows;
    }

    /** The same without the text, which only standard input needs later. */
    FileHead withoutText() {
        return lengthBytes < 0
                ? this
                : new FileHead(
                        name,
                        codec,
                        lengthBytes,
                        modifiedNanos,
                        new byte[0],
                        whole,
                        markBytes,
                        rest);
    }

    String digestOfText() {
        return HexFormat.of().formatHex(Fingerprint.sha256().digest(text));
    }

    /** The name without folders. */
    String baseName() {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
