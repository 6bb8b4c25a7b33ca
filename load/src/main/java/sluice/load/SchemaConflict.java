package sluice.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.model.names.WrittenName;
import sluice.schema.Predicate;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.KeyRange;
import sluice.segment.RowScanner;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreDictionary;
import sluice.store.StoreSchema;

/**
 * Nodes with several links of a predicate that the schema declares as {@code uid}, with one. The
 * store keeps all of these links.
 *
 * @param nodes how many there are in the buckets that a load has built
 * @param example the name of the first one
 */
public record SchemaConflict(String predicate, long nodes, String example) {

    /**
     * The conflicts in the segments that the last load has built, by their predicates. Cost: a pass
     * over these segments, if the schema declares such a predicate.
     */
    static List<SchemaConflict> in(Storage storage, Manifest manifest) throws IOException {
        List<Predicate> single =
                StoreSchema.read(storage, manifest).schema().predicates().stream()
                        .filter(predicate -> predicate.isLink() && !predicate.isList())
                        .toList();
        if (single.isEmpty()) {
            return List.of();
        }
        try (StoreDictionary names = StoreDictionary.open(storage, manifest)) {
            Map<Long, Lists> lists = new HashMap<>();
            for (Predicate predicate : single) {
                names.type(WrittenName.of(predicate.typeName("")))
                        .ifPresent(type -> lists.put(type, new Lists(predicate.name())));
            }
            scan(storage, manifest, new LongLists(lists));
            List<SchemaConflict> found = new ArrayList<>();
            for (Lists each : lists.values()) {
                if (each.nodes > 0) {
                    String example = names.idName(each.first).map(WrittenName::toString).orElse("");
                    found.add(
                            new SchemaConflict(
                                    each.predicate,
                                    each.nodes,
                                    example.isEmpty()
                                            ? Long.toUnsignedString(each.first)
                                            : example));
                }
            }
            found.sort((a, b) -> a.predicate().compareTo(b.predicate()));
            return found;
        }
    }

    /** Fails if there are {@code conflicts}. */
    static void refuse(List<SchemaConflict> conflicts) {
        if (!conflicts.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s; all rows are staged and answered, and the load is not complete: repeat it with schema-conflict: report to keep these links, or correct them and load into a new store"
                            .formatted(conflicts.getFirst().inWords()));
        }
    }

    /** The conflict as the beginning of a sentence. */
    public String inWords() {
        return "<%s> is declared as uid, one link a node, and %s %s several, such as %s"
                .formatted(
                        predicate,
                        nodes == 1 ? "1 node" : nodes + " nodes",
                        nodes == 1 ? "has" : "have",
                        example);
    }

    private static void scan(Storage storage, Manifest manifest, LongLists lists)
            throws IOException {
        String prefix = StoreFiles.segmentPrefix(manifest.loadNumber());
        RowSink sink =
                (id1, type, id2, time, version, flags, data, offset, length) ->
                        lists.row(id1, type, flags);
        RowScanner scanner = new RowScanner();
        Set<FileEntry> scanned = new HashSet<>();
        for (Bucket bucket : manifest.buckets()) {
            FileEntry segment = bucket.segment();
            if (segment != null && segment.name().startsWith(prefix) && scanned.add(segment)) {
                try (BlockFile file = BlockFile.openConfined(storage, segment)) {
                    KeyRange all = KeyRange.of(Borders.whole(), 0, 0);
                    scanner.scan(file, RowKind.LINK, 0, file.blocks(RowKind.LINK), all, sink);
                }
            }
        }
    }

    /** The lists of one predicate. */
    private static final class Lists {
        private final String predicate;
        private long nodes;
        private long first;

        Lists(String predicate) {
            this.predicate = predicate;
        }
    }

    /** Counts the lists with several visible rows; rows come list by list. */
    private static final class LongLists {
        private final Map<Long, Lists> ofTypes;
        private long id1;
        private long type;
        private long visible;
        private @Nullable Lists lists;

        LongLists(Map<Long, Lists> ofTypes) {
            this.ofTypes = ofTypes;
        }

        void row(long newId1, long newType, int flags) {
            if (newId1 != id1 || newType != type) {
                lists = newType == type ? lists : ofTypes.get(newType);
                id1 = newId1;
                type = newType;
                visible = 0;
            }
            if (lists != null && (flags & RowSink.HIDDEN) == 0 && ++visible == 2) {
                lists.first = lists.nodes == 0 ? id1 : lists.first;
                lists.nodes++;
            }
        }
    }
}
