package sluice.proof;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.store.StoreReader;

/** The rows of a store in a directory, a part for each bucket. */
public final class StoreRows implements StoredRows {
    private final StoreReader reader;
    private final Dictionary dictionary;

    /** The rows that {@code reader} answers from; the caller keeps and closes both. */
    public StoreRows(StoreReader reader, Dictionary dictionary) {
        this.reader = reader;
        this.dictionary = dictionary;
    }

    @Override
    public boolean idsAreNames() {
        return reader.manifest().idNames();
    }

    @Override
    public int parts() {
        return reader.manifest().buckets().size();
    }

    @Override
    public void scan(int part, NameNumbers numbers, Visitor visitor) throws IOException {
        RowNames names = new DictionaryNumbers(dictionary, numbers, idsAreNames());
        reader.scanBucket(
                part,
                new GraphReader.Visitor() {
                    @Override
                    public void node(Node node) throws IOException {
                        visitor.node(node, names);
                    }

                    @Override
                    public void link(Link link) throws IOException {
                        visitor.link(link, names);
                    }
                });
    }

    /** The numbers of names of one dictionary. Belongs to one thread. */
    private static final class DictionaryNumbers implements RowNames {
        private static final int CACHE_BITS = 14;
        private static final long FACTOR = 0x9E3779B97F4A7C15L;

        private final Dictionary dictionary;
        private final NameNumbers numbers;
        private final boolean idsAreNames;
        private final long[] ids;
        private final long[] idNumbers;
        private final Map<String, Long> groups = new HashMap<>();
        private final Map<Long, Long> types = new HashMap<>();

        DictionaryNumbers(Dictionary dictionary, NameNumbers numbers, boolean idsAreNames) {
            this.dictionary = dictionary;
            this.numbers = numbers;
            this.idsAreNames = idsAreNames;
            this.ids = new long[idsAreNames ? 1 << CACHE_BITS : 0];
            this.idNumbers = new long[ids.length];
            // No id of a name is as large as this.
            Arrays.fill(ids, -1);
        }

        @Override
        public long idNumber(long id) throws IOException {
            if (!idsAreNames) {
                return id;
            }
            int slot = (int) (id * FACTOR >>> (Long.SIZE - CACHE_BITS));
            if (ids[slot] != id || id == -1) {
                idNumbers[slot] = find(id);
                ids[slot] = id;
            }
            return idNumbers[slot];
        }

        private long find(long id) throws IOException {
            Optional<Name> name = dictionary.name(id);
            if (name.isEmpty()) {
                return numbers.unnamed(id);
            }
            byte[] bytes = name.get().bytes();
            long group = groups.computeIfAbsent(name.get().group(), numbers::group);
            return numbers.id(group, bytes, 0, bytes.length);
        }

        @Override
        public long typeNumber(long type) {
            return types.computeIfAbsent(type, this::findType);
        }

        private long findType(long type) {
            boolean property = PropertyTypes.isProperty(type);
            long named = property ? PropertyTypes.predicateOf(type) : type;
            Optional<byte[]> name = dictionary.typeNameBytes(named);
            if (name.isEmpty()) {
                return type;
            }
            long number = numbers.type(name.get());
            return property ? PropertyTypes.ofPredicate(number) : number;
        }

        @Override
        public String idText(long id) throws IOException {
            return idsAreNames
                    ? dictionary
                            .name(id)
                            .map(Name::toString)
                            .orElseGet(() -> Long.toUnsignedString(id))
                    : Long.toUnsignedString(id);
        }
    }
}
