package sluice.gremlin;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sluice.gremlin.access.GraphAccess;
import sluice.model.PropertyTypes;
import sluice.model.names.WrittenName;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.TypeNames;

/**
 * Tells the types of rows apart: links, links backwards, properties; with their names, both ways.
 * Names of types never change, so that each is asked for once. Thread-safe.
 */
final class TypeBook {
    /** A store with more types than this is not searched for those that are not kept backwards. */
    private static final int TYPES_MAX = 10_000;

    private final GraphAccess access;
    private final Map<Long, String> texts = new ConcurrentHashMap<>();
    private final Map<String, Long> numbers = new ConcurrentHashMap<>();
    private volatile Declared declared = new Declared(Schema.EMPTY, Map.of());

    /** The predicates of one schema by the names of their types. */
    private record Declared(Schema schema, Map<String, Predicate> predicates) {
        static Declared of(Schema schema) {
            Map<String, Predicate> predicates = new HashMap<>();
            schema.predicates().forEach(each -> predicates.put(each.typeName(""), each));
            return new Declared(schema, predicates);
        }
    }

    TypeBook(GraphAccess access) {
        this.access = access;
    }

    /** The declaration of the predicate {@code name}, or null. */
    @Nullable Predicate declaration(String name) {
        Schema schema = GraphRows.ioUnchecked(access::schema);
        Declared now = declared;
        if (now.schema != schema) {
            now = Declared.of(schema);
            declared = now;
        }
        return now.predicates.get(name);
    }

    /** The name of a type, or its number. */
    String text(long type) {
        return texts.computeIfAbsent(
                type,
                unseen ->
                        access.names()
                                .typeName(unseen)
                                .map(WrittenName::text)
                                .orElse(Long.toUnsignedString(unseen)));
    }

    /** The number of the type {@code name}, which may be a number; empty if it is not known. */
    OptionalLong number(String name) {
        Long known = numbers.get(name);
        if (known != null) {
            return OptionalLong.of(known);
        }
        OptionalLong found = access.names().type(WrittenName.of(name));
        found.ifPresent(type -> numbers.put(name, type));
        return found;
    }

    /** Whether rows of {@code type} are links forwards. */
    boolean isForwards(long type) {
        return !PropertyTypes.isProperty(type) && !isBackwards(type);
    }

    /** Whether rows of {@code type} are copies of links, from their ends. */
    boolean isBackwards(long type) {
        if (PropertyTypes.isProperty(type)) {
            return false;
        }
        String text = text(type);
        return TypeNames.isBackwards(text) && isKept(declaration(TypeNames.forwards(text)));
    }

    private static boolean isKept(@Nullable Predicate predicate) {
        return predicate != null && predicate.isLink() && predicate.has(Directive.REVERSE);
    }

    /** Whether links of {@code label} can be followed backwards. */
    boolean isKeptBackwards(String label) {
        return isKept(declaration(label));
    }

    /** The type of the rows that are the links of {@code label} backwards. */
    OptionalLong backwards(String label) {
        return number(TypeNames.turned(label));
    }

    /** The label of the links whose copies have the type {@code type}. */
    String labelOfBackwards(long type) {
        return TypeNames.forwards(text(type));
    }

    /**
     * Whether all links of the store can be followed backwards; types without a name are not looked
     * at.
     */
    boolean areAllKeptBackwards() {
        List<String> names = access.names().someTypes(TYPES_MAX + 1);
        if (names.isEmpty() || names.size() > TYPES_MAX) {
            return false;
        }
        for (String name : names) {
            String label = TypeNames.forwards(name);
            Predicate predicate = declaration(label);
            if (predicate == null || (predicate.isLink() && !isKept(predicate))) {
                return false;
            }
        }
        return true;
    }
}
