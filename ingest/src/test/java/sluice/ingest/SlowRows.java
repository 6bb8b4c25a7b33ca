package sluice.ingest;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says what the row of given fields is, as docs/mapping.md does, in the words of {@link
 * WordsOfRows}. Shares no code with what it tests. A letter stands for a byte.
 */
final class SlowRows {
    /**
     * A column.
     *
     * @param job one of id1, id2, type, time, version, visibility, delete, data, property, ignore
     * @param name of a property
     * @param kind of a property: string, number, boolean, strings; of a time: its format
     * @param group of an id that is a name, else null
     * @param names whether an id or type is a name
     */
    record Slot(String job, String name, String kind, @Nullable String group, boolean names) {
        static Slot of(String job) {
            return new Slot(job, "", "", null, false);
        }

        Slot named() {
            return new Slot(job, name, kind, group == null ? "" : group, true);
        }

        boolean isId() {
            return job.equals("id1") || job.equals("id2");
        }
    }

    private static final BigInteger UNSIGNED_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    private static final BigInteger SIGNED_MAX = BigInteger.TWO.pow(63).subtract(BigInteger.ONE);
    private static final BigInteger SIGNED_MIN = BigInteger.TWO.pow(63).negate();
    private static final BigInteger NAMED_TYPES = BigInteger.TWO.pow(52);
    private static final Pattern NUMBER =
            Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

    private final boolean link;
    private final String type;
    private final List<Slot> slots;
    private final boolean shortRows;
    private final @Nullable String missing;

    /**
     * @param type the type of all rows, where no column has it
     * @param missing as in {@link SlowReader.Rules}
     */
    SlowRows(
            boolean link,
            String type,
            List<Slot> slots,
            boolean shortRows,
            @Nullable String missing) {
        this.link = link;
        this.type = type;
        this.slots = slots;
        this.shortRows = shortRows;
        this.missing = missing;
    }

    /** Says that a row is rejected. */
    private static final class Rejected extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Whether the row has as many fields as its columns ask for. */
    boolean fits(List<SlowReader.Field> fields) {
        int needed = slots.size();
        if (shortRows) {
            needed = 0;
            for (int index = 0; index < slots.size(); index++) {
                boolean always =
                        List.of("id1", "id2", "type", "time").contains(slots.get(index).job());
                needed = always ? index + 1 : needed;
            }
        }
        boolean restIsEmpty =
                fields.stream().skip(slots.size()).allMatch(field -> field.text().isEmpty());
        return fields.size() >= needed
                && (fields.size() <= slots.size() || shortRows && restIsEmpty);
    }

    /** The row in words, or null where it is rejected. */
    @Nullable String row(List<SlowReader.Field> fields) {
        try {
            return fits(fields) ? words(fields) : null;
        } catch (Rejected rejected) {
            return null;
        }
    }

    private String words(List<SlowReader.Field> fields) throws Rejected {
        String id1 = "";
        String id2 = "0";
        String rowType = type;
        String time = "0";
        String version = "0";
        boolean hidden = false;
        boolean deleted = false;
        String data = "";
        List<String> members = new ArrayList<>();
        boolean object = slots.stream().anyMatch(slot -> slot.job().equals("property"));
        for (int index = 0; index < Math.min(slots.size(), fields.size()); index++) {
            Slot slot = slots.get(index);
            SlowReader.Field field = fields.get(index);
            boolean absent = !field.quoted() && field.text().equals(missing);
            String text = absent ? "" : field.text();
            String bare = text.replaceAll("^[ \t]+|[ \t]+$", "");
            switch (slot.job()) {
                case "id1" -> id1 = id(slot, text, bare);
                case "id2" -> id2 = id(slot, text, bare);
                case "type" -> rowType = type(slot, text, bare);
                case "time" -> time = time(slot.kind(), bare);
                case "version" -> version = bare.isEmpty() ? "0" : signed(bare).toString();
                case "visibility" -> hidden = !truth(bare);
                case "delete" -> deleted = !bare.isEmpty() && truth(bare);
                case "data" -> data = text;
                case "property" -> {
                    if (!absent) {
                        member(slot, text, bare, members);
                    }
                }
                default -> {}
            }
        }
        return "%s %s %s %s time=%s version=%s%s data=%s"
                .formatted(
                        link ? "link" : "node",
                        id1,
                        rowType,
                        id2,
                        time,
                        version,
                        (hidden ? " hidden" : "") + (deleted ? " deleted" : ""),
                        object ? "{" + String.join(",", members) + "}" : data);
    }

