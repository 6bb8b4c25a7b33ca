package sluice.ingest.row;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.ingest.row.Column.JsonKind;
import sluice.ingest.row.Column.Role;
import sluice.ingest.row.Relation.TypeRef;
import sluice.model.RowKind;
import sluice.model.RowSink;

/**
 * Does what {@link RowParser} does, slowly and plainly: all of the text at once, one byte after the
 * other, a string a field, numbers by {@link BigInteger}, times by {@link DateTimeFormatter}. What
 * both agree on is right or wrong twice in different code.
 */
final class ReferenceParser {
    private static final long NAMED_TYPES = 1L << 52;
    private static final long NAMED_TYPES_END = NAMED_TYPES + (1L << 31);
    private static final BigInteger UNSIGNED_END = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger SIGNED_END = BigInteger.ONE.shiftLeft(63);
    private static final Pattern JSON_NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern ISO =
            Pattern.compile(
                    "([0-9]{4}-[0-9]{2}-[0-9]{2})"
                            + "(?:[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?"
                            + "(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?");

    final List<String> events = new ArrayList<>();
    long lines;
    long rows;
    long rejected;

    private final Relation relation;
    private final TextFormat format;
    private final NameResolver names;
    private final int dataBytesMax;
    private final int rowBytesMax;
    private final long constantType;
    private final long inverseType;
    private final ReferenceProperties properties;

    /** The text with a line feed at its end. */
    private byte[] text = {};

    ReferenceParser(Relation relation, NameResolver names, int dataBytesMax, int rowBytesMax) {
        this.relation = relation;
        this.names = names;
        this.dataBytesMax = dataBytesMax;
        this.rowBytesMax = rowBytesMax;
        format = relation.format();
        for (Column column : relation.columns()) {
            if ((column.role() == Role.ID1 || column.role() == Role.ID2)
                    && column.group() != null) {
                names.group(column.group());
            }
        }
        constantType = type(relation.type());
        inverseType = type(relation.inverse());
        properties = new ReferenceProperties(relation, names);
    }

    private long type(@Nullable TypeRef type) {
        return type instanceof TypeRef.Number(long number)
                ? number
                : type instanceof TypeRef.Named(String name) ? names.type(name) : 0;
    }

    /** A field: its bytes without quotes. */
    private record Field(byte[] bytes, boolean quoted) {
        String text() {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        boolean isEmpty() {
            return bytes.length == 0;
        }

        /** Without blanks around it. */
        Field stripped() {
            return new Field(
                    text().replaceAll("^[ \t]+|[ \t]+$", "").getBytes(StandardCharsets.ISO_8859_1),
                    quoted);
        }

        boolean isUtf8() {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
                return true;
            } catch (CharacterCodingException notUtf8) {
                return false;
            }
        }
    }

    /**
     * Says that a row is not taken; an exception is the shortest way out and speed is of no matter
     * here.
     */
    private static final class Fault extends Exception {
        private static final long serialVersionUID = 1L;
        final int column;

        /** Where the row ends, or -1 for where it would have ended; -2 for nowhere near. */
        final int end;

        Fault(int column, int end) {
            super("column " + column);
            this.column = column;
            this.end = end;
        }
    }

    void parse(byte[] input) {
        boolean open = input.length > 0 && input[input.length - 1] != '\n';
        text = Arrays.copyOf(input, input.length + (open ? 1 : 0));
        if (open) {
            text[input.length] = '\n';
        }
        int start = 0;
        while (start < text.length) {
            boolean comment = isComment(start);
            int from = comment ? returnInComment(start) : start;
            boolean noRow = comment ? from < 0 : isNoRow(start);
            int next = noRow ? lineEnd(start) + 1 : parseRow(start, from);
            for (int index = start; index < next; index++) {
                lines += text[index] == '\n' ? 1 : 0;
            }
            start = next;
        }
        lines -= open ? 1 : 0;
    }

    private boolean isNoRow(int start) {
        int index = start;
        while (format.whitespace() && isBlank(text[index])) {
            index++;
        }
        if (index - start > rowBytesMax) {
            return false;
        }
        return isLineEnd(index);
    }

