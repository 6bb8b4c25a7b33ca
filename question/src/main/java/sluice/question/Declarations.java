package sluice.question;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.schema.Directive;
import sluice.schema.IndexNumbers;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.Tokenizer;
import sluice.schema.TypeDefinition;
import sluice.schema.TypeNames;

/**
 * What a store declares, by the names of its types. Made once for a schema; safe for any number of
 * threads.
 */
public final class Declarations {
    /** Those of a store that declares nothing. */
    public static final Declarations NONE = new Declarations(Schema.EMPTY, IndexNumbers.NONE);

    private static final int TYPES_SHOWN_MAX = 12;

    private final Schema schema;
    private final IndexNumbers numbers;
    private final Map<String, Predicate> predicates = new HashMap<>();
    private final boolean keepsOtherWays;

    public Declarations(Schema schema, IndexNumbers numbers) {
        this.schema = schema;
        this.numbers = numbers;
        schema.predicates().forEach(each -> predicates.put(each.typeName(""), each));
        keepsOtherWays = schema.predicates().stream().anyMatch(each -> each.has(Directive.REVERSE));
    }

    /** All that is declared. */
    public Schema schema() {
        return schema;
    }

    /**
     * The type of the same links seen from their other end, where these are kept in both
     * directions; {@code names} has the types. Two look-ups, or none where no predicate is kept so.
     */
    public OptionalLong otherWay(long linkType, Names names) {
        if (!keepsOtherWays) {
            return OptionalLong.empty();
        }
        return names.typeName(linkType)
                .map(WrittenName::text)
                .filter(this::hasReverse)
                .map(TypeNames::turned)
                .map(WrittenName::of)
                .map(names::type)
                .orElse(OptionalLong.empty());
    }

    private boolean hasReverse(String typeName) {
        Predicate declared = find(typeName);
        return declared != null && declared.has(Directive.REVERSE);
    }

    /** The declaration of a predicate, forwards or backwards, or null. */
    @Nullable Predicate find(String typeName) {
        return predicates.get(TypeNames.forwards(typeName));
    }

    /** The type of nodes that is declared as {@code name}; fails for any other name. */
    TypeDefinition typeOfNodes(String name) {
        String label = TypeNames.labelOf(name);
        for (TypeDefinition type : schema.types()) {
            if (TypeNames.label(type.namespace()).equals(label)
                    && name.equals(label + type.name())) {
                return type;
            }
        }
        throw Ask.wrong(
                "the schema declares no type %s; %s",
                name,
                schema.types().isEmpty()
                        ? "it declares none"
                        : schema.types().stream()
                                .limit(TYPES_SHOWN_MAX)
                                .map(each -> TypeNames.label(each.namespace()) + each.name())
                                .collect(Collectors.joining(", ", "it declares ", "")));
    }

    /** The number of the index by which {@code predicate} is found, if there is one. */
    OptionalInt index(Predicate predicate, Tokenizer tokenizer) {
        return predicate.has(tokenizer)
                ? numbers.number(key(predicate, "", tokenizer))
                : OptionalInt.empty();
    }

    /** The number of the index of how many links or values there are. */
    OptionalInt countIndex(Predicate predicate, boolean isBackwards) {
        return numbers.number(key(predicate, isBackwards ? "~" : "", null));
    }

    private static IndexNumbers.Key key(
            Predicate predicate, String direction, @Nullable Tokenizer tokenizer) {
        return new IndexNumbers.Key(predicate.namespace(), direction + predicate.name(), tokenizer);
    }
}
