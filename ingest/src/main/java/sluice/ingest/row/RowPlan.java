package sluice.ingest.row;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.LinkTypes;
import sluice.ingest.fact.ReservedTypes;
import sluice.ingest.fact.ValueColumn;
import sluice.ingest.row.Column.Role;
import sluice.ingest.row.Relation.TypeRef;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;

/**
 * A {@link Relation}, checked and compiled into one action per column. Immutable but for the {@link
 * TimeReader}s and {@link LinkTypes}, which belong to one parser.
 *
 * <p>An action is a small number because the parser's loop switches on it; what else an action
 * needs stands under the same index in the other arrays.
 */
final class RowPlan {
    /** An unsigned number. */
    static final int UNSIGNED = 0;

    /** A signed number. */
    static final int SIGNED = 1;

    /** A signed number to be multiplied and divided. */
    static final int SCALED = 2;

    static final int DATA = 3;
    static final int IGNORE = 4;
    static final int NAME = 5;
    static final int TIME_TEXT = 6;
    static final int VISIBILITY = 7;
    static final int DELETE = 8;
    static final int PROPERTY = 9;
    static final int VALUE = 10;

    /** Where in a row's values a column's number goes; names have the first three only. */
    static final int ID1 = 0;

    static final int ID2 = 1;
    static final int TYPE = 2;
    static final int TIME = 3;
    static final int VERSION = 4;
    static final int VALUES = 5;

    /** Of a type's number that needs no look at whether it is for types with names. */
    private static final int TYPE_DIGITS = 15;

    final Relation relation;
    final int[] actions;
    final int[] slots;

    /**
     * How many digits an action's number may have to be read the fast way; 0 for actions that read
     * none.
     */
    final int[] fastDigits;

    final @Nullable TimeReader[] times;

    /** The index of a property among the properties, or of a value among the values. */
    final int[] members;

    final List<Column> properties = new ArrayList<>();
    final List<ValueColumn> values = new ArrayList<>();

    /** The group of the names for {@link #ID1} and {@link #ID2}. */
    final int[] groups = new int[2];

    /** Whether {@link #ID1}, {@link #ID2} and {@link #TYPE} are names. */
    final boolean[] named = new boolean[3];

    /** How many fields a row must have. */
    final int neededFields;

    /** How many fields a row has to have for its ids, type and time. */
    final int leastFields;

    final boolean hasNames;
    final boolean hasInverse;
    final long type;
    final long inverseType;

    /** Null where links may be of any type, and none is declared with links back. */
    @Nullable LinkTypes linkTypes;

    long multiplier = 1;
    long divisor = 1;

    RowPlan(Relation relation, NameResolver names) {
        this.relation = relation;
        checkFormat(relation.format());
        Map<Role, Integer> columnByRole = columnByRole();
        checkRoles(columnByRole);
        int count = relation.columns().size();
        actions = new int[count];
        slots = new int[count];
        fastDigits = new int[count];
        times = new TimeReader[count];
        members = new int[count];
        int needed = 0;
        for (int index = 0; index < count; index++) {
            compile(index, relation.columns().get(index), names);
            boolean always = slots[index] <= TIME;
            needed = always ? index + 1 : needed;
        }
        leastFields = needed;
        neededFields = relation.shortRows() ? needed : count;
        hasNames = named[ID1] || named[ID2] || named[TYPE];
        hasInverse = relation.inverse() != null;
        type = relation.type() == null ? 0 : number(relation.type(), names);
        inverseType = relation.inverse() == null ? 0 : number(relation.inverse(), names);
    }

    private long number(TypeRef type, NameResolver names) {
        // Not a switch over patterns: the JDK would make its classes at every start of a load.
        if (type instanceof TypeRef.Number(long number)) {
            check(
                    !ReservedTypes.has(number),
                    "has the type %d, a number that types with names and properties get"
                            .formatted(number));
            return number;
        }
        return names.type(((TypeRef.Named) type).name());
    }

    private void checkFormat(TextFormat format) {
        if (!format.whitespace()) {
            check(
                    format.delimiter() != '\n' && format.delimiter() != '\r',
                    "has a line end as delimiter");
            int delimiter = format.delimiter() & 0xff;
            check(delimiter != format.quote(), "has one byte as delimiter and as quote");
            check(delimiter != format.comment(), "has one byte as delimiter and to begin comments");
        }
        boolean twoJobs = format.quote() >= 0 && format.quote() == format.comment();
        check(!twoJobs, "has one byte as quote and to begin comments");
        check(
                format.escape() < 0 || format.escape() != format.quote(),
                "has one byte as quote and as escape");
        for (int special : new int[] {format.quote(), format.comment(), format.escape()}) {
            check(
                    special >= -1 && special <= 255,
                    "has a quote, comment or escape that is no byte");
            check(
                    special != '\n' && special != '\r',
                    "has a line end as quote, as escape or to begin comments");
            boolean blank = special == ' ' || special == '\t';
            check(!format.whitespace() || !blank, "has a blank as quote, comment or escape");
        }
    }

    private Map<Role, Integer> columnByRole() {
        Map<Role, Integer> columnByRole = new EnumMap<>(Role.class);
        for (int index = 0; index < relation.columns().size(); index++) {
            Role role = relation.columns().get(index).role();
            Integer earlier = columnByRole.put(role, index);
            if (earlier != null && !isForMany(role)) {
                throw bad(
                        "has two columns for %s: %d and %d"
                                .formatted(role, earlier + 1, index + 1));
            }
        }
        return columnByRole;
    }

