package sluice.ingest.fact;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.schema.Predicate;
import sluice.schema.Schema;

/**
 * How facts become rows. Safe for any number of threads.
 *
 * @param declared the declarations of the schema by the names of their predicates
 * @param ids what names of nodes become
 * @param blankPrefix stands in front of each blank label, so that labels of two files differ
 * @param time the facet that is the row's time, or null for none
 * @param version the facet that is the row's version, or null for none
 * @param delete whether each row deletes what its key holds
 */
public record FactRules(
        Map<String, Predicate> declared,
        Ids ids,
        String blankPrefix,
        @Nullable String time,
        @Nullable String version,
        boolean delete) {

    /** The kinds of ids that nodes get. */
    public enum Ids {
        /** The dictionary gives each name an id. */
        NAMES,
        /** All names are uid literals, and a uid is the id. */
        UIDS
    }

    public FactRules {
        declared = Map.copyOf(declared);
    }

    /** The rules of names in the dictionary, without facets of a meaning of their own. */
    public static FactRules of(Schema schema) {
        return new FactRules(declared(schema, 0), Ids.NAMES, "", null, null, false);
    }

    /** The declarations of {@code schema} in one namespace, by name. */
    public static Map<String, Predicate> declared(Schema schema, long namespace) {
        Map<String, Predicate> declared = new HashMap<>();
        for (Predicate predicate : schema.predicates()) {
            if (predicate.namespace() == namespace) {
                declared.put(predicate.name(), predicate);
            }
        }
        return declared;
    }
}
