package sluice.gremlin;

import org.apache.tinkerpop.gremlin.structure.Element;
import org.apache.tinkerpop.gremlin.structure.Property;
import org.apache.tinkerpop.gremlin.structure.util.ElementHelper;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;
import org.jspecify.annotations.Nullable;

/** A field or facet of an edge, or a facet of a value. */
record SluiceProperty<V>(Element element, String key, V value) implements Property<V> {
    @Override
    public boolean isPresent() {
        return true;
    }

    @Override
    public void remove() {
        if (!(element instanceof StoredEdge edge)) {
            throw Property.Exceptions.propertyRemovalNotSupported();
        }
        edge.removeProperty(key);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return ElementHelper.areEqual(this, other);
    }

    @Override
    public int hashCode() {
        return ElementHelper.hashCode(this);
    }

    @Override
    public String toString() {
        return StringFactory.propertyString(this);
    }
}