    private static void require(boolean holds) throws Rejected {
        if (!holds) {
            throw new Rejected();
        }
    }

    private static String id(Slot slot, String text, String bare) throws Rejected {
        if (slot.names()) {
            require(!text.isEmpty() && text.length() <= 4096);
            return slot.group() + ":" + text;
        }
        return unsigned(bare).toString();
    }

    private static String type(Slot slot, String text, String bare) throws Rejected {
        if (slot.names()) {
            require(!text.isEmpty() && text.length() <= 255);
            return "'" + text + "'";
        }
        BigInteger number = unsigned(bare);
        BigInteger end = NAMED_TYPES.add(BigInteger.TWO.pow(31));
        require(number.compareTo(NAMED_TYPES) < 0 || number.compareTo(end) >= 0);
        return number.toString();
    }

    private static BigInteger unsigned(String text) throws Rejected {
        require(text.matches("[0-9]+"));
        BigInteger number = new BigInteger(text);
        require(number.compareTo(UNSIGNED_MAX) <= 0);
        return number;
    }

    private static BigInteger signed(String text) throws Rejected {
        require(text.matches("-?[0-9]+"));
        BigInteger number = new BigInteger(text);
        require(number.compareTo(SIGNED_MAX) <= 0 && number.compareTo(SIGNED_MIN) >= 0);
        return number;
    }

    private static String time(String format, String text) throws Rejected {
        if (format.equals("raw")) {
            return signed(text).toString();
        }
        require(text.matches("-?[0-9]+(\\.[0-9]+)?"));
        BigDecimal factor = BigDecimal.valueOf(format.equals("seconds") ? 1000 : 1);
        BigDecimal millis = new BigDecimal(text).multiply(factor);
        return signed(millis.setScale(0, RoundingMode.FLOOR).toPlainString()).toString();
    }

    private static boolean truth(String text) throws Rejected {
        String word = text.toLowerCase(Locale.ROOT);
        require(List.of("0", "1", "true", "false").contains(word));
        return word.equals("1") || word.equals("true");
    }

    private static void member(Slot slot, String text, String bare, List<String> members)
            throws Rejected {
        String name = string(slot.name()) + ":";
        switch (slot.kind()) {
            case "string" -> members.add(name + string(text));
            case "number" -> {
                require(bare.isEmpty() || NUMBER.matcher(bare).matches());
                if (!bare.isEmpty()) {
                    members.add(name + bare);
                }
            }
            case "boolean" -> {
                if (!bare.isEmpty()) {
                    members.add(name + truth(bare));
                }
            }
            case "strings" -> {
                List<String> parts = new ArrayList<>();
                for (String part : text.isEmpty() ? new String[0] : text.split(";", -1)) {
                    parts.add(string(part));
                }
                members.add(name + "[" + String.join(",", parts) + "]");
            }
            default -> throw new AssertionError(slot.kind());
        }
    }

    private static String string(String text) throws Rejected {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException notUtf8) {
            throw new Rejected();
        }
        StringBuilder json = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            int escape = "\"\\\b\t\n\f\r".indexOf(letter);
            if (escape >= 0) {
                json.append('\\').append("\"\\btnfr".charAt(escape));
            } else if (letter < ' ') {
                json.append("\\u%04x".formatted((int) letter));
            } else {
                json.append(letter);
            }
        }
        return json.append('"').toString();
    }
}