    /** Whether many columns may have this role. */
    private static boolean isForMany(Role role) {
        return role == Role.IGNORE || role == Role.PROPERTY || role == Role.VALUE;
    }

    private void checkRoles(Map<Role, Integer> columns) {
        check(columns.containsKey(Role.ID1), "has no column for ID1");
        if (relation.kind() == RowKind.LINK) {
            check(columns.containsKey(Role.ID2), "is one of links but has no column for ID2");
            check(
                    !columns.containsKey(Role.VALUE),
                    "is one of links but has a column for VALUE, which nodes have");
        } else {
            check(!columns.containsKey(Role.ID2), "is one of nodes but has a column for ID2");
            check(
                    !columns.containsKey(Role.VISIBILITY),
                    "is one of nodes but has a column for VISIBILITY");
            check(relation.inverse() == null, "is one of nodes but has an inverse type");
        }
        int types =
                (relation.type() != null ? 1 : 0)
                        + (columns.containsKey(Role.TYPE_NUMBER) ? 1 : 0)
                        + (columns.containsKey(Role.TYPE_NAME) ? 1 : 0);
        check(
                types == 1,
                "has " + types + " sources of the type; give one: a type or a column for it");
        check(
                !columns.containsKey(Role.DATA) || !columns.containsKey(Role.PROPERTY),
                "has a column for DATA and one for PROPERTY; give one kind");
        Set<String> members = new HashSet<>();
        Set<String> written = new HashSet<>();
        for (Column column : relation.columns()) {
            if (column.role() == Role.PROPERTY) {
                check(
                        members.add(column.name()),
                        "has two properties named \"" + column.name() + '"');
            }
            if (column.value() != null) {
                check(
                        written.add(column.value().written()),
                        "has two columns for the property <" + column.value().written() + ">");
            }
        }
    }

    private void compile(int index, Column column, NameResolver names) {
        slots[index] = VALUES;
        switch (column.role()) {
            case IGNORE -> actions[index] = IGNORE;
            case ID1 -> {
                compileId(index, ID1, column.group(), names);
                if (column.value() != null) {
                    values.add(column.value());
                }
            }
            case ID2 -> compileId(index, ID2, column.group(), names);
            case TYPE_NUMBER -> set(index, UNSIGNED, TYPE, TYPE_DIGITS);
            case TYPE_NAME -> {
                set(index, NAME, TYPE, 0);
                named[TYPE] = true;
                if (!column.types().isEmpty()) {
                    linkTypes = new LinkTypes(column.types(), names);
                }
            }
            case TIME -> compileTime(index, column.time());
            case VERSION -> set(index, SIGNED, VERSION, 18);
            case VISIBILITY -> actions[index] = VISIBILITY;
            case DELETE -> actions[index] = DELETE;
            case DATA -> actions[index] = DATA;
            case PROPERTY -> {
                boolean hasKind = column.json() != null;
                check(
                        hasKind,
                        "has property \"" + column.name() + "\" without a kind of JSON value");
                actions[index] = PROPERTY;
                members[index] = properties.size();
                properties.add(column);
            }
            case VALUE -> {
                ValueColumn value = column.value();
                check(value != null, "has column \"" + column.name() + "\" without a property");
                actions[index] = VALUE;
                members[index] = values.size();
                values.add(Objects.requireNonNull(value));
            }
        }
    }

    private void set(int index, int action, int slot, int digits) {
        actions[index] = action;
        slots[index] = slot;
        fastDigits[index] = digits;
    }

    private void compileId(int index, int slot, @Nullable String group, NameResolver names) {
        if (group == null) {
            set(index, UNSIGNED, slot, 19);
        } else {
            set(index, NAME, slot, 0);
            named[slot] = true;
            groups[slot] = names.group(group);
        }
    }

    private void compileTime(int index, @Nullable TimeFormat format) {
        if (format == null) {
            throw bad("has a column for TIME without a time format");
        }
        switch (format) {
            case TimeFormat.Unit(long multiplier, long divisor) -> {
                boolean raw = multiplier == 0 && divisor == 0;
                check(
                        raw || multiplier > 0 && divisor > 0,
                        "has a time unit whose factors are not above 0");
                set(index, raw ? SIGNED : SCALED, TIME, 18);
                this.multiplier = multiplier;
                this.divisor = divisor;
            }
            case TimeFormat.Iso() -> {
                set(index, TIME_TEXT, TIME, 0);
                times[index] = TimeReader.iso();
            }
            case TimeFormat.Pattern(String pattern) -> {
                set(index, TIME_TEXT, TIME, 0);
                try {
                    times[index] = TimeReader.ofPattern(pattern);
                } catch (IllegalArgumentException notAPattern) {
                    throw bad(
                            "has the time pattern \""
                                    + pattern
                                    + "\", which cannot be read: "
                                    + notAPattern.getMessage());
                }
            }
        }
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw bad(otherwise);
        }
    }

    private SluiceException bad(String found) {
        return new SluiceException(
                ErrorCode.CONFIG,
                "relation \"%s\" %s; fix the mapping".formatted(relation.name(), found));
    }
}
