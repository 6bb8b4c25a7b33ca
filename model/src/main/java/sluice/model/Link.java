package sluice.model;

import java.util.Arrays;
import java.util.Objects;

/**
 * A directed, typed link; unique by {@code (id1, linkType, id2)}. Ids and types are unsigned 64-bit
 * numbers.
 *
 * <p>{@code data} is not copied: who makes a link hands the array over, who reads it does not write
 * to it. Two links are equal when all fields and all bytes of data are.
 *
 * @param time signed; the sort key of link lists, by convention milliseconds since 1970
 */
public record Link(
        long id1,
        long linkType,
        long id2,
        Visibility visibility,
        long version,
        long time,
        byte[] data) {
    public Link {
        Objects.requireNonNull(visibility, "visibility");
        Objects.requireNonNull(data, "data");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Link link
                && id1 == link.id1
                && linkType == link.linkType
                && id2 == link.id2
                && visibility == link.visibility
                && version == link.version
                && time == link.time
                && Arrays.equals(data, link.data);
    }

    @Override
    public int hashCode() {
        return (Long.hashCode(id1) * 31 + Long.hashCode(linkType)) * 31 + Long.hashCode(id2);
    }

    @Override
    public String toString() {
        return "link (%s, %s, %s) %s version=%d time=%d data=%d bytes"
                .formatted(
                        Long.toUnsignedString(id1),
                        Long.toUnsignedString(linkType),
                        Long.toUnsignedString(id2),
                        visibility,
                        version,
                        time,
                        data.length);
    }
}
