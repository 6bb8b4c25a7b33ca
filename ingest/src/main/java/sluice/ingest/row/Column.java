package sluice.ingest.row;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.ValueColumn;
import sluice.schema.Predicate;

/**
 * What one column of a relation means.
 *
 * @param name as the header or mapping has it; the member name of a {@link Role#PROPERTY}
 * @param group the group of a {@link Role#ID1} or {@link Role#ID2} whose ids are names, or null
 *     when they are unsigned numbers used as they are
 * @param time how a {@link Role#TIME} is written, else null
 * @param json how a {@link Role#PROPERTY} is written as a JSON value, else null
 * @param value which property a {@link Role#VALUE} is; of the id of a node the constants that all
 *     nodes have; else null
 * @param types of a {@link Role#TYPE_NAME} of links the predicates, by the names of their types,
 *     that the schema of the store declares with values or with links back; else empty
 */
public record Column(
        String name,
        Role role,
        @Nullable String group,
        @Nullable TimeFormat time,
        @Nullable JsonKind json,
        @Nullable ValueColumn value,
        Map<String, Predicate> types) {

    public Column {
        types = Map.copyOf(types);
    }

    /** A column before {@link #withTypes}. */
    public Column(
            String name,
            Role role,
            @Nullable String group,
            @Nullable TimeFormat time,
            @Nullable JsonKind json,
            @Nullable ValueColumn value) {
        this(name, role, group, time, json, value, Map.of());
    }

    /** A column that is no property of a node. */
    public Column(
            String name,
            Role role,
            @Nullable String group,
            @Nullable TimeFormat time,
            @Nullable JsonKind json) {
        this(name, role, group, time, json, null);
    }

    /** The same column as another property. */
    public Column withValue(ValueColumn other) {
        return new Column(name, role, group, time, json, other, types);
    }

    /** The same column where {@code predicates} say what links may be of their types. */
    public Column withTypes(Map<String, Predicate> predicates) {
        return new Column(name, role, group, time, json, value, predicates);
    }

    /** The jobs a column can have; a node's id is its {@link #ID1}. */
    public enum Role {
        IGNORE,
        ID1,
        ID2,
        /** A type as a number. */
        TYPE_NUMBER,
        /** A type by its name. */
        TYPE_NAME,
        TIME,
        /** A signed 64-bit number; an empty field is 0. */
        VERSION,
        /** 0 or false hides the link, 1 or true shows it; an empty field is neither. */
        VISIBILITY,
        /**
         * A row with 1 or true here deletes what its key holds; 0, false or an empty field does
         * not.
         */
        DELETE,
        /** The row's data, as bytes. */
        DATA,
        /** A member of the JSON object that is the row's data; not together with {@link #DATA}. */
        PROPERTY,
        /** A property of the row's node: a row of its own. */
        VALUE
    }

    /** How a property's text becomes a JSON value. */
    public enum JsonKind {
        STRING,
        NUMBER,
        BOOLEAN,
        /** Several strings separated by the relation's array delimiter. */
        STRING_ARRAY,
        NUMBER_ARRAY,
        BOOLEAN_ARRAY;

        /** Whether a field holds several values. */
        public boolean isArray() {
            return this == STRING_ARRAY || this == NUMBER_ARRAY || this == BOOLEAN_ARRAY;
        }
    }
}
