package sluice.ingest.layout;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.row.Column;
import sluice.ingest.row.TimeFormat;

/**
 * A column while its relation is being worked out: one field of a header line.
 *
 * @param name as the header has it, without type; the whole field where it has no name
 * @param group of an id, or null where none was given
 * @param namesOnly whether an id without group or a type is a name even when it looks like a number
 * @param json how the column is written when it is a property
 * @param unknownType the type that the header gives and nobody knows, else null
 * @param type that the header gives, in lower case and without {@code []}, else empty
 * @param value which property of a node it is, else null
 */
record ColumnDraft(
        String name,
        Job job,
        @Nullable String group,
        boolean namesOnly,
        TimeFormat time,
        Column.JsonKind json,
        @Nullable String unknownType,
        String type,
        @Nullable ValueColumn value) {

    enum Job {
        IGNORE,
        NODE_ID,
        ID1,
        ID2,
        TYPE,
        TIME,
        VERSION,
        VISIBILITY,
        DELETE,
        DATA,
        PROPERTY,
        /** A property of the node, which is a row of its own. */
        VALUE
    }

    /** Sluice's own names of columns. */
    static final Map<String, Job> OWN_NAMES =
            Map.of(
                    "id", Job.NODE_ID,
                    "id1", Job.ID1,
                    "id2", Job.ID2,
                    "link_type", Job.TYPE,
                    "type", Job.TYPE,
                    "time", Job.TIME,
                    "version", Job.VERSION,
                    "visibility", Job.VISIBILITY,
                    "delete", Job.DELETE,
                    "data", Job.DATA);

    private static final Map<String, Job> TYPED_JOBS =
            Map.of(
                    "id", Job.NODE_ID,
                    "start_id", Job.ID1,
                    "end_id", Job.ID2,
                    "type", Job.TYPE,
                    "label", Job.TYPE,
                    "ignore", Job.IGNORE);

    private static final List<String> NUMBER_TYPES =
            List.of("int", "long", "float", "double", "byte", "short");

    /** Other systems' names of types. */
    private static final List<String> OTHER_NUMBER_TYPES =
            List.of(
                    "integer", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                    "uint64", "float32", "float64");

    private static final List<String> BOOLEAN_TYPES = List.of("boolean", "bool");
    private static final List<String> STRING_TYPES =
            List.of(
                    "string",
                    "char",
                    "point",
                    "date",
                    "localtime",
                    "time",
                    "localdatetime",
                    "datetime",
                    "duration");

    private static final Pattern TYPED =
            Pattern.compile(
                    "(?s)(?<name>.*?) *: *(?<type>[A-Za-z_][A-Za-z_0-9]*)(?<array>\\[\\])?"
                            + "(\\{(?<before>[^}]*)\\})?(\\((?<group>[^)]*)\\))?(\\{(?<options>[^}]*)\\})?");
    private static final Pattern OWN_ID =
            Pattern.compile("(?<name>id|id1|id2)\\((?<group>[^)]*)\\)");

    /** The types that a header may give a property, without other systems' names of them. */
    static String knownTypes() {
        return "boolean, "
                + String.join(", ", NUMBER_TYPES)
                + ", "
                + String.join(", ", STRING_TYPES)
                + ", each also with []";
    }

    /**
     * Reads the fields of one header. Where one of them is typed as an id or a type, in the form of
     * neo4j-admin's import, names alone have no job: they are names of properties.
     */
    static List<ColumnDraft> parseAll(List<String> fields) {
        boolean typed = fields.stream().anyMatch(ColumnDraft::hasTypedJob);
        return fields.stream().map(typed ? ColumnDraft::parseTyped : ColumnDraft::parse).toList();
    }

    private static boolean hasTypedJob(String field) {
        if (!isTyped(field)) {
            return false;
        }
        return switch (parse(field).job()) {
            case NODE_ID, ID1, ID2, TYPE -> true;
            case IGNORE, TIME, VERSION, VISIBILITY, DELETE, DATA, PROPERTY, VALUE -> false;
        };
    }

    /** Reads one field of a header in which only typed fields have jobs. */
    static ColumnDraft parseTyped(String field) {
        String text = field.strip();
        return text.indexOf(':') < 0 ? of(text, Job.PROPERTY) : parse(text);
    }

    /**
     * Reads one field of a header: a typed one, one of Sluice's own names, or a property's name.
     */
    static ColumnDraft parse(String field) {
        String text = field.strip();
        Matcher typed = TYPED.matcher(text);
        if (typed.matches()) {
            return typed(text, typed);
        }
        Matcher ownId = OWN_ID.matcher(text);
        if (ownId.matches()) {
            return of(ownId.group("name"), ownJob(ownId.group("name")))
                    .withGroup(ownId.group("group"));
        }
        if (text.indexOf(':') >= 0) {
            return property(
                    text, Column.JsonKind.STRING, text.substring(text.indexOf(':') + 1), "");
        }
        return of(text, ownJob(text));
    }

    private static Job ownJob(String name) {
        Job own = OWN_NAMES.get(name);
        return own == null ? Job.PROPERTY : own;
    }

    /** Whether {@code field} has the form {@code name:type}, {@code :TYPE} or the like. */
    static boolean isTyped(String field) {
        return TYPED.matcher(field.strip()).matches();
    }

    static ColumnDraft of(String name, Job job) {
        return new ColumnDraft(
                name, job, null, false, TimeFormat.RAW, Column.JsonKind.STRING, null, "", null);
    }

    private static ColumnDraft typed(String text, Matcher typed) {
        String type = typed.group("type").toLowerCase(Locale.ROOT);
        String name = typed.group("name").isEmpty() ? text : typed.group("name").strip();
        boolean array = typed.group("array") != null;
        Job job = TYPED_JOBS.get(type);
        if (job != null && (!array || job == Job.TYPE)) {
            String options =
                    (typed.group("before") + " " + typed.group("options")).toLowerCase(Locale.ROOT);
            boolean namesOnly =
                    job != Job.TYPE && options.replace(" ", "").contains("id-type:string");
            String group = typed.group("group");
            return new ColumnDraft(
                    name,
                    job,
                    group == null || group.isEmpty() ? null : group,
                    namesOnly,
                    TimeFormat.RAW,
                    Column.JsonKind.STRING,
                    null,
                    "",
                    null);
        }
        // A default such as {timezone:+02:00} would be lost, so a type with more to it is not
        // known.
        boolean plain = text.endsWith(array ? "[]" : typed.group("type"));
        String unknown = plain ? null : text.substring(typed.start("type"));
        if (NUMBER_TYPES.contains(type) || OTHER_NUMBER_TYPES.contains(type)) {
            return property(
                    name,
                    array ? Column.JsonKind.NUMBER_ARRAY : Column.JsonKind.NUMBER,
                    unknown,
                    type);
        }
        if (BOOLEAN_TYPES.contains(type)) {
            return property(
                    name,
                    array ? Column.JsonKind.BOOLEAN_ARRAY : Column.JsonKind.BOOLEAN,
                    unknown,
                    type);
        }
        String other = STRING_TYPES.contains(type) ? unknown : text.substring(typed.start("type"));
        return property(
                name, array ? Column.JsonKind.STRING_ARRAY : Column.JsonKind.STRING, other, type);
    }

    private static ColumnDraft property(
            String name, Column.JsonKind json, @Nullable String unknownType, String type) {
        return new ColumnDraft(
                name, Job.PROPERTY, null, false, TimeFormat.RAW, json, unknownType, type, null);
    }

    ColumnDraft withJob(Job other) {
        return new ColumnDraft(name, other, group, namesOnly, time, json, unknownType, type, value);
    }

    ColumnDraft withGroup(@Nullable String other) {
        return new ColumnDraft(
                name,
                job,
                other,
                namesOnly || (other != null && other.isEmpty()),
                time,
                json,
                unknownType,
                type,
                value);
    }

    ColumnDraft withNamesOnly() {
        return new ColumnDraft(name, job, group, true, time, json, unknownType, type, value);
    }

    ColumnDraft withTime(TimeFormat other) {
        return new ColumnDraft(name, job, group, namesOnly, other, json, unknownType, type, value);
    }

    ColumnDraft withName(String other) {
        return new ColumnDraft(other, job, group, namesOnly, time, json, unknownType, type, value);
    }

    /** The same as a property of the node. */
    ColumnDraft withValue(ValueColumn other) {
        return new ColumnDraft(
                name, Job.VALUE, group, namesOnly, time, json, unknownType, type, other);
    }

    /** The same id of a node, beside which all nodes have the {@code constants}. */
    ColumnDraft withConstants(ValueColumn constants) {
        return new ColumnDraft(
                name, job, group, namesOnly, time, json, unknownType, type, constants);
    }

    /** Whether the header gives it several values in each field. */
    boolean isArray() {
        return json.isArray();
    }

    boolean isId() {
        return job == Job.NODE_ID || job == Job.ID1 || job == Job.ID2;
    }
}
