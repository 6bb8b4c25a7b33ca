package sluice.export.rdf;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.TypeNames;
import sluice.schema.ValueType;

/**
 * Which types the values of predicates have that the schema does not declare. JSON gives numbers to
 * such; a literal of RDF is a number only under a declaration, so the exported schema gets one.
 * Thread-safe only in {@link #addAll}.
 */
final class FoundTypes {
    private final Map<String, EnumSet<ValueType>> types = new TreeMap<>();

    /** A value of {@code type}, or {@link ValueType#UID} for a link. */
    void add(String predicate, ValueType type) {
        types.computeIfAbsent(predicate, _ -> EnumSet.noneOf(ValueType.class)).add(type);
    }

    /** Adds what another thread found. */
    synchronized void addAll(FoundTypes other) {
        other.types.forEach((name, found) -> found.forEach(type -> add(name, type)));
    }

    /** The schema with a declaration for each predicate whose values all have one such type. */
    Schema declared(Schema schema) {
        List<Predicate> all = new ArrayList<>(schema.predicates());
        types.forEach(
                (name, found) -> {
                    if (isDeclarable(name, found)) {
                        all.add(declaration(name, found));
                    }
                });
        return new Schema(all, schema.types());
    }

    /** A sentence for each predicate whose values a load cannot give their types. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        types.forEach(
                (name, found) -> {
                    boolean isTyped = found.stream().anyMatch(type -> !isAsWritten(type));
                    if (isTyped && !isDeclarable(name, found)) {
                        notes.add(
                                "<%s> is not declared, %s; a load keeps them as texts with datatypes"
                                        .formatted(
                                                name,
                                                found.size() > 1
                                                        ? "and has values of several types"
                                                        : "and its values have a type that cannot be declared"));
                    }
                });
        return notes;
    }

    /** Whether a load without a declaration gives the same value, or the row is a link. */
    private static boolean isAsWritten(ValueType type) {
        return type == ValueType.STRING || type == ValueType.OTHER || type == ValueType.UID;
    }

    private static boolean isDeclarable(String name, Set<ValueType> found) {
        if (found.size() != 1 || isAsWritten(found.iterator().next())) {
            return false;
        }
        try {
            declaration(name, found);
            return true;
        } catch (IllegalArgumentException noDeclaration) {
            return false;
        }
    }

    private static Predicate declaration(String name, Set<ValueType> found) {
        ValueType type = found.iterator().next();
        String label = TypeNames.labelOf(name);
        String bare = name.substring(label.length());
        return new Predicate(TypeNames.namespaceOf(label), bare, type, true, Set.of(), List.of());
    }
}
