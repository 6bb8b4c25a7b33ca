package sluice.ingest.fact;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.schema.Predicate;
import sluice.schema.Schema;

/**
 * How facts become rows. Safe for any number of threads.
 *
 * @param declared the declarations of the schema by the names of their types
 * @param ids what names of nodes become
 * @param blankPrefix stands in front of each blank label, so that labels of two files differ
 * @param time the facet that is the row's time, or null for none
 * @param version the facet that is the row's version, or null for none
 * @param delete whether each row deletes what its key holds
 * @param namespace of all facts that name no other
 */
public record FactRules(
        Map<String, Predicate> declared,
        Ids ids,
        String blankPrefix,
        @Nullable String time,
        @Nullable String version,
        boolean delete,
        long namespace) {

    /** Rules of facts without a namespace. */
    public FactRules(
            Map<String, Predicate> declared,
            Ids ids,
            String blankPrefix,
            @Nullable String time,
            @Nullable String version,
            boolean delete) {
        this(declared, ids, blankPrefix, time, version, delete, 0);
    }

    /** The kinds of ids that nodes get. */
    public enum Ids {
        /** The dictionary gives each name an id. */
        NAMES,
        /** All names are uid literals, and a uid is the id. */
        UIDS,
        /** One of the others, by the beginnings of the files; no file of a source has it. */
        AUTO
    }

    public FactRules {
        declared = Map.copyOf(declared);
    }

    /** The rules of names in the dictionary, without facets of a meaning of their own. */
    public static FactRules of(Schema schema) {
        return new FactRules(declared(schema), Ids.NAMES, "", null, null, false);
    }

    /** The declarations of {@code schema} by the names of their types. */
    public static Map<String, Predicate> declared(Schema schema) {
        Map<String, Predicate> declared = new HashMap<>();
        schema.predicates().forEach(each -> declared.put(each.typeName(""), each));
        return declared;
    }
}
