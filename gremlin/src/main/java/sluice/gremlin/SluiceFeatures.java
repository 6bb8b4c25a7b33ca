package sluice.gremlin;

import org.apache.tinkerpop.gremlin.structure.Graph;
import org.apache.tinkerpop.gremlin.structure.VertexProperty;
import org.apache.tinkerpop.gremlin.structure.util.StringFactory;

/**
 * Says what a graph on a store can do; all writes only if it takes them. Its classes are public, as
 * tools of TinkerPop look at them by reflection.
 */
public final class SluiceFeatures implements Graph.Features {
    private final boolean writes;
    private final boolean shortIntegers;

    SluiceFeatures(boolean writes, boolean shortIntegers) {
        this.writes = writes;
        this.shortIntegers = shortIntegers;
    }

    @Override
    public GraphFeatures graph() {
        return new OfGraph();
    }

    @Override
    public VertexFeatures vertex() {
        return new OfVertices();
    }

    @Override
    public EdgeFeatures edge() {
        return new OfEdges();
    }

    @Override
    public String toString() {
        return StringFactory.featureString(this);
    }

    /** The store makes ids: texts, unless a kind of element says more. */
    private interface StoreIds extends ElementFeatures {
        @Override
        default boolean supportsUserSuppliedIds() {
            return false;
        }

        @Override
        default boolean supportsNumericIds() {
            return false;
        }

        @Override
        default boolean supportsStringIds() {
            return true;
        }

        @Override
        default boolean supportsUuidIds() {
            return false;
        }

        @Override
        default boolean supportsCustomIds() {
            return false;
        }

        @Override
        default boolean supportsAnyIds() {
            return false;
        }
    }

    /** A store keeps single values of the types that a schema has. */
    private interface Scalars extends DataTypeFeatures {
        boolean hasShortIntegers();

        @Override
        default boolean supportsIntegerValues() {
            return hasShortIntegers();
        }

        @Override
        default boolean supportsByteValues() {
            return false;
        }

        @Override
        default boolean supportsFloatValues() {
            return false;
        }

        @Override
        default boolean supportsMapValues() {
            return false;
        }

        @Override
        default boolean supportsMixedListValues() {
            return false;
        }

        @Override
        default boolean supportsUniformListValues() {
            return false;
        }

        @Override
        default boolean supportsSerializableValues() {
            return false;
        }

        @Override
        default boolean supportsBooleanArrayValues() {
            return false;
        }

        @Override
        default boolean supportsByteArrayValues() {
            return false;
        }

        @Override
        default boolean supportsDoubleArrayValues() {
            return false;
        }

        @Override
        default boolean supportsFloatArrayValues() {
            return false;
        }

        @Override
        default boolean supportsIntegerArrayValues() {
            return false;
        }

        @Override
        default boolean supportsLongArrayValues() {
            return false;
        }

        @Override
        default boolean supportsStringArrayValues() {
            return false;
        }
    }

    public static final class NoVariables implements VariableFeatures {
        @Override
        public boolean supportsVariables() {
            return false;
        }

        @Override
        public boolean supportsBooleanValues() {
            return false;
        }

        @Override
        public boolean supportsByteValues() {
            return false;
        }

        @Override
        public boolean supportsDoubleValues() {
            return false;
        }

        @Override
        public boolean supportsFloatValues() {
            return false;
        }

        @Override
        public boolean supportsIntegerValues() {
            return false;
        }

        @Override
        public boolean supportsLongValues() {
            return false;
        }

        @Override
        public boolean supportsMapValues() {
            return false;
        }

        @Override
        public boolean supportsMixedListValues() {
            return false;
        }

        @Override
        public boolean supportsBooleanArrayValues() {
            return false;
        }

        @Override
        public boolean supportsByteArrayValues() {
            return false;
        }

        @Override
        public boolean supportsDoubleArrayValues() {
            return false;
        }

        @Override
        public boolean supportsFloatArrayValues() {
            return false;
        }

        @Override
        public boolean supportsIntegerArrayValues() {
            return false;
        }

