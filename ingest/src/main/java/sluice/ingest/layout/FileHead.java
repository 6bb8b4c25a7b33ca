package sluice.ingest.layout;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.ChunkFiles;
import sluice.ingest.file.DiskInput;
import sluice.ingest.file.Input;
import sluice.ingest.file.PackedInput;
import sluice.ingest.file.Place;
import sluice.ingest.file.RateLimit;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.TextCoding;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.mapping.ToldFormat;
import sluice.ingest.row.FieldCutter;
import sluice.ingest.row.LedgerPart;
import sluice.ingest.row.RowExtent;
import sluice.ingest.row.RowParser;
import sluice.ingest.row.Swar;
import sluice.ingest.row.TextFormat;
import sluice.ingest.row.Utf8;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.shared.SharedFiles;

/**
 * The first bytes of a file: its codec, its encoding, its first lines.
 *
 * @param coding how the unpacked bytes become text
 * @param text the first bytes of the text, without a UTF-8 mark and the lines that are skipped
 * @param whole whether {@code text} is all of the file
 * @param startByte where in the text of the file {@code text} begins
 * @param startLines how many lines stand before that
 * @param rest standard input from its first byte, once more; an empty stream for files
 * @param members the members of objects that are its columns, where {@code text} is what they
 *     become as delimited text, else null
 */
