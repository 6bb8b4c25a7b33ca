package sluice.store;

import java.util.List;

/**
 * Figures of a store's graph: how many nodes and links of which types, and how the links are spread
 * over the ids.
 *
 * @param complete whether the store had all rows of its last load
 * @param nodeTypes in order of their counts, largest first
 * @param linkTypes likewise; their counts include hidden links
 * @param properties values of nodes, which are rows beside the links; hidden ones too
 * @param propertyTypes how many values each predicate has, largest first
 * @param hiddenLinks of all links those that are hidden
 * @param dataBytes of nodes and links
 * @param sources how many ids have visible links
 * @param largest the ids with most visible links, most first; of equal ones the lower id
 * @param degrees how many ids have 2^i to 2^(i+1)-1 visible links, at index i
 * @param segmentBytes of all segments
 * @param runBytes of all runs
 * @param dictionaryBytes of all dictionaries
 */
public record StoreStats(
        boolean complete,
        long nodes,
        long links,
        long properties,
        List<TypeFigure> nodeTypes,
        List<TypeFigure> linkTypes,
        List<TypeFigure> propertyTypes,
        long hiddenLinks,
        long dataBytes,
        long sources,
        List<IdFigure> largest,
        List<Long> degrees,
        long segmentBytes,
        long runBytes,
        long dictionaryBytes) {

    /** How many rows have a type, by the type's name or else its number. */
    public record TypeFigure(String type, long count) {}

    /** How many visible links an id has, by the id's name or else its number. */
    public record IdFigure(String id, long links) {}

    public StoreStats {
        nodeTypes = List.copyOf(nodeTypes);
        linkTypes = List.copyOf(linkTypes);
        propertyTypes = List.copyOf(propertyTypes);
        largest = List.copyOf(largest);
        degrees = List.copyOf(degrees);
    }
}
