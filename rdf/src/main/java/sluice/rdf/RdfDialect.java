package sluice.rdf;

/** Which statements are accepted. */
public enum RdfDialect {
    /** Exactly N-Triples and N-Quads of RDF 1.1. */
    W3C,
    /** These, and what Dgraph writes: relative names, uid literals, facets, more escapes. */
    DGRAPH
}
