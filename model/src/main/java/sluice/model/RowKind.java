package sluice.model;

/** What the rows of a file, pool or block are. A node is a row with its id as id1 and 0 as id2. */
public enum RowKind {
    LINK,
    NODE
}
