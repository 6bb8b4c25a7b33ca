package sluice.ingest.fact;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.schema.Predicate;

/**
 * How a file states facts, and what becomes of them: what a mapping or options say of a file of RDF
 * or JSON.
 *
 * @param syntax of the file
 * @param quads whether a statement of {@link Syntax#W3C} may have a graph
 * @param graphs what becomes of the graph of a statement
 * @param blankNodes how far a blank label reaches
 * @param blankPrefix stands in front of each blank label; null before {@link #bound}
 * @param declared what the schema declares, by the names of types; empty before {@link #bound}
 * @param ids what names of nodes become
 * @param time the facet that is the row's time, or null for none
 * @param version the facet that is the row's version, or null for none
 * @param delete whether each fact deletes the row of its key
 * @param array whether a file of {@link Syntax#JSON} is an array, which a bracket must end
 * @param placePrefix stands in front of the place of a node without a name; null before {@link
 *     #bound} and where the syntax names all nodes
 * @param idMembers the members that name a node of {@link Syntax#JSON} without a uid; empty where
 *     its place does
 */
public record FactFormat(
        Syntax syntax,
        boolean quads,
        GraphRule graphs,
        BlankScope blankNodes,
        @Nullable String blankPrefix,
        Map<String, Predicate> declared,
        FactRules.Ids ids,
        @Nullable String time,
        @Nullable String version,
        boolean delete,
        boolean array,
        @Nullable String placePrefix,
        List<String> idMembers) {

    public FactFormat {
        declared = Map.copyOf(declared);
        idMembers = List.copyOf(idMembers);
    }

    /** A format of statements, which name all nodes. */
    public FactFormat(
            Syntax syntax,
            boolean quads,
            GraphRule graphs,
            BlankScope blankNodes,
            @Nullable String blankPrefix,
            Map<String, Predicate> declared,
            FactRules.Ids ids,
            @Nullable String time,
            @Nullable String version,
            boolean delete) {
        this(
                syntax,
                quads,
                graphs,
                blankNodes,
                blankPrefix,
                declared,
                ids,
                time,
                version,
                delete,
                false,
                null,
                List.of());
    }

    /** The languages of facts. */
    public enum Syntax {
        /** N-Triples and N-Quads exactly. */
        W3C,
        /** These, and what Dgraph writes. */
        DGRAPH,
        /** Dgraph's JSON. */
        JSON;

        /** The name in mappings and options. */
        public String written() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How far a blank label reaches: where it is seen again, it is the same node. */
    public enum BlankScope {
        /** In all files of all loads of the store. */
        STORE,
        /** In all files of the load. */
        LOAD,
        /** In its file. */
        FILE
    }

    /** The format of files of which nothing is said. */
    public static FactFormat of(Syntax syntax, boolean quads) {
        return new FactFormat(
                syntax,
                quads,
                GraphRule.DROP,
                syntax == Syntax.W3C ? BlankScope.FILE : BlankScope.STORE,
                null,
                Map.of(),
                FactRules.Ids.NAMES,
                null,
                null,
                false);
    }

    /**
     * The same for one file of one load, under the schema that the load has: labels of blank nodes
     * get their scope, if they have none yet.
     */
    public FactFormat bound(int loadNumber, int fileIndex, Map<String, Predicate> schema) {
        String file = loadNumber + "." + fileIndex + ".";
        String prefix =
                switch (blankNodes) {
                    case STORE -> "";
                    case LOAD -> loadNumber + ".";
                    case FILE -> file;
                };
        String place = syntax == Syntax.JSON && placePrefix == null ? file : placePrefix;
        return new FactFormat(
                syntax,
                quads,
                graphs,
                blankNodes,
                blankPrefix == null ? prefix : blankPrefix,
                schema,
                ids,
                time,
                version,
                delete,
                array,
                place,
                idMembers);
    }

    /** The same with other ids. */
    public FactFormat withIds(FactRules.Ids others) {
        return new FactFormat(
                syntax,
                quads,
                graphs,
                blankNodes,
                blankPrefix,
                declared,
                others,
                time,
                version,
                delete,
                array,
                placePrefix,
                idMembers);
    }

    /** The same for files of JSON, whose nodes may have no name but that of {@code members}. */
    public FactFormat ofObjects(boolean isArray, @Nullable String prefix, List<String> members) {
        return new FactFormat(
                syntax,
                quads,
                graphs,
                blankNodes,
                blankPrefix,
                declared,
                ids,
                time,
                version,
                delete,
                isArray,
                prefix,
                members);
    }

    /** The rules by which facts of this format become rows. */
    public FactRules rules() {
        return new FactRules(
                declared,
                ids,
                blankPrefix == null ? "" : blankPrefix,
                time,
                version,
                delete,
                graphs.namespace());
    }
}
