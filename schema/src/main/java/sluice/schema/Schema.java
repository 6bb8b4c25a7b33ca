package sluice.schema;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
        return merged(
                predicates.stream().map(each -> each.in(namespace)),
                types.stream()
                        .map(each -> new TypeDefinition(namespace, each.name(), each.fields())),
                _ -> true);
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
        return merged(
                Stream.concat(predicates.stream(), later.predicates.stream()),
                Stream.concat(types.stream(), later.types.stream()),
                rows);
    }

    /** The schema of declarations that may have the same name, each earlier than the next one. */
    private static Schema merged(
            Stream<Predicate> predicates, Stream<TypeDefinition> types, PredicateRows rows) {
        Map<Name, Predicate> merged = new HashMap<>();
        predicates.forEach(
                each ->
                        merged.merge(
                                new Name(each.namespace(), each.name()),
                                each,
                                (before, after) -> SchemaMerge.merge(before, after, rows)));
        Map<Name, TypeDefinition> mergedTypes = new HashMap<>();
        types.forEach(each -> mergedTypes.put(new Name(each.namespace(), each.name()), each));
        return new Schema(List.copyOf(merged.values()), List.copyOf(mergedTypes.values()));
    }
}
