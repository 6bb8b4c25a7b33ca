package sluice.cli.show;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import sluice.cli.console.MessageText;
import sluice.question.NodeProperties;
import sluice.question.PropertyValue;
import sluice.question.PropertyValues;

/** Values as a table shows them; nothing in them can move the cursor of a terminal. */
public final class ShownText {
    /** Times from 1973 to 2200, taken as milliseconds since 1970. */
    private static final long MILLIS_MIN = 100_000_000_000L;

    private static final long MILLIS_MAX = 7_258_118_400_000L;

    private ShownText() {}

    public static String of(Findings.Value value) {
        return switch (value) {
            case Findings.Value.Id(long id, String name) ->
                    name.isEmpty() ? Long.toUnsignedString(id) : escaped(name);
            case Findings.Value.Type(long type, String name) ->
                    name.isEmpty() ? Long.toUnsignedString(type) : escaped(name);
            case Findings.Value.Time(long time) -> time(time);
            case Findings.Value.Number(long number) -> Long.toString(number);
            case Findings.Value.Word(String word) -> word;
            case Findings.Value.Data(byte[] bytes) ->
                    utf8(bytes)
                            .filter(ShownText::isPrintable)
                            .map(ShownText::escaped)
                            .orElseGet(() -> "0x" + HexFormat.of().formatHex(bytes));
            case Findings.Value.Values(PropertyValues values) ->
                    joined(", ", values.values(), ShownText::of);
            case Findings.Value.Properties(List<NodeProperties.Property> properties) ->
                    joined(
                            ", ",
                            properties,
                            each ->
                                    escaped(each.predicate())
                                            + "="
                                            + joined(", ", each.values(), ShownText::of));
            case Findings.Value.Nested(List<String> columns, List<List<Findings.Value>> rows) ->
                    joined(
                            ", ",
                            rows,
                            row -> "[" + joined(" ", row, ShownText::of).stripTrailing() + "]");
        };
    }

    private static <T> String joined(String gap, List<T> parts, Function<T, String> shown) {
        return parts.stream().map(shown).collect(Collectors.joining(gap));
    }

    /** A value with its language and its facets: {@code Anne@fr (since=2017)}. */
    public static String of(PropertyValue value) {
        String tagged =
                value.language().isEmpty()
                        ? escaped(value.text())
                        : escaped(value.text()) + "@" + escaped(value.language());
        return value.facets().isEmpty()
                ? tagged
                : tagged
                        + " ("
                        + joined(
                                ", ",
                                value.facets(),
                                facet -> escaped(facet.key()) + "=" + escaped(facet.text()))
                        + ")";
    }

    /** The bytes as text, where they are UTF-8. */
    public static Optional<String> utf8(byte[] bytes) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /** {@code text} without what moves a cursor: control characters become U+FFFD. */
    public static String visible(String text) {
        StringBuilder visible = new StringBuilder();
        text.codePoints()
                .forEach(
                        point ->
                                visible.appendCodePoint(
                                        Character.isISOControl(point) ? 0xfffd : point));
        return visible.toString();
    }

    private static String time(long time) {
        return time >= MILLIS_MIN && time < MILLIS_MAX
                ? Instant.ofEpochMilli(time) + " " + time
                : Long.toString(time);
    }

    private static boolean isPrintable(String text) {
        return text.codePoints()
                .allMatch(point -> isPrintable(point) || "\n\r\t".indexOf(point) >= 0);
    }

    private static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.PRIVATE_USE, Character.UNASSIGNED -> false;
            default -> !MessageText.isHidden(point);
        };
    }

    private static String escaped(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .forEach(
                        point -> {
                            switch (point) {
                                case '\n' -> shown.append("\\n");
                                case '\r' -> shown.append("\\r");
                                case '\t' -> shown.append("\\t");
                                default ->
                                        shown.appendCodePoint(isPrintable(point) ? point : 0xFFFD);
                            }
                        });
        return shown.toString();
    }

    /** How many columns of a terminal {@code text} takes. */
    public static int columns(String text) {
        return text.codePoints().map(ShownText::columns).sum();
    }

    private static int columns(int point) {
        int type = Character.getType(point);
        if (type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT) {
            return 0;
        }
        boolean isWide =
                point >= 0x1F300 && point < 0x1FB00
                        || point >= 0xFF01 && point < 0xFF61
                        || point >= 0x1100 && point < 0x1160
                        || Character.isIdeographic(point)
                        || point >= 0x3001 && point < 0x3250
                        || point >= 0xAC00 && point < 0xD7A4;
        return isWide ? 2 : 1;
    }

    /**
     * The beginning of {@code text} that fits {@code columns}, with an ellipsis where it is cut.
     */
    public static String cut(String text, int columns, boolean unicode) {
        if (columns(text) <= columns) {
            return text;
        }
        String mark = unicode ? "…" : "...";
        int room = columns - mark.length();
        StringBuilder shown = new StringBuilder();
        int used = 0;
        for (int point : text.codePoints().toArray()) {
            used += columns(point);
            if (used > room) {
                break;
            }
            shown.appendCodePoint(point);
        }
        return room < 0 ? "" : shown + mark;
    }
}
