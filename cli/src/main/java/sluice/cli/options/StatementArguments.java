package sluice.cli.options;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.export.rdf.RdfOptions;
import sluice.export.rdf.RdfOptions.ShardBy;
import sluice.ingest.fact.FactFormat;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.rdf.RdfDialect;

/** The options of an export as statements of RDF. */
public final class StatementArguments {
    @Option(
            names = "--rdf",
            paramLabel = "DIALECT",
            converter = FactArguments.Dialect.class,
            completionCandidates = FactArguments.Dialect.class,
            description =
                    "Write statements of RDF: w3c (N-Triples; without facets) or dgraph (also facets,"
                            + " relative names, uids).")
    private FactFormat.@Nullable Syntax dialect;

    @Option(
            names = "--drop-facets",
            description =
                    "With --rdf: leave out facets, times and versions (without this, w3c refuses"
                            + " them).")
    private boolean facetsDropped;

    @Option(names = "--gzip", description = "With --rdf: pack each file by gzip.")
    private boolean packed;

    @Option(
            names = "--shard-by",
            paramLabel = "KEY",
            description =
                    "With --rdf: a file has a range of ids (id, the default) or all statements of"
                            + " some predicates (predicate), dealt by size; this reads the store"
                            + " once more, and then once for each thread.")
    private @Nullable ShardBy shardBy;

    /** How statements are written to at most {@code shards} files; empty without the option. */
    public Optional<RdfOptions> options(int shards) {
        if (dialect == null) {
            if (facetsDropped || packed || shardBy != null) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s is about statements; add --rdf dgraph or --rdf w3c"
                                .formatted(
                                        packed
                                                ? "--gzip"
                                                : facetsDropped ? "--drop-facets" : "--shard-by"));
            }
            return Optional.empty();
        }
        return Optional.of(
                new RdfOptions(
                        dialect == FactFormat.Syntax.W3C ? RdfDialect.W3C : RdfDialect.DGRAPH,
                        facetsDropped,
                        packed,
                        shards,
                        shardBy == null ? ShardBy.ID : shardBy));
    }
}
