package sluice.proof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Chunk;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.model.Visibility;

/**
 * The third pass of a proof: fetches what the sources and the store say of the differences that are
 * shown. It reads only the chunks of sources that have such rows, and in packed files all chunks
 * before them.
 */
final class Details {
    private final List<Source> loads;
    private final NameNumbers numbers;
    private final List<FoundDifferences.Key> keys;
    private final Map<SourceScan.Place, SourceSide> sourceSides = new ConcurrentHashMap<>();
    private final Map<KeyHash, Difference.Row> storedSides = new ConcurrentHashMap<>();

    private record KeyHash(long key1, long key2) {}

    private record SourceSide(Difference.Place place, Difference.Row row) {}

    private Details(List<Source> loads, NameNumbers numbers, List<FoundDifferences.Key> keys) {
        this.loads = loads;
        this.numbers = numbers;
        this.keys = keys;
    }

    /** Both sides of the differences {@code keys}, in their order. */
    static List<Difference> of(
            List<FoundDifferences.Key> keys,
            List<Source> loads,
            NameNumbers numbers,
            SourceScan sources,
            StoredScan stored)
            throws IOException {
        Details details = new Details(loads, numbers, keys);
        details.readSources(sources);
        details.readStored(stored);
        return keys.stream().map(details::difference).toList();
    }

    private Difference difference(FoundDifferences.Key key) {
        @Nullable SourceSide side =
                key.kind() == Difference.Kind.EXTRA ? null : sourceSides.get(place(key));
        return new Difference(
                key.kind(),
                side == null ? null : side.place(),
                side == null ? null : side.row(),
                storedSides.get(new KeyHash(key.key1(), key.key2())));
    }

    private static SourceScan.Place place(FoundDifferences.Key key) {
        return new SourceScan.Place(key.file(), key.row());
    }

    private void readSources(SourceScan sources) throws IOException {
        Map<Integer, Set<ChunkId>> chunks = new TreeMap<>();
        for (FoundDifferences.Key key : keys) {
            if (key.kind() != Difference.Kind.EXTRA) {
                chunks.computeIfAbsent(SourceScan.Place.load(key.file()), _ -> new HashSet<>())
                        .add(chunk(key));
            }
        }
        for (Map.Entry<Integer, Set<ChunkId>> each : chunks.entrySet()) {
            sources.some(each.getKey(), each.getValue(), SourceRows::new);
        }
    }

    private static ChunkId chunk(FoundDifferences.Key key) {
        return new ChunkId(
                SourceScan.Place.fileIndex(key.file()), SourceScan.Place.chunk(key.row()));
    }

    private void readStored(StoredScan stored) throws IOException {
        Map<KeyHash, Boolean> wanted = new HashMap<>();
        for (FoundDifferences.Key key : keys) {
            if (key.kind() != Difference.Kind.MISSING) {
                wanted.put(new KeyHash(key.key1(), key.key2()), true);
            }
        }
        if (!wanted.isEmpty()) {
            stored.all(() -> new StoredDetails(wanted.keySet()));
        }
    }

    private Difference.Row row(RowFields fields, String id1, String id2) {
        long type = fields.type;
        boolean property = !fields.node && PropertyTypes.isProperty(type);
        @Nullable String name = numbers.typeName(property ? PropertyTypes.predicateOf(type) : type);
        return new Difference.Row(
                fields.node
                        ? Difference.RowSort.NODE
                        : property ? Difference.RowSort.PROPERTY : Difference.RowSort.LINK,
                id1,
                name == null ? Long.toUnsignedString(type) : name,
                id2,
                (fields.flags & RowSink.HIDDEN) == 0 ? Visibility.VISIBLE : Visibility.HIDDEN,
                fields.version,
                fields.time,
                Arrays.copyOfRange(fields.data, fields.offset, fields.offset + fields.length));
    }

    /** Keeps the wanted rows of chunks. */
    private final class SourceRows extends SourceScan.Taker {
        private final SourceNames names;
        private final List<Long> lines = new ArrayList<>();
        private final List<SourceScan.Place> places = new ArrayList<>();
        private final List<Difference.Row> rows = new ArrayList<>();
        private long[] wanted = {};
        private int next;
        private @Nullable Chunk chunk;
        private int load;

        SourceRows(SourceNames names) {
            this.names = names;
        }

        @Override
        void begin(int newLoad, Chunk newChunk) {
            super.begin(newLoad, newChunk);
            load = newLoad;
            chunk = newChunk;
            next = 0;
            ChunkId id = newChunk.id();
            wanted =
                    keys.stream()
                            .filter(
                                    key ->
                                            key.kind() != Difference.Kind.EXTRA
                                                    && SourceScan.Place.load(key.file()) == newLoad
                                                    && chunk(key).equals(id))
                            .mapToLong(FoundDifferences.Key::row)
                            .sorted()
                            .toArray();
        }

        @Override
        void take() {
            Chunk from = chunk;
            if (next < wanted.length && wanted[next] == row && from != null) {
                next++;
                boolean slot = !fields.node && PropertyTypes.isProperty(fields.type);
                places.add(new SourceScan.Place(file, row));
                lines.add(from.rowLine());
                String id2 = slot ? Long.toUnsignedString(fields.id2) : names.text(fields.id2);
                rows.add(row(fields, names.text(fields.id1), fields.node ? "" : id2));
            }
        }

        @Override
        void end(ChunkSpan span) throws IOException {
            Chunk from = chunk;
            if (!places.isEmpty() && from != null) {
                int index = span.id().fileIndex();
                long before =
                        from.linesBefore() >= 0
                                ? from.linesBefore()
                                : loads.get(load).linesBefore(index, span.startByte(), List.of());
                for (int i = 0; i < places.size(); i++) {
                    Difference.Place at =
                            new Difference.Place(load + 1, from.fileName(), before + lines.get(i));
                    sourceSides.put(places.get(i), new SourceSide(at, rows.get(i)));
                }
            }
            places.clear();
            lines.clear();
            rows.clear();
        }
    }

    /** Keeps the wanted rows of the store. */
    private final class StoredDetails extends StoredScan.Taker {
        private final Set<KeyHash> wanted;

        StoredDetails(Set<KeyHash> wanted) {
            this.wanted = wanted;
        }

        @Override
        void take(StoredScan.Row row, StoredRows.RowNames names) throws IOException {
            KeyHash key = new KeyHash(hasher.key1(), hasher.key2());
            if (!wanted.contains(key)) {
                return;
            }
            storedSides.put(
                    key,
                    switch (row) {
                        case StoredScan.Row.OfNode(Node node) ->
                                row(fields, names.idText(node.id()), "");
                        case StoredScan.Row.OfLink(Link link) ->
                                row(
                                        fields,
                                        names.idText(link.id1()),
                                        PropertyTypes.isProperty(link.linkType())
                                                ? Long.toUnsignedString(link.id2())
                                                : names.idText(link.id2()));
                    });
        }
    }
}
