package sluice.ingest.fact;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.ValueType;

/**
 * A column of delimited text whose fields are properties of the row's node, or, beside the column
 * of the node's id, values that all nodes have.
 *
 * @param predicate of the properties
 * @param language of the texts, or empty
 * @param isArray whether a field holds several values, between which the relation's array delimiter
 *     stands
 * @param said the declaration that the mapping or the header gives with a type; null without one
 * @param isFirm whether {@code said} is the mapping's word, which no schema may contradict; that of
 *     a header counts only where nothing else declares the predicate
 * @param constants the values that each node has, instead of those of fields
 * @param declared what the schema of the store declares; null before {@link #bound} and where
 *     nothing does
 */
public record ValueColumn(
        String predicate,
        String language,
        boolean isArray,
        @Nullable Predicate said,
        boolean isFirm,
        List<String> constants,
        @Nullable Predicate declared) {

    public ValueColumn {
        constants = List.copyOf(constants);
    }

    /** A column whose fields are the values. */
    public ValueColumn(
            String predicate,
            String language,
            boolean isArray,
            @Nullable Predicate said,
            boolean isFirm,
            @Nullable Predicate declared) {
        this(predicate, language, isArray, said, isFirm, List.of(), declared);
    }

    /** The types of a row's node, which the parts of a field are. */
    public static ValueColumn ofTypes() {
        return ofTypes(List.of());
    }

    /** The types {@code names} of each row's node. */
    public static ValueColumn ofTypes(List<String> names) {
        Predicate types = Predicate.ofNodeTypes(0);
        return new ValueColumn(types.name(), "", names.isEmpty(), types, true, names, null);
    }

    /** Whether it has the types of nodes. */
    public boolean isOfTypes() {
        return predicate.equals(Predicate.NODE_TYPES);
    }

    /** The same under the declaration of the store's schema. */
    public ValueColumn bound(@Nullable Predicate declaration) {
        return new ValueColumn(predicate, language, isArray, said, isFirm, constants, declaration);
    }

    /** The predicate with its language, as questions name it. */
    public String written() {
        return language.isEmpty() ? predicate : predicate + "@" + language;
    }

    /** The type that was said, as a schema writes it; empty without one. */
    public String typeSaid() {
        return said == null ? "" : said.typeWritten();
    }

    /** Why no field of it could become a property of {@link #declared}, or null. */
    public @Nullable String problem() {
        Predicate declaration = declared;
        if (declaration == null) {
            return null;
        }
        if (declaration.isLink()) {
            return "<%s> is declared as %s, whose values are links; declare another type, or leave the column out of properties"
                    .formatted(predicate, declaration.typeWritten());
        }
        if (!language.isEmpty() && !declaration.has(Directive.LANG)) {
            return "<%s> is declared without languages, and the column has the language %s; add @lang to the declaration"
                    .formatted(predicate, language);
        }
        return null;
    }

    /** Whether fields are taken as they are, with blanks at their ends. */
    boolean keepsBlanks() {
        return declared == null || declared.type().isText() || declared.type() == ValueType.BINARY;
    }

    /** Whether fields must be UTF-8. */
    public boolean isText() {
        return declared == null || declared.type() != ValueType.BINARY;
    }
}
