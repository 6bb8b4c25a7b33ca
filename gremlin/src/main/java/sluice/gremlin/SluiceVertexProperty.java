package sluice.gremlin;

import java.util.Iterator;
import java.util.Map;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/**
 * One value of a node, with its facets as properties.
 *
 * @param predicate without a language
 * @param language or empty
 * @param slot which of the values of its key it is
 */
record SluiceVertexProperty<V>(
        ElementSource source,
        StoredVertex element,
        String predicate,
        String language,
        V value,
        long slot,
        Map<String, Object> facets)
        implements VertexProperty<V> {
    /** The predicate, with {@code @fr} behind it for a value in French. */
    @Override
    public String key() {
        return language.isEmpty() ? predicate : predicate + "@" + language;
    }

    @Override
    public Object id() {
        return source.parts().ids().rowId(element.number(), key(), Long.toHexString(slot));
    }

    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public <U> Property<U> property(String name, U facet) {
        throw VertexProperty.Exceptions.metaPropertiesNotSupported();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <U> Iterator<Property<U>> properties(String... keys) {
        return facets.entrySet().stream()
                .filter(facet -> ElementHelper.keyExists(facet.getKey(), keys))
                .<Property<U>>map(
                        facet -> new SluiceProperty<>(this, facet.getKey(), (U) facet.getValue()))
                .iterator();
    }

    @Override
    public void remove() {
        source.writes(Property.Exceptions::propertyRemovalNotSupported)
                .removeValue(element, key(), predicate, slot);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode((org.apache.tinkerpop.gremlin.structure.Element) this);
    }

    @Override
    public String toString() {
        return StringFactory.propertyString(this);
    }
}