public record FileHead(
        String name,
        SourceFile.Codec codec,
        TextCoding coding,
        long lengthBytes,
        long modifiedNanos,
        byte[] text,
        boolean whole,
        int startByte,
        int startLines,
        InputStream rest,
        @Nullable List<String> members) {

    /** How much of a file is read to find its shape, in unpacked bytes. */
    public static final int HEAD_BYTES = 1 << 16;

    /** The same where that holds no whole line but blank ones and comments. */
    private static final int HEAD_BYTES_MAX = RowParser.ROW_BYTES_MAX + HEAD_BYTES;

    private static final int LINES_MAX = 200;

    /** A first line that gives Excel the delimiter. */
    private static final Pattern EXCEL_LINE =
            Pattern.compile("\"?sep=.\"?\\r?", Pattern.CASE_INSENSITIVE);

    private static final int EXCEL_LINE_BYTES_MAX = 8;

    /**
     * A line of the head.
     *
     * @param number counted from 1
     * @param from where it begins in the head's text
     * @param next where the line after it begins
     */
    record Line(int number, int from, int next, String text) {
        boolean isBlank() {
            return FileHead.isBlank(text);
        }

        /** The line's begin for messages, without control characters. */
        String shown() {
            String begin = text.length() > 200 ? text.substring(0, 200) + "…" : text;
            StringBuilder shown = new StringBuilder();
            for (int index = 0; index < begin.length(); index++) {
                char here = begin.charAt(index);
                shown.append(Character.isISOControl(here) && here != '\t' ? '\ufffd' : here);
            }
            return shown.toString();
        }
    }

    /**
     * Reads the head of {@code input}.
     *
     * @param told what a mapping says of its text
     */
    public static FileHead read(Input input, SourceOptions options, ToldFormat told)
            throws IOException {
        if (input.isStandardInput()) {
            return readStandardInput(input.name(), options.standardInput(), told);
        }
        try {
            Place.State state = input.place().found();
            byte[] magic;
            try (InputStream raw = input.place().stream(SharedFiles.Reading.PLACES)) {
                magic = raw.readNBytes(OtherFormat.BYTES);
            }
            SourceFile.Codec codec =
                    ChunkFiles.isChunk(input.place())
                            ? SourceFile.Codec.CHUNK
                            : codec(input.name(), magic);
            ToldFormat asTold = codec.isRows() ? told.ofRows() : told;
            for (int headBytes = HEAD_BYTES; ; headBytes = larger(headBytes)) {
                Unpacked unpacked;
                try (InputStream raw = open(input, codec)) {
                    unpacked = unpack(input.name(), codec, raw, true, headBytes);
                }
                FileHead head =
                        of(
                                input.name(),
                                codec,
                                unpacked,
                                asTold,
                                state.lengthBytes(),
                                state.modifiedNanos(),
                                InputStream.nullInputStream());
                if (head.showsARow() || headBytes == HEAD_BYTES_MAX) {
                    return head;
                }
            }
        } catch (AccessDeniedException failure) {
            throw new SluiceException(
                    ErrorCode.INPUT, input.place().unreadable(input.name()), failure);
        }
    }

    private static InputStream open(Input input, SourceFile.Codec codec) throws IOException {
        if (!codec.isRows()) {
            return input.place().stream(SharedFiles.Reading.PLACES);
        }
        RateLimit noLimit = new RateLimit(0, () -> 0);
        return DiskInput.openRows(codec, input.name(), input.place(), noLimit, new LongAdder());
    }

    private static FileHead readStandardInput(String name, InputStream input, ToldFormat told)
            throws IOException {
        byte[] packed = {};
        for (int headBytes = HEAD_BYTES; ; headBytes = larger(headBytes)) {
            byte[] more = input.readNBytes(headBytes - packed.length);
            int known = packed.length;
            packed = Arrays.copyOf(packed, known + more.length);
            System.arraycopy(more, 0, packed, known, more.length);
            boolean packedIsWhole = packed.length < headBytes;
            SourceFile.Codec codec = codec(name, Arrays.copyOf(packed, Math.min(8, packed.length)));
            if (codec == SourceFile.Codec.PARQUET) {
                throw new SluiceException(
                        ErrorCode.INPUT,
                        name
                                + ": standard input is a Parquet file, which is read from its end; write it to a file and load that");
            }
            InputStream raw = new ByteArrayInputStream(packed);
            Unpacked unpacked = unpack(name, codec, raw, packedIsWhole, headBytes);
            InputStream all = new SequenceInputStream(new ByteArrayInputStream(packed), input);
            FileHead head = of(name, codec, unpacked, told, -1, 0, all);
            if (head.showsARow() || packedIsWhole || headBytes == HEAD_BYTES_MAX) {
                return head;
            }
        }
    }

    private static int larger(int headBytes) {
        return (int) Math.min(headBytes * 16L, HEAD_BYTES_MAX);
    }

    /** The first unpacked bytes of a file. */
    private record Unpacked(byte[] bytes, boolean whole) {}

    private static Unpacked unpack(
            String name, SourceFile.Codec codec, InputStream raw, boolean rawIsWhole, int bytesMax)
            throws IOException {
        byte[] bytes = new byte[bytesMax];
        int length = 0;
        boolean whole = false;
        try (PackedInput input = PackedInput.open(name, codec, TextCoding.NONE, raw)) {
            while (length < bytes.length && !whole) {
                int count = input.read(bytes, length, bytes.length - length);
                whole = count < 0;
                length += Math.max(count, 0);
            }
        } catch (SluiceException failure) {
            // The head of standard input ends anywhere; what it unpacked to so far is enough.
            if (rawIsWhole) {
                throw failure;
            }
        }
        return new Unpacked(Arrays.copyOf(bytes, length), whole && rawIsWhole);
    }

    private static FileHead of(
            String name,
            SourceFile.Codec codec,
            Unpacked unpacked,
            ToldFormat told,
            long lengthBytes,
            long modifiedNanos,
            InputStream rest)
            throws IOException {
        HeadBytes bytes = new HeadBytes(name, unpacked.bytes(), unpacked.whole());
        if (codec == SourceFile.Codec.PLAIN) {
            bytes.refusePacked();
        } else if (!codec.isRows()) {
            OtherFormat.refuseWithin(name, codec, unpacked.bytes());
        }
        TextCoding coding = codec.isRows() ? TextCoding.NONE : bytes.coding(told);
        byte[] text = coding.over(unpacked.bytes(), unpacked.whole());
        int markBytes = HeadBytes.startsWith(text, 0xef, 0xbb, 0xbf) ? 3 : 0;
        return new FileHead(
                name,
                codec,
                coding,
                lengthBytes,
                modifiedNanos,
                Arrays.copyOfRange(text, markBytes, text.length),
                unpacked.whole(),
                markBytes,
                0,
                rest,
                null);
    }

    /** The head without its first {@code count} lines, which hold neither header nor rows. */
    public FileHead skipping(int count) {
        int from = 0;
        for (int line = 0; line < count; line++) {
            int end = Swar.lineEnd(text, from, text.length);
            if (end < 0 && !whole) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s: found %d lines in the first %d bytes, expected %d to skip; give skip: a smaller number"
                                .formatted(name, line, text.length, count));
            }
            from = end < 0 ? text.length : end + 1;
        }
        return with(Arrays.copyOfRange(text, from, text.length), startByte + from, count);
    }

    private FileHead with(byte[] otherText, int otherStart, int otherLines) {
        return new FileHead(
                name,
                codec,
                coding,
                lengthBytes,
                modifiedNanos,
                otherText,
                whole,
                otherStart,
                otherLines,
                rest,
                members);
    }

    /** This head of lines of objects, which become {@code rows}: a header and a line for each. */
    FileHead ofMembers(List<String> columns, byte[] rows) {
        // The header is no line of the file.
        return new FileHead(
                name,
                codec,
                coding,
                lengthBytes,
                modifiedNanos,
                rows,
                whole,
                startByte,
                startLines - 1,
                rest,
                columns);
    }

    /**
     * Whether a whole line is here that is neither blank nor a comment, as comments usually look.
     */
    private boolean showsARow() {
        int from = 0;
        while (from < text.length) {
            int end = Swar.lineEnd(text, from, text.length);
            if (end < 0) {
                return whole;
            }
            int first = from;
            while (first < end && text[first] <= ' ') {
                first++;
            }
            if (first < end && text[first] != '#' && text[first] != '%') {
                return true;
            }
            from = end + 1;
        }
        return whole;
    }

    private static SourceFile.Codec codec(String name, byte[] magic) {
        if (HeadBytes.startsWith(magic, 0x1f, 0x8b)) {
            return SourceFile.Codec.GZIP;
        }
        boolean skippable =
                magic.length >= 4
                        && (magic[0] & 0xf0) == 0x50
                        && HeadBytes.startsWith(magic, magic[0] & 0xff, 0x2a, 0x4d, 0x18);
        if (HeadBytes.startsWith(magic, 0x28, 0xb5, 0x2f, 0xfd) || skippable) {
            return SourceFile.Codec.ZSTD;
        }
        if (HeadBytes.startsWith(magic, 'P', 'A', 'R', '1')) {
            return SourceFile.Codec.PARQUET;
        }
        OtherFormat.refuse(name, magic);
        return SourceFile.Codec.PLAIN;
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
            int textEnd = from + FieldCutter.lengthWithoutReturns(text, from, end);
            int next = Math.min(end + 1, text.length);
            lines.add(
                    new Line(
                            startLines + lines.size() + 1,
                            from,
                            next,
                            new String(text, from, textEnd - from, StandardCharsets.UTF_8)));
            from = next;
        }
        return lines;
    }

    /** Whether a parser of rows that blanks separate would see no row in {@code text}. */
    private static boolean isBlank(String text) {
        return text.chars().allMatch(letter -> letter == ' ' || letter == '\t');
    }

    /** Whether a line is UTF-8 and holds no carriage return: what a header must be. */
    boolean isPlainText(Line line) {
        return line.text().indexOf('\r') < 0
                && Utf8.isValid(padded(), line.from(), line.next() - line.from());
    }

    private byte[] padded() {
        return Arrays.copyOf(text, text.length + Swar.SLACK_BYTES);
    }

    /** A row of the head: the number of the line it begins in, counted from 1, and its text. */
    record Row(int line, String text) {}

    /**
     * The whole rows of the head that begin at or behind {@code from}, {@value #LINES_MAX} at most,
     * without comments, blank lines and rows that no parser takes. Other than a line, a row may
     * hold line ends in quotes.
     */
    List<Row> rows(TextFormat format, int from) {
        byte[] padded = padded();
        padded[text.length] = '\n';
        int limit = whole ? text.length + 1 : text.length;
        RowExtent extent = new RowExtent(format);
        List<Row> rows = new ArrayList<>();
        long line = startLines + 1 + Swar.lineEndCount(padded, 0, from);
        for (int at = from; at < limit && rows.size() < LINES_MAX; ) {
            extent.scan(padded, at, limit);
            int end = whole ? extent.endWithin(padded, limit) : extent.end;
            if (end < 0) {
                break;
            }
            int length = FieldCutter.lengthWithoutReturns(padded, at, end);
            String row = new String(padded, at, length, StandardCharsets.UTF_8);
            if (!extent.comment && extent.fault == RowExtent.Fault.NONE && !isBlank(row)) {
                rows.add(new Row((int) line, row));
            }
            line += Swar.lineEndCount(padded, at, end + 1);
            at = end + 1;
        }
        return rows;
    }

    /** The same without the text, which only standard input needs later. */
    public FileHead withoutText() {
        return lengthBytes < 0 ? this : with(new byte[0], startByte, startLines);
    }

    public String digestOfText() {
        return HexFormat.of().formatHex(sha256().digest(text));
    }

    /** The part of a mapping's words on the format that holds for this file. */
    public ToldFormat told(ToldFormat said) {
        if (members != null) {
            return said.ofMembers();
        }
        return codec.isRows() ? said.ofRows() : said;
    }

    /**
     * How many lines stand before the header or the first row: as {@code said}, else one where the
     * file begins with a line for Excel.
     */
    public int titles(ToldFormat said) {
        Integer given = told(said).dialect().skip();
        if (given != null) {
            return given;
        }
        int end = isRows() ? -1 : Swar.lineEnd(text, 0, text.length);
        boolean isExcels =
                end >= 0
                        && end <= EXCEL_LINE_BYTES_MAX
                        && EXCEL_LINE
                                .matcher(new String(text, 0, end, StandardCharsets.ISO_8859_1))
                                .matches();
        return isExcels ? 1 : 0;
    }

    /** Whether the text is made of the rows of a file, or of objects. */
    boolean isRows() {
        return codec.isRows() || members != null;
    }

    /** Whether the file is a ledger of rejected rows. */
    public boolean isLedger() {
        byte[] begin = LedgerPart.BEGIN.getBytes(StandardCharsets.UTF_8);
        return text.length >= begin.length
                && Arrays.equals(text, 0, begin.length, begin, 0, begin.length);
    }

    /** Whether each line is an object whose members are columns. */
    boolean hasMembers() {
        return members != null;
    }

    /** The name without folders. */
    String baseName() {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** The digest that tells one text from another. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
