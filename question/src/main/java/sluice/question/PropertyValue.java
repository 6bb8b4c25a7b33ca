package sluice.question;

import java.util.List;
import sluice.schema.ValueType;

/**
 * One value of a property, as it is shown.
 *
 * @param type {@link ValueType#OTHER} for a literal that is kept as it was written
 * @param language empty if there is none
 * @param datatype the IRI of a literal that is kept as it was written, else empty
 * @param text the value; that of a literal without its quotes
 */
public record PropertyValue(
        ValueType type, String language, String datatype, String text, List<Facet> facets) {
    public PropertyValue {
        facets = List.copyOf(facets);
    }

    /** About how much memory it takes. */
    long sizeBytes() {
        long size = 128 + 2L * (language.length() + datatype.length() + text.length());
        for (Facet facet : facets) {
            size += 96 + 2L * (facet.key().length() + facet.text().length());
        }
        return size;
    }
}
