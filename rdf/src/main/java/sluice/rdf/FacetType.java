package sluice.rdf;

/** What the value of a facet is. */
public enum FacetType {
    STRING,
    INT,
    FLOAT,
    BOOL,
    DATETIME
}
