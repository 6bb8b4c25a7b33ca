package sluice.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.load.files.StoreFiles;
import sluice.model.ErrorCode;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.schema.Directive;
import sluice.schema.IndexNumbers;
import sluice.schema.Predicate;
import sluice.schema.Schema;
import sluice.schema.Tokenizer;
import sluice.segment.BlockFile;
import sluice.segment.Borders;
import sluice.segment.IndexKeys;
import sluice.segment.SharedKeys;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreDictionary;
import sluice.store.StoreReader;
import sluice.store.StoreSchema;

/**
 * Looks for values of unique predicates that several nodes have, in the indexes of a store whose
 * buckets are built. Cost: a pass over the keys of one index of each such predicate, and a look at
 * the values whose keys do not tell them apart.
 */
public final class UniqueValues {
    private static final int SORT_BYTES_MIN = 1 << 20;

    /** The indexes that tell values apart, or nearly so: the best one first. */
    private static final List<Tokenizer> TELLING =
            List.of(Tokenizer.EXACT, Tokenizer.INT, Tokenizer.HASH);

    private static final String NO_INDEX =
            "it has no index that tells them apart; declare @index(exact) or @index(hash) of a"
                    + " string, or @index(int)";
    private static final String NOT_BUILT =
            "its index is not in all buckets; build it with: sluice index";

    private final Storage storage;
    private final Manifest manifest;
    private final StoreSchema schema;
    private final List<DuplicateValues> found = new ArrayList<>();

    private UniqueValues(Storage storage, Manifest manifest, StoreSchema schema) {
        this.storage = storage;
        this.manifest = manifest;
        this.schema = schema;
    }

    /**
     * The duplicates in the store of {@code manifest}, by their predicates, and the unique
     * predicates whose values cannot be compared.
     *
     * @param sortBytes of memory; a mebibyte at least is taken
     */
    static List<DuplicateValues> in(Storage storage, Manifest manifest, long sortBytes)
            throws IOException {
        StoreSchema schema = StoreSchema.read(storage, manifest);
        if (unique(schema.schema()).isEmpty()) {
            return List.of();
        }
        int bytes = Math.clamp(sortBytes, SORT_BYTES_MIN, Integer.MAX_VALUE);
        return new UniqueValues(storage, manifest, schema).find(bytes);
    }

    /** All unique predicates of the store of {@code manifest}, not compared for {@code cause}. */
    public static List<DuplicateValues> notCompared(
            Storage storage, Manifest manifest, String cause) throws IOException {
        return unique(StoreSchema.read(storage, manifest).schema()).stream()
                .map(each -> DuplicateValues.unchecked(each.name(), cause))
                .toList();
    }

    /** Fails where {@code schema} declares a unique predicate whose values cannot be compared. */
    static void refuseUnchecked(Schema schema) {
        for (Predicate predicate : unique(schema)) {
            if (telling(predicate) == null) {
                DuplicateValues unchecked = DuplicateValues.unchecked(predicate.name(), NO_INDEX);
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        unchecked.inWords() + ", or load with on-duplicate: report");
            }
        }
    }

    private static List<Predicate> unique(Schema schema) {
        return schema.predicates().stream().filter(each -> each.has(Directive.UNIQUE)).toList();
    }

    private static @Nullable Tokenizer telling(Predicate predicate) {
        return TELLING.stream().filter(predicate::has).findFirst().orElse(null);
    }

    private List<DuplicateValues> find(int sortBytes) throws IOException {
        try (Dictionary types = Dictionary.open(storage, manifest.nameFiles());
                StoreDictionary names = StoreDictionary.open(storage, manifest);
                StoreReader reader = StoreReader.open(storage, _ -> {});
                SharedKeys keys =
                        new SharedKeys(
                                storage,
                                StoreFiles.sortOfUnique(manifest.loadNumber()),
                                sortBytes)) {
            Map<Integer, DuplicateTally> tallies = new HashMap<>();
            for (Predicate predicate : unique(schema.schema())) {
                tally(predicate, types, reader)
                        .ifPresent(tally -> tallies.put(tally.index(), tally));
            }
            for (Map.Entry<FileEntry, Set<Integer>> segment : segments().entrySet()) {
                add(segment.getKey(), segment.getValue(), tallies, keys);
            }
            keys.show(
                    (key, length, ids) -> {
                        DuplicateTally tally = tallies.get(SharedKeys.indexOf(key));
                        if (tally != null) {
                            tally.add(key, length, ids);
                        }
                    });
            for (DuplicateTally tally : tallies.values()) {
                tally.duplicates(names).ifPresent(found::add);
            }
        }
        found.sort((a, b) -> a.predicate().compareTo(b.predicate()));
        return found;
    }

    /** Each segment with the buckets of which it has the rows. */
    private Map<FileEntry, Set<Integer>> segments() {
        Map<FileEntry, Set<Integer>> segments = new HashMap<>();
        for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
            FileEntry segment = manifest.buckets().get(bucket).segment();
            if (segment != null) {
                segments.computeIfAbsent(segment, _ -> new HashSet<>()).add(bucket);
            }
        }
        return segments;
    }

    /**
     * Notes why the values of {@code predicate} cannot be compared, or returns what counts them.
     */
    private Optional<DuplicateTally> tally(
            Predicate predicate, Dictionary types, StoreReader reader) throws IOException {
        OptionalLong type = types.type(predicate.typeName(""));
        IndexKeys.@Nullable Maker keys = schema.keys(types::type);
        @Nullable Tokenizer tokenizer = telling(predicate);
        if (tokenizer == null) {
            found.add(DuplicateValues.unchecked(predicate.name(), NO_INDEX));
            return Optional.empty();
        }
        if (type.isEmpty()) {
            return Optional.empty();
        }
        OptionalInt number =
                schema.numbers()
                        .number(
                                new IndexNumbers.Key(
                                        predicate.namespace(), predicate.name(), tokenizer));
        if (keys == null || number.isEmpty()) {
            found.add(DuplicateValues.unchecked(predicate.name(), NOT_BUILT));
            return Optional.empty();
        }
        boolean tells = tokenizer != Tokenizer.HASH && !predicate.has(Directive.LANG);
        return Optional.of(
                new DuplicateTally(
                        predicate.name(),
                        number.getAsInt(),
                        tells,
                        PropertyTypes.ofPredicate(type.getAsLong()),
                        keys.make(),
                        reader));
    }

    /** Adds the keys of a segment; takes the tallies away whose indexes it does not have. */
    private void add(
            FileEntry segment,
            Set<Integer> buckets,
            Map<Integer, DuplicateTally> tallies,
            SharedKeys keys)
            throws IOException {
        Borders borders = manifest.borders();
        try (BlockFile file = BlockFile.openConfined(storage, segment)) {
            for (DuplicateTally tally : List.copyOf(tallies.values())) {
                if (file.hasIndex(tally.index())) {
                    keys.add(file, tally.index(), id -> isIn(buckets, borders, id));
                } else {
                    tallies.remove(tally.index());
                    found.add(DuplicateValues.unchecked(tally.predicate(), NOT_BUILT));
                }
            }
        }
    }

    /** Whether one of {@code buckets} may have rows of {@code id}. */
    private static boolean isIn(Set<Integer> buckets, Borders borders, long id) {
        int last = borders.lastOf(id);
        for (int bucket = borders.firstOf(id); bucket <= last; bucket++) {
            if (buckets.contains(bucket)) {
                return true;
            }
        }
        return false;
    }
}