    /**
     * Where the first carriage return is that no line feed follows, within the longest row; or -1.
     */
    private int returnInComment(int start) {
        int limit = Math.min(text.length, start + rowBytesMax + 1);
        for (int index = start; index < limit && text[index] != '\n'; index++) {
            int after = index;
            while (after < limit && text[after] == '\r') {
                after++;
            }
            if (after > index && after < limit && text[after] != '\n') {
                return index;
            }
            index = Math.max(index, after - 1);
        }
        return -1;
    }

    private boolean isComment(int start) {
        int index = start;
        while (format.whitespace() && isBlank(text[index])) {
            index++;
        }
        return index - start <= rowBytesMax && (text[index] & 0xff) == format.comment();
    }

    /** Whether only carriage returns are between {@code index} and the next line feed. */
    private boolean isLineEnd(int index) {
        return withoutReturn(index, lineEnd(index)) == index;
    }

    private int lineEnd(int from) {
        int index = from;
        while (text[index] != '\n') {
            index++;
        }
        return index;
    }

    /**
     * Cuts the row at {@code start} into fields from {@code from}; returns where the next begins.
     */
    private int parseRow(int start, int from) {
        List<Field> fields = new ArrayList<>();
        int end;
        try {
            end = cut(start, from, fields);
        } catch (Fault fault) {
            boolean near = fault.end >= 0 && fault.end <= start + rowBytesMax;
            int rowEnd = near ? fault.end : start + rowBytesMax + 1;
            reject(start, near ? withoutReturn(start, rowEnd) : rowEnd, fault.column);
            return lineEnd(rowEnd) + 1;
        }
        try {
            take(fields);
        } catch (Fault fault) {
            reject(start, withoutReturn(start, end), fault.column);
        }
        return end + 1;
    }

    private void reject(int start, int end, int column) {
        rejected++;
        byte[] row = Arrays.copyOfRange(text, start, Math.min(end, start + (1 << 20)));
        events.add(RecordedRows.reject(lines + 1, start, column, row));
    }

    private int withoutReturn(int start, int end) {
        int textEnd = end;
        while (textEnd > start && text[textEnd - 1] == '\r') {
            textEnd--;
        }
        return textEnd;
    }

    /**
     * Cuts the row into fields and returns where its line feed is. The first misplaced byte is the
     * fault of the row, which goes on to its line feed none the less.
     */
    private int cut(int start, int from, List<Field> fields) throws Fault {
        int limit = Math.min(text.length, start + rowBytesMax + 1);
        int index = from;
        int fault = -1;
        while (true) {
            if (format.whitespace()) {
                while (index < limit && isBlank(text[index])) {
                    index++;
                }
                if (index < limit && isLineEnd(index) && lineEnd(index) < limit) {
                    return ended(lineEnd(index), fault);
                }
            }
            while (index < limit && isTrimmed(text[index])) {
                index++;
            }
            ByteArrayOutputStream field = new ByteArrayOutputStream();
            boolean quoted = index < limit && (text[index] & 0xff) == format.quote();
            if (quoted) {
                index = cutQuoted(index, limit, fields.size(), fault, field);
                int closed = index;
                index = plainEnd(index, limit);
                fault = fault < 0 && index > closed ? fields.size() + 1 : fault;
            } else {
                int textStart = index;
                index = plainEnd(index, limit);
                int end = index;
                while (end > textStart && isTrimmed(text[end - 1])) {
                    end--;
                }
                field.write(text, textStart, end - textStart);
            }
            boolean returns = index < limit && text[index] == '\r';
            while (index < limit && text[index] == '\r') {
                index++;
            }
            if (index >= limit) {
                throw new Fault(0, -2);
            }
            fields.add(new Field(field.toByteArray(), quoted));
            if (text[index] == '\n') {
                return ended(index, fault);
            }
            if (returns && fault < 0) {
                fault = from > start ? 0 : fields.size();
            }
            if (!returns || isDelimiter(text[index])) {
                index++;
            }
        }
    }

    private static int ended(int end, int fault) throws Fault {
        if (fault >= 0) {
            throw new Fault(fault, end);
        }
        return end;
    }

    private int plainEnd(int from, int limit) {
        int index = from;
        while (index < limit
                && !isDelimiter(text[index])
                && text[index] != '\n'
                && text[index] != '\r') {
            index++;
        }
        return index;
    }

    private boolean isTrimmed(byte value) {
        return format.trim() && !format.whitespace() && value == ' ' && format.delimiter() != ' ';
    }