        @Override
        public boolean supportsStringArrayValues() {
            return false;
        }

        @Override
        public boolean supportsLongArrayValues() {
            return false;
        }

        @Override
        public boolean supportsSerializableValues() {
            return false;
        }

        @Override
        public boolean supportsStringValues() {
            return false;
        }

        @Override
        public boolean supportsUniformListValues() {
            return false;
        }
    }

    /** Each write is durable when it returns; there is nothing to commit or to take back. */
    public static final class OfGraph implements GraphFeatures {
        @Override
        public boolean supportsComputer() {
            return false;
        }

        @Override
        public boolean supportsTransactions() {
            return false;
        }

        @Override
        public boolean supportsThreadedTransactions() {
            return false;
        }

        @Override
        public boolean supportsConcurrentAccess() {
            return false;
        }

        @Override
        public boolean supportsOrderabilitySemantics() {
            return true;
        }

        @Override
        public VariableFeatures variables() {
            return new NoVariables();
        }
    }

    /** Ids are names that loads bring, or numbers that the store chooses. */
    public final class OfVertices implements VertexFeatures, StoreIds {
        @Override
        public VertexProperty.Cardinality getCardinality(String key) {
            return VertexProperty.Cardinality.single;
        }

        @Override
        public boolean supportsAddVertices() {
            return writes;
        }

        @Override
        public boolean supportsRemoveVertices() {
            return writes;
        }

        @Override
        public boolean supportsAddProperty() {
            return writes;
        }

        @Override
        public boolean supportsRemoveProperty() {
            return writes;
        }

        @Override
        public boolean supportsMultiProperties() {
            return true;
        }

        @Override
        public boolean supportsDuplicateMultiProperties() {
            return false;
        }

        @Override
        public boolean supportsMetaProperties() {
            return false;
        }

        @Override
        public boolean supportsUpsert() {
            return false;
        }

        @Override
        public boolean supportsNullPropertyValues() {
            return false;
        }

        @Override
        public boolean supportsNumericIds() {
            return true;
        }

        @Override
        public VertexPropertyFeatures properties() {
            return new OfValues();
        }
    }

    /** Values of nodes: of the type that the schema declares for their predicate. */
    public final class OfValues implements VertexPropertyFeatures, Scalars {
        @Override
        public boolean hasShortIntegers() {
            return shortIntegers;
        }

        @Override
        public boolean supportsLongValues() {
            return !shortIntegers;
        }

        @Override
        public boolean supportsRemoveProperty() {
            return writes;
        }

        @Override
        public boolean supportsNullPropertyValues() {
            return false;
        }

        @Override
        public boolean supportsUserSuppliedIds() {
            return false;
        }

        @Override
        public boolean supportsNumericIds() {
            return false;
        }

        @Override
        public boolean supportsStringIds() {
            return true;
        }

        @Override
        public boolean supportsUuidIds() {
            return false;
        }

        @Override
        public boolean supportsCustomIds() {
            return false;
        }

        @Override
        public boolean supportsAnyIds() {
            return false;
        }
    }

    /** The id of an edge is made of its ends and its label. */
    public final class OfEdges implements EdgeFeatures, StoreIds {
        @Override
        public boolean supportsAddEdges() {
            return writes;
        }

        @Override
        public boolean supportsRemoveEdges() {
            return writes;
        }

        @Override
        public boolean supportsAddProperty() {
            return writes;
        }

        @Override
        public boolean supportsRemoveProperty() {
            return writes;
        }

        @Override
        public boolean supportsUpsert() {
            return false;
        }

        @Override
        public boolean supportsNullPropertyValues() {
            return false;
        }

        @Override
        public EdgePropertyFeatures properties() {
            return new OfFacets();
        }
    }

    /** Facets of links: texts, numbers, truth values, times. */
    public final class OfFacets implements EdgePropertyFeatures, Scalars {
        @Override
        public boolean hasShortIntegers() {
            return shortIntegers;
        }

        @Override
        public boolean supportsLongValues() {
            return !shortIntegers;
        }
    }
}
