package sluice.export.rdf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.TypeNames;
import sluice.store.StoreNames;

/** The types of a store as predicates. Belongs to one thread. */
final class PredicateNames {
    private final Map<String, Predicate> declared = new HashMap<>();
    private final Map<Long, Meaning> meanings = new HashMap<>();
    private final StoreNames names;
    private final OtherWays ways;

    PredicateNames(Schema schema, StoreNames names, OtherWays ways) {
        this.names = names;
        this.ways = ways;
        for (Predicate predicate : schema.predicates()) {
            declared.put(predicate.typeName(""), predicate);
        }
    }

    /**
     * What rows of a type are.
     *
     * @param name of the predicate, without the sign of links backwards and the namespace
     * @param text the name of the type of links forwards, or of values
     * @param label of the namespace, such as {@code 0x10|}; empty without one
     * @param declared null where the schema does not declare it
     * @param isProperty whether they are values
     * @param isBackwards whether they are the links backwards that a load makes itself
     * @param hasBackwards whether a load makes a link backwards of each
     */
    record Meaning(
            byte[] name,
            String text,
            String label,
            @Nullable Predicate declared,
            boolean isProperty,
            boolean isBackwards,
            boolean hasBackwards) {}

    /** What rows of {@code type} are; refuses types that are numbers alone. */
    Meaning of(long type) {
        Meaning known = meanings.get(type);
        if (known == null) {
            known = find(type);
            meanings.put(type, known);
        }
        return known;
    }

    private Meaning find(long type) {
        boolean isProperty = PropertyTypes.isProperty(type);
        byte[] name =
                names.typeName(isProperty ? PropertyTypes.predicateOf(type) : type)
                        .orElseThrow(
                                () ->
                                        new SluiceException(
                                                ErrorCode.STORE,
                                                "links have the type %s, which has no name, and a predicate of RDF needs one; %s"
                                                        .formatted(
                                                                Long.toUnsignedString(type),
                                                                ways.always())));
        String text = new String(name, StandardCharsets.UTF_8);
        String label = TypeNames.labelOf(text);
        byte[] bare = Arrays.copyOfRange(name, label.length(), name.length);
        Predicate forwards =
                TypeNames.isBackwards(text) ? declared.get(TypeNames.forwards(text)) : null;
        if (!isProperty && forwards != null && forwards.has(Directive.REVERSE)) {
            byte[] plain = Arrays.copyOfRange(bare, 1, bare.length);
            String forth = TypeNames.forwards(text);
            return new Meaning(plain, forth, label, forwards, false, true, true);
        }
        Predicate own = declared.get(text);
        if (!isProperty && own != null && !own.isLink()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "links have the type %s, which is declared as %s, and no load takes statements of such links; %s"
                            .formatted(text, own.type().written(), ways.always()));
        }
        boolean hasBackwards = own != null && own.has(Directive.REVERSE);
        return new Meaning(bare, text, label, own, isProperty, false, hasBackwards);
    }
}