    private int cutQuoted(int open, int limit, int fields, int fault, ByteArrayOutputStream field)
            throws Fault {
        int index = open + 1;
        while (index + 1 < limit) {
            boolean quote = (text[index] & 0xff) == format.quote();
            boolean quoteNext = (text[index + 1] & 0xff) == format.quote();
            boolean escapeNext = (text[index + 1] & 0xff) == format.escape();
            boolean doubled = quote && quoteNext;
            boolean escaped = (text[index] & 0xff) == format.escape() && (quoteNext || escapeNext);
            if (quote && !doubled) {
                index++;
                while (index < limit && isTrimmed(text[index])) {
                    index++;
                }
                return index;
            }
            field.write(text[escaped ? index + 1 : index]);
            index += doubled || escaped ? 2 : 1;
        }
        int end = lineEnd(open);
        boolean near = end < limit || fault < 0;
        throw near ? new Fault(fault < 0 ? fields + 1 : fault, end) : new Fault(0, -2);
    }

    private boolean isDelimiter(byte value) {
        return format.whitespace() ? isBlank(value) : value == format.delimiter();
    }

    private static boolean isBlank(byte value) {
        return value == ' ' || value == '\t';
    }

    private void take(List<Field> fields) throws Fault {
        List<Column> columns = relation.columns();
        long[] ids = new long[2];
        Field[] idNames = new Field[2];
        long type = constantType;
        Field typeName = null;
        long time = 0;
        long version = 0;
        int flags = 0;
        byte[] data = {};
        StringBuilder json = new StringBuilder();
        properties.begin();
        boolean hasProperties = columns.stream().anyMatch(column -> column.role() == Role.PROPERTY);
        int needed = 0;
        for (int index = 0; index < columns.size(); index++) {
            Column column = columns.get(index);
            int number = index + 1;
            switch (column.role()) {
                case ID1, ID2, TYPE_NUMBER, TYPE_NAME, TIME -> needed = number;
                default -> {}
            }
            if (index >= fields.size()) {
                continue;
            }
            Field field = fields.get(index);
            String written = new String(field.bytes, StandardCharsets.UTF_8);
            boolean isNull =
                    written.equals(format.nullText()) || format.emptyIsNull() && written.isEmpty();
            if (!field.quoted && isNull) {
                if (column.role() == Role.PROPERTY || column.role() == Role.VALUE) {
                    continue;
                }
                field = new Field(new byte[0], false);
            }
            switch (column.role()) {
                case ID1, ID2 -> field = column.group() == null ? field.stripped() : field;
                case TYPE_NUMBER, VERSION, VISIBILITY, DELETE -> field = field.stripped();
                case TIME ->
                        field =
                                column.time() instanceof TimeFormat.Pattern
                                        ? field
                                        : field.stripped();
                case PROPERTY ->
                        field =
                                column.json() == JsonKind.NUMBER
                                                || column.json() == JsonKind.BOOLEAN
                                        ? field.stripped()
                                        : field;
                default -> {}
            }
            switch (column.role()) {
                case IGNORE -> {}
                case ID1, ID2 -> {
                    int slot = column.role() == Role.ID1 ? 0 : 1;
                    if (column.group() == null) {
                        ids[slot] = unsigned(field, number);
                    } else {
                        idNames[slot] = name(field, 4096, number);
                    }
                }
                case TYPE_NUMBER -> {
                    type = unsigned(field, number);
                    check(type < NAMED_TYPES || type >= NAMED_TYPES_END || type < 0, number);
                }
                case TYPE_NAME -> typeName = name(field, 4096, number);
                case TIME -> time = time(field, column.time(), number);
                case VERSION ->
                        version = field.isEmpty() ? 0 : signed(field, number).longValueExact();
                case VISIBILITY -> flags |= truth(field, number) ? 0 : RowSink.HIDDEN;
                case DELETE ->
                        flags |= !field.isEmpty() && truth(field, number) ? RowSink.TOMBSTONE : 0;
                case DATA -> {
                    data = field.bytes;
                    check(data.length <= dataBytesMax, number);
                }
                case PROPERTY -> {
                    check(field.bytes.length <= dataBytesMax, number);
                    Optional<String> value = json(field, column.json(), number);
                    if (value.isPresent()) {
                        json.append(json.isEmpty() ? "" : ",");
                        json.append(jsonString(column.name().getBytes(StandardCharsets.UTF_8)));
                        json.append(':').append(value.get());
                    }
                    int jsonBytes = json.toString().getBytes(StandardCharsets.UTF_8).length + 2;
                    check(jsonBytes <= dataBytesMax, number);
                }
                case VALUE -> {
                    check(field.isUtf8(), number);
                    properties.add(column, field.bytes);
                }
            }
        }
        check(fields.size() >= (relation.shortRows() ? needed : columns.size()), 0);
        for (int index = columns.size(); index < fields.size(); index++) {
            boolean empty = relation.shortRows() && fields.get(index).isEmpty();
            check(empty || relation.extraFields(), 0);
        }
        if (hasProperties) {
            data = ("{" + json + "}").getBytes(StandardCharsets.UTF_8);
        }
        for (Column column : columns.stream().sorted(Comparator.comparing(Column::role)).toList()) {
            int slot = column.role() == Role.ID1 ? 0 : 1;
            if ((column.role() == Role.ID1 || column.role() == Role.ID2) && idNames[slot] != null) {
                int group = names.group(column.group());
                ids[slot] = names.id(group, idNames[slot].bytes, 0, idNames[slot].bytes.length);
            }
        }
        if (typeName != null) {
            type = names.type(typeName.bytes, 0, typeName.bytes.length);
        }
        rows++;
        events.add(RecordedRows.row(ids[0], type, ids[1], time, version, flags, data));
        if (relation.inverse() != null && relation.kind() == RowKind.LINK) {
            events.add(RecordedRows.row(ids[1], inverseType, ids[0], time, version, flags, data));
        }
        events.addAll(properties.rows(ids[0], time, version, flags));
    }

