package sluice.export;

import sluice.model.RowKind;

/**
 * What the rows of one exported file have in common, since a mapping says it for whole files.
 *
 * @param group1 of the ids, or of the links' id1; empty where ids are numbers
 * @param group2 of the links' id2; empty for nodes and where ids are numbers
 * @param namedTypes whether the types of the rows are names
 */
record ExportRelation(RowKind kind, String group1, String group2, boolean namedTypes)
        implements Comparable<ExportRelation> {

    @Override
    public int compareTo(ExportRelation other) {
        int order = other.kind.compareTo(kind);
        order = order == 0 ? group1.compareTo(other.group1) : order;
        order = order == 0 ? group2.compareTo(other.group2) : order;
        return order == 0 ? Boolean.compare(other.namedTypes, namedTypes) : order;
    }
}
