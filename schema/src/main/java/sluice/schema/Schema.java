package sluice.schema;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is declared: predicates and types of nodes, in canonical order: by namespace, then by the
 * bytes of the name.
 */
public record Schema(List<Predicate> predicates, List<TypeDefinition> types) {
    /** The one that declares nothing. */
    public static final Schema EMPTY = new Schema(List.of(), List.of());

    private record Name(long namespace, String name) {}

    public Schema {
        predicates = SchemaNames.sorted(predicates, Predicate::namespace, Predicate::name);
        types = SchemaNames.sorted(types, TypeDefinition::namespace, TypeDefinition::name);
        Set<Name> seen = new HashSet<>();
        for (Predicate predicate : predicates) {
            if (!seen.add(new Name(predicate.namespace(), predicate.name()))) {
                throw new IllegalArgumentException("declared twice: " + predicate.declaration());
            }
        }
        seen.clear();
        for (TypeDefinition type : types) {
            if (!seen.add(new Name(type.namespace(), type.name()))) {
                throw new IllegalArgumentException("declared twice: " + type.declaration());
            }
        }
    }

    /** The declaration of a predicate; cost: a search through all of them. */
    public Optional<Predicate> predicate(long namespace, String name) {
        return predicates.stream()
                .filter(each -> each.namespace() == namespace && each.name().equals(name))
                .findFirst();
    }

    /**
     * The same declarations, all of namespace {@code namespace}; where several namespaces have one
     * name they must say the same.
     */
    public Schema in(long namespace) {
        Schema all = EMPTY;
        for (Predicate each : predicates) {
            all = all.with(new Schema(List.of(each.in(namespace)), List.of()), _ -> true);
        }
        List<TypeDefinition> moved =
                types.stream()
                        .map(each -> new TypeDefinition(namespace, each.name(), each.fields()))
                        .toList();
        Map<Name, TypeDefinition> byName = new HashMap<>();
        moved.forEach(each -> byName.put(new Name(namespace, each.name()), each));
        return new Schema(all.predicates, List.copyOf(byName.values()));
    }

    /** All declarations as a schema file, in the one canonical form. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Predicate predicate : predicates) {
            text.append(predicate.declaration()).append('\n');
        }
        for (TypeDefinition type : types) {
            text.append(type.declaration()).append('\n');
        }
        return text.toString();
    }

    /**
     * This schema of a store with what a later load declares. It may add predicates, indexes and
     * directives; what it leaves out stays. A type, a list or {@code @reverse} that changes what
     * rows look like is possible only where the store has none of the predicate.
     */
    public Schema with(Schema later, PredicateRows rows) {
        Map<Name, Predicate> merged = new HashMap<>();
        for (Predicate predicate : predicates) {
            merged.put(new Name(predicate.namespace(), predicate.name()), predicate);
        }
        for (Predicate predicate : later.predicates) {
            merged.merge(
                    new Name(predicate.namespace(), predicate.name()),
                    predicate,
                    (before, after) -> SchemaMerge.merge(before, after, rows));
        }
        Map<Name, TypeDefinition> mergedTypes = new HashMap<>();
        for (List<TypeDefinition> all : List.of(types, later.types)) {
            all.forEach(type -> mergedTypes.put(new Name(type.namespace(), type.name()), type));
        }
        return new Schema(List.copyOf(merged.values()), List.copyOf(mergedTypes.values()));
    }
}
