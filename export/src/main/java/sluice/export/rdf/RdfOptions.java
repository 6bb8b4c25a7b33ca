package sluice.export.rdf;

import sluice.rdf.RdfDialect;

/**
 * How a store is written as RDF.
 *
 * @param dialect of the statements
 * @param facetsDropped whether facets, times and versions are left out
 * @param packed whether each file is packed by gzip
 * @param shards how many files of statements there are at most; 0 for as many as are useful
 * @param shardBy what the statements of one file have in common
 */
public record RdfOptions(
        RdfDialect dialect, boolean facetsDropped, boolean packed, int shards, ShardBy shardBy) {
    /** The most shards that can be asked for. */
    public static final int SHARDS_MAX = 4096;

    /** The key by which statements are dealt to files. */
    public enum ShardBy {
        /** One range of ids. */
        ID,
        /** Some predicates, all of whose statements are there. */
        PREDICATE
    }

    public RdfOptions {
        if (shards < 0 || shards > SHARDS_MAX) {
            throw new IllegalArgumentException("shards=" + shards);
        }
    }

    /** Plain files in {@code dialect}, with all facets. */
    public static RdfOptions of(RdfDialect dialect) {
        return new RdfOptions(dialect, false, false, 0, ShardBy.ID);
    }

    /** The same, shared out to files otherwise. */
    public RdfOptions withShards(int count, ShardBy by) {
        return new RdfOptions(dialect, facetsDropped, packed, count, by);
    }

    boolean isW3c() {
        return dialect == RdfDialect.W3C;
    }

    /** The name that mappings have for the dialect. */
    String dialectName() {
        return isW3c() ? "w3c" : "dgraph";
    }

    /** How the name of a file of statements ends. */
    String ending() {
        return (isW3c() ? ".nt" : ".rdf") + (packed ? ".gz" : "");
    }
}
