package sluice.protocol.question;

import java.util.List;

/**
 * One value of a property.
 *
 * @param text the value as text: a number in decimal, a time by RFC 3339
 * @param language empty if there is none
 * @param datatype the IRI of a literal that is kept as it was written, else empty
 * @param facets facts about the value
 */
public record ShownValue(
        ValueKind kind, String text, String language, String datatype, List<ShownFacet> facets) {
    public ShownValue {
        facets = List.copyOf(facets);
    }

    /** A fact about a value: a key with a value as text. */
    public record ShownFacet(String key, ValueKind kind, String text) {}

    /** No fewer bytes than its message has. */
    long sizeBytesMax() {
        long size = 48 + 3L * (text.length() + language.length() + datatype.length());
        for (ShownFacet facet : facets) {
            size += 24 + 3L * (facet.key().length() + facet.text().length());
        }
        return size;
    }

    static long sizeBytesMax(List<ShownValue> values) {
        long size = 0;
        for (ShownValue value : values) {
            size += value.sizeBytesMax();
        }
        return size;
    }
}
