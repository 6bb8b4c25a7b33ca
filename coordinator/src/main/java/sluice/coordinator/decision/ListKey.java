package sluice.coordinator.decision;

/** Names a list. */
public record ListKey(long id1, long linkType) implements Comparable<ListKey> {
    @Override
    public int compareTo(ListKey other) {
        int order = Long.compareUnsigned(id1, other.id1);
        return order != 0 ? order : Long.compareUnsigned(linkType, other.linkType);
    }
}
