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
}
