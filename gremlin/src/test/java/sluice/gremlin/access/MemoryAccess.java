package sluice.gremlin.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.MemoryGraph;
import sluice.model.names.Names;
import sluice.model.names.NoNames;
import sluice.model.names.WrittenName;
import sluice.question.Condition;
import sluice.question.Declarations;
import sluice.question.NameLookup;
import sluice.question.PredicateName;
import sluice.question.PropertyWrites;
import sluice.schema.IndexNumbers;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;

/**
 * A graph in memory without indexes. It has every name of a type that it is asked for, as if a load
 * had brought all names; ids are numbers.
 */
public final class MemoryAccess implements GraphAccess {
    private static final long FIRST_NAMED = 1L << 52;

    private final Declarations declarations;
    private final TypeNames names = new TypeNames();
    private final GraphStore graph = new BothWays(new MemoryGraph(1), this::otherWay);

    /** A graph of the predicates that {@code schema} declares. */
    public MemoryAccess(String schema) {
        declarations =
                new Declarations(
                        SchemaReader.read("schema", schema.getBytes(StandardCharsets.UTF_8)),
                        IndexNumbers.NONE);
    }

    /** Gives each name that is asked for the next number. */
    private static final class TypeNames implements Names {
        private final List<String> texts = new ArrayList<>();
        private final Map<String, Long> numbers = new HashMap<>();

        @Override
        public boolean idsAreNames() {
            return false;
        }

        @Override
        public OptionalLong id(WrittenName name) {
            return NoNames.NONE.id(name);
        }

        @Override
        public synchronized OptionalLong type(WrittenName name) {
            return OptionalLong.of(
                    numbers.computeIfAbsent(
                            name.text(),
                            text -> {
                                texts.add(text);
                                return FIRST_NAMED + texts.size() - 1;
                            }));
        }

        @Override
        public OptionalLong writtenId(String text) {
            return NoNames.NONE.writtenId(text);
        }

        @Override
        public long writtenType(String text) {
            return type(WrittenName.of(text)).orElseThrow();
        }

        @Override
        public Optional<WrittenName> idName(long id) {
            return Optional.empty();
        }

        @Override
        public synchronized Optional<WrittenName> typeName(long type) {
            long index = type - FIRST_NAMED;
            return index >= 0 && index < texts.size()
                    ? Optional.of(WrittenName.of(texts.get((int) index)))
                    : Optional.empty();
        }

        @Override
        public synchronized List<String> someTypes(int max) {
            return List.copyOf(texts.subList(0, Math.min(max, texts.size())));
        }
    }

    private OptionalLong otherWay(long type) {
        return declarations.otherWay(type, names);
    }

    @Override
    public GraphReader reader() {
        return graph;
    }

    @Override
    public GraphStore writer() {
        return graph;
    }

    @Override
    public Names names() {
        return names;
    }

    @Override
    public Schema schema() {
        return declarations.schema();
    }

    @Override
    public FoundIds find(List<Condition> conditions, OptionalLong after, int limit) {
        throw new UnsupportedOperationException("a graph without indexes");
    }

    private PropertyWrites writes() {
        return new PropertyWrites(graph, declarations, NameLookup.of(names, () -> true));
    }

    @Override
    public void setProperty(long id, String predicate, String value) throws IOException {
        writes().set(id, PredicateName.read(predicate), value);
    }

    @Override
    public void deleteProperty(long id, String predicate, @Nullable String value)
            throws IOException {
        if (value == null) {
            writes().deleteAll(id, PredicateName.read(predicate));
        } else {
            writes().delete(id, PredicateName.read(predicate), value);
        }
    }

    @Override
    public void close() {}
}