    private static void check(boolean good, int column) throws Fault {
        if (!good) {
            throw new Fault(column, -1);
        }
    }

    private static long unsigned(Field field, int column) throws Fault {
        check(field.text().matches("[0-9]+"), column);
        BigInteger number = new BigInteger(field.text());
        check(number.compareTo(UNSIGNED_END) < 0, column);
        return number.longValue();
    }

    private static BigInteger signed(Field field, int column) throws Fault {
        check(field.text().matches("-?[0-9]+"), column);
        BigInteger number = new BigInteger(field.text());
        checkSigned(number, column);
        return number;
    }

    private static void checkSigned(BigInteger number, int column) throws Fault {
        check(
                number.compareTo(SIGNED_END) < 0 && number.compareTo(SIGNED_END.negate()) >= 0,
                column);
    }

    private static Field name(Field field, int lengthMax, int column) throws Fault {
        check(field.bytes.length >= 1 && field.bytes.length <= lengthMax, column);
        return field;
    }

    private static boolean truth(Field field, int column) throws Fault {
        String text = field.text().toLowerCase(Locale.ROOT);
        check(List.of("0", "1", "true", "false").contains(text), column);
        return text.equals("1") || text.equals("true");
    }

    private static long time(Field field, @Nullable TimeFormat format, int column) throws Fault {
        switch (format) {
            case TimeFormat.Unit(long multiplier, long divisor) -> {
                if (multiplier != 0 && field.text().indexOf('.') >= 0) {
                    return fraction(field, multiplier, divisor, column);
                }
                BigInteger number = signed(field, column);
                if (multiplier == 0) {
                    return number.longValueExact();
                }
                BigInteger product = number.multiply(BigInteger.valueOf(multiplier));
                checkSigned(product, column);
                return Math.floorDiv(product.longValueExact(), divisor);
            }
            case TimeFormat.Iso() -> {
                return isoTime(field.text(), column);
            }
            case TimeFormat.Pattern(String pattern) -> {
                return patternTime(field, pattern.replace('y', 'u'), column);
            }
            case null -> throw new AssertionError("time column without format");
        }
    }

    private static long fraction(Field field, long multiplier, long divisor, int column)
            throws Fault {
        check(field.text().matches("-?[0-9]+\\.[0-9]+"), column);
        BigDecimal value = new BigDecimal(field.text());
        checkSigned(value.abs().toBigInteger(), column);
        BigDecimal product = value.multiply(BigDecimal.valueOf(multiplier));
        checkSigned(product.abs().toBigInteger(), column);
        long floor = product.setScale(0, RoundingMode.FLOOR).longValueExact();
        return Math.floorDiv(floor, divisor);
    }

