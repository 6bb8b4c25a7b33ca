package sluice.ingest.fact;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.ValueType;

/**
 * Works out which properties columns become: the predicate, the language and the type that a name
 * and the words of a mapping or a header stand for.
 */
public final class ValueColumns {
    /** Types of headers that a schema calls otherwise. */
    private static final Map<String, ValueType> OTHER_NAMES =
            Map.ofEntries(
                    Map.entry("long", ValueType.INT),
                    Map.entry("integer", ValueType.INT),
                    Map.entry("short", ValueType.INT),
                    Map.entry("byte", ValueType.INT),
                    Map.entry("int8", ValueType.INT),
                    Map.entry("int16", ValueType.INT),
                    Map.entry("int32", ValueType.INT),
                    Map.entry("int64", ValueType.INT),
                    Map.entry("uint8", ValueType.INT),
                    Map.entry("uint16", ValueType.INT),
                    Map.entry("uint32", ValueType.INT),
                    Map.entry("uint64", ValueType.BIGFLOAT),
                    Map.entry("double", ValueType.FLOAT),
                    Map.entry("float32", ValueType.FLOAT),
                    Map.entry("float64", ValueType.FLOAT),
                    Map.entry("boolean", ValueType.BOOL),
                    Map.entry("char", ValueType.STRING),
                    Map.entry("date", ValueType.DATETIME),
                    Map.entry("localdatetime", ValueType.DATETIME),
                    Map.entry("time", ValueType.STRING),
                    Map.entry("localtime", ValueType.STRING),
                    Map.entry("duration", ValueType.STRING),
                    Map.entry("point", ValueType.STRING));

    private static final Pattern LANGUAGE =
            Pattern.compile("(?s)(?<name>.+)@(?<tag>[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)");
    private static final Pattern LIST = Pattern.compile("\\[(?<in>[^\\]]*)\\]");

    private ValueColumns() {}

    /** The types that a mapping may give a property. */
    static String knownTypes() {
        return Arrays.stream(ValueType.values())
                        .filter(type -> type != ValueType.UID && type != ValueType.OTHER)
                        .map(ValueType::written)
                        .collect(Collectors.joining(", "))
                + ", each also with []";
    }

    /**
     * The property of a column whose header gives the type {@code type}, or none where that is
     * empty. Fails with {@link IllegalArgumentException} where a predicate cannot be named or
     * declared so.
     */
    public static ValueColumn ofHeader(String columnName, String type, boolean isArray) {
        return of(columnName, known(type), isArray, isArray, false);
    }

    /**
     * The property of a column to which a mapping gives {@code type}, such as {@code int}, {@code
     * string[]} or {@code [string]}. Fails with {@link IllegalArgumentException} likewise, and
     * where there is no such type.
     */
    public static ValueColumn ofMapping(String columnName, String type) {
        String word = type.strip().toLowerCase(Locale.ROOT);
        Matcher list = LIST.matcher(word);
        boolean isArray = word.endsWith("[]");
        boolean isList = isArray;
        if (isArray) {
            word = word.substring(0, word.length() - 2);
        } else if (list.matches()) {
            word = list.group("in").strip();
            isList = true;
        }
        ValueType known = known(word);
        if (known == null) {
            throw new IllegalArgumentException(
                    "the type \"%s\" is not known, expected one of %s"
                            .formatted(type, knownTypes()));
        }
        return of(columnName, known, isArray, isList, true);
    }

    /** Whether a predicate can have the name of the column. */
    public static boolean isPossible(String columnName) {
        try {
            return !of(columnName, null, false, false, false).predicate().isEmpty();
        } catch (IllegalArgumentException noName) {
            return false;
        }
    }

    /** The type of a property as {@link #ofMapping} reads it. */
    public static String written(ValueColumn value) {
        Predicate said = Objects.requireNonNull(value.said());
        return value.isArray() ? said.type().written() + "[]" : value.typeSaid();
    }

    /** The property with the type that the schema declares, or that was said. */
    public static String shown(@Nullable ValueColumn value) {
        if (value == null) {
            return "";
        }
        Predicate declared = value.declared();
        String type = declared != null ? declared.typeWritten() : value.typeSaid();
        return value.written() + (type.isEmpty() ? "" : " " + type);
    }

    /** The type of a property behind its name in a header; empty where the mapping says it. */
    public static String headerType(@Nullable ValueColumn value) {
        return value == null || value.isFirm() || value.said() == null
                ? ""
                : ":" + writtenInHeader(value);
    }

    /** The same as a header has it, which {@link #ofHeader} takes for the same type. */
    private static String writtenInHeader(ValueColumn value) {
        ValueType type = Objects.requireNonNull(value.said()).type();
        String word = type == ValueType.BIGFLOAT ? "uint64" : type.written();
        return word + (value.isArray() ? "[]" : "");
    }

    /** The type that a column of data would have as a property, by what its header says. */
    public static String likelyType(String headerType, boolean isArray) {
        ValueType known = known(headerType);
        return (known == null ? ValueType.STRING : known).written() + (isArray ? "[]" : "");
    }

    private static @Nullable ValueType known(String word) {
        if (word.isEmpty()) {
            return null;
        }
        ValueType type = ValueType.ofName(word);
        return type != null && type != ValueType.UID ? type : OTHER_NAMES.get(word);
    }

    private static ValueColumn of(
            String columnName,
            @Nullable ValueType type,
            boolean isArray,
            boolean isList,
            boolean isFirm) {
        Matcher tagged = LANGUAGE.matcher(columnName);
        boolean hasLanguage = tagged.matches();
        String predicate = hasLanguage ? tagged.group("name") : columnName;
        Set<Directive> directives = EnumSet.noneOf(Directive.class);
        if (hasLanguage && type != null) {
            directives.add(Directive.LANG);
        }
        // Made in any case, as it refuses names that no predicate can have.
        Predicate declaration =
                new Predicate(
                        0,
                        predicate,
                        type == null ? ValueType.DEFAULT : type,
                        isList,
                        directives,
                        List.of());
        return new ValueColumn(
                predicate,
                hasLanguage ? tagged.group("tag") : "",
                isArray,
                type == null ? null : declaration,
                isFirm,
                null);
    }
}
