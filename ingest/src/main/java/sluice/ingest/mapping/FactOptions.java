package sluice.ingest.mapping;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;

/**
 * Options or keys of a mapping about files that state facts. A part that was not given is null, or
 * empty.
 *
 * @param syntax of the files; by their names and first bytes where it is not given
 * @param schemas files that declare predicates
 * @param graphs what becomes of the graph of a statement
 * @param blankNodes how far a blank label reaches
 * @param ids what names of nodes become
 * @param time the facet that is the time of a row
 * @param version the facet that is the version of a row
 * @param delete whether each fact deletes what its key holds
 * @param idMembers the members of an object that name it
 */
public record FactOptions(
        FactFormat.@Nullable Syntax syntax,
        List<Path> schemas,
        @Nullable GraphRule graphs,
        FactFormat.@Nullable BlankScope blankNodes,
        FactRules.@Nullable Ids ids,
        @Nullable String time,
        @Nullable String version,
        @Nullable Boolean delete,
        List<String> idMembers) {
    /** Nothing is said. */
    public static final FactOptions NONE =
            new FactOptions(null, List.of(), null, null, null, null, null, null, List.of());

    public FactOptions {
        schemas = List.copyOf(schemas);
        idMembers = List.copyOf(idMembers);
    }

    public FactOptions withSchemas(List<Path> given) {
        return new FactOptions(
                syntax, given, graphs, blankNodes, ids, time, version, delete, idMembers);
    }

    /** With facets that are the time and the version of rows; null for none. */
    public FactOptions withFacets(@Nullable String givenTime, @Nullable String givenVersion) {
        return new FactOptions(
                syntax,
                schemas,
                graphs,
                blankNodes,
                ids,
                givenTime,
                givenVersion,
                delete,
                idMembers);
    }

    public FactOptions withSyntax(FactFormat.Syntax given) {
        return new FactOptions(
                given, schemas, graphs, blankNodes, ids, time, version, delete, idMembers);
    }

    public FactOptions withGraphs(GraphRule given) {
        return new FactOptions(
                syntax, schemas, given, blankNodes, ids, time, version, delete, idMembers);
    }

    public FactOptions withBlankNodes(FactFormat.BlankScope given) {
        return new FactOptions(
                syntax, schemas, graphs, given, ids, time, version, delete, idMembers);
    }

    public FactOptions withIds(FactRules.Ids given) {
        return new FactOptions(
                syntax, schemas, graphs, blankNodes, given, time, version, delete, idMembers);
    }

    public FactOptions withIdMembers(List<String> given) {
        return new FactOptions(
                syntax, schemas, graphs, blankNodes, ids, time, version, delete, given);
    }

    /** The same, and where it says nothing, what {@code other} says; the schemas are this one's. */
    public FactOptions orElse(FactOptions other) {
        return new FactOptions(
                syntax == null ? other.syntax : syntax,
                schemas,
                graphs == null ? other.graphs : graphs,
                blankNodes == null ? other.blankNodes : blankNodes,
                ids == null ? other.ids : ids,
                time == null ? other.time : time,
                version == null ? other.version : version,
                delete == null ? other.delete : delete,
                idMembers.isEmpty() ? other.idMembers : idMembers);
    }

    /** Whether it says anything of single files, besides their schemas. */
    public boolean isSaid() {
        return !equals(NONE.withSchemas(schemas));
    }

    /** The format of a file of {@code syntax}. */
    public FactFormat format(FactFormat.Syntax known, boolean quads) {
        FactFormat usual = FactFormat.of(known, quads);
        return new FactFormat(
                known,
                quads,
                graphs == null ? usual.graphs() : graphs,
                blankNodes == null ? usual.blankNodes() : blankNodes,
                null,
                usual.declared(),
                ids == null ? usual.ids() : ids,
                time,
                version,
                delete != null && delete);
    }
}