    private static long isoTime(String text, int column) throws Fault {
        Matcher parts = ISO.matcher(text);
        check(parts.matches(), column);
        try {
            String fraction = parts.group(4) == null ? "" : parts.group(4);
            String seconds = parts.group(3) == null ? "00" : parts.group(3);
            String time = parts.group(2) == null ? "00:00" : parts.group(2);
            LocalDateTime local = LocalDateTime.parse(parts.group(1) + "T" + time + ":" + seconds);
            ZoneOffset offset =
                    parts.group(5) == null ? ZoneOffset.UTC : ZoneOffset.of(parts.group(5));
            return OffsetDateTime.of(local, offset).toInstant().toEpochMilli()
                    + Long.parseLong((fraction + "000").substring(0, 3));
        } catch (DateTimeException notATime) {
            throw new Fault(column, -1);
        }
    }

    private static long patternTime(Field field, String pattern, int column) throws Fault {
        DateTimeFormatter formatter =
                DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                        .withResolverStyle(ResolverStyle.STRICT)
                        .withZone(ZoneOffset.UTC);
        String text = new String(field.bytes, StandardCharsets.UTF_8);
        boolean hasTime = pattern.contains("H");
        try {
            return hasTime
                    ? formatter.parse(text, Instant::from).toEpochMilli()
                    : formatter.parse(text, LocalDate::from).toEpochDay() * 86_400_000L;
        } catch (DateTimeException notATime) {
            throw new Fault(column, -1);
        }
    }

    private Optional<String> json(Field field, @Nullable JsonKind kind, int column) throws Fault {
        String delimiter = Pattern.quote(String.valueOf((char) (relation.arrayDelimiter() & 0xff)));
        String[] parts = field.isEmpty() ? new String[0] : field.text().split(delimiter, -1);
        if (kind == JsonKind.STRING || kind == JsonKind.STRING_ARRAY) {
            check(field.isUtf8(), column);
        }
        switch (kind) {
            case STRING -> {
                return Optional.of(jsonString(field.bytes));
            }
            case NUMBER -> {
                check(field.isEmpty() || JSON_NUMBER.matcher(field.text()).matches(), column);
                return field.isEmpty() ? Optional.empty() : Optional.of(field.text());
            }
            case BOOLEAN -> {
                return field.isEmpty()
                        ? Optional.empty()
                        : Optional.of(String.valueOf(truth(field, column)));
            }
            case STRING_ARRAY -> {
                List<String> strings = new ArrayList<>();
                for (String part : parts) {
                    strings.add(jsonString(part.getBytes(StandardCharsets.ISO_8859_1)));
                }
                return Optional.of("[" + String.join(",", strings) + "]");
            }
            case BOOLEAN_ARRAY -> {
                List<String> values = new ArrayList<>();
                for (String part : parts) {
                    Field each = new Field(part.getBytes(StandardCharsets.ISO_8859_1), false);
                    values.add(String.valueOf(truth(each, column)));
                }
                return Optional.of("[" + String.join(",", values) + "]");
            }
            case NUMBER_ARRAY -> {
                for (String part : parts) {
                    check(JSON_NUMBER.matcher(part).matches(), column);
                }
                return Optional.of("[" + String.join(",", parts) + "]");
            }
            case null -> throw new AssertionError("property without kind");
        }
    }

    private static String jsonString(byte[] bytes) {
        StringBuilder result = new StringBuilder("\"");
        int index = 0;
        while (index < bytes.length) {
            int length = characterLength(bytes, index);
            String character =
                    length == 0
                            ? "\uFFFD"
                            : new String(bytes, index, length, StandardCharsets.UTF_8);
            result.append(
                    switch (character) {
                        case "\"" -> "\\\"";
                        case "\\" -> "\\\\";
                        case "\b" -> "\\b";
                        case "\t" -> "\\t";
                        case "\n" -> "\\n";
                        case "\f" -> "\\f";
                        case "\r" -> "\\r";
                        default ->
                                character.charAt(0) < ' '
                                        ? "\\u%04x".formatted((int) character.charAt(0))
                                        : character;
                    });
            index += Math.max(1, length);
        }
        return result.append('"').toString();
    }

    /** How many bytes make one character of UTF-8, found by trying; 0 for none. */
    private static int characterLength(byte[] bytes, int index) {
        for (int length = 1; length <= 4 && index + length <= bytes.length; length++) {
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, index, length));
                return length;
            } catch (CharacterCodingException longerOrNone) {
                // The next length is tried.
            }
        }
        return 0;
    }
}
