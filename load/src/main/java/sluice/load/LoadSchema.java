package sluice.load;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.ingest.FactNamespaces;
import sluice.ingest.Source;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Directive;
import sluice.schema.Predicate;
import sluice.schema.PredicateRows;
import sluice.schema.Schema;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/** Adds the schema of a load to the schema of its store. */
final class LoadSchema {
    private LoadSchema() {}

    /**
     * The schema that the store has once {@code source} is loaded; fails where the load contradicts
     * rows that the store has.
     *
     * @param storage of the store, which may be null where there is no manifest
     */
    static StoreSchema of(
            @Nullable Storage storage,
            Optional<Manifest> before,
            Source source,
            LoadOptions options)
            throws IOException {
        StoreSchema schema = merged(storage, before, source, options);
        if (options.onDuplicate() == LoadOptions.OnConflict.FAIL) {
            UniqueValues.refuseUnchecked(schema.schema());
        }
        return schema;
    }

    private static StoreSchema merged(
            @Nullable Storage storage,
            Optional<Manifest> before,
            Source source,
            LoadOptions options)
            throws IOException {
        if (storage == null || before.isEmpty()) {
            StoreSchema declared = StoreSchema.EMPTY.with(declared(source, options), _ -> false);
            return withNodeTypes(withHeaders(declared, source, _ -> false), source, _ -> false);
        }
        StoreSchema old = StoreSchema.read(storage, before.get());
        List<FileEntry> names = before.get().dictionaries();
        try (Dictionary dictionary = Dictionary.open(storage, NameFile.of(names))) {
            refuseOldTypes(dictionary, source);
            Schema declared = declared(source, options);
            for (Predicate predicate : declared.predicates()) {
                refuseUndeclaredRows(old, predicate, dictionary);
            }
            // A store has a name for each predicate that it has rows of.
            StoreSchema merged = old.with(declared, predicate -> hasRows(dictionary, predicate));
            merged = withHeaders(merged, source, predicate -> hasRows(dictionary, predicate));
            return withNodeTypes(merged, source, each -> hasRows(dictionary, each));
        }
    }

    /** The schema of a new store into which {@code sources} were loaded, one after the other. */
    static StoreSchema ofAll(List<Source> sources) {
        StoreSchema schema = StoreSchema.EMPTY;
        for (Source source : sources) {
            StoreSchema declared = schema.with(source.schema(), _ -> false);
            schema = withNodeTypes(withHeaders(declared, source, _ -> false), source, _ -> false);
        }
        return schema;
    }

    /**
     * Writes {@code declared}, added to the schema of a store, as the schema file of load {@code
     * loadNumber}; returns the store's own where nothing is new, and null where nothing is declared
     * at all. The file's name is durable once the directory was synced.
     */
    static @Nullable FileEntry writeDeclared(
            Storage storage, Manifest manifest, Schema declared, int loadNumber)
            throws IOException {
        @Nullable FileEntry held = manifest.schema();
        StoreSchema old = StoreSchema.read(storage, manifest);
        try (Dictionary dictionary =
                Dictionary.open(storage, NameFile.of(manifest.dictionaries()))) {
            for (Predicate predicate : declared.predicates()) {
                refuseUndeclaredRows(old, predicate, dictionary);
            }
            StoreSchema merged = old.with(declared, predicate -> hasRows(dictionary, predicate));
            return merged.equals(old) ? held : merged.write(storage, loadNumber);
        }
    }

    /** The declarations of the source and of the options. */
    private static Schema declared(Source source, LoadOptions options) {
        return options.schema().with(source.schema(), _ -> true);
    }

    private static boolean hasRows(Dictionary dictionary, Predicate predicate) {
        return dictionary.type(predicate.typeName("")).isPresent();
    }

    /**
     * With the types of headers where nothing declares them, and no row is there without a type.
     */
    private static StoreSchema withHeaders(StoreSchema schema, Source source, PredicateRows rows) {
        List<Predicate> added =
                source.schemaOfHeaders().predicates().stream()
                        .filter(each -> schema.schema().predicate(0, each.name()).isEmpty())
                        .filter(each -> !rows.has(each))
                        .toList();
        return added.isEmpty() ? schema : schema.with(new Schema(added, List.of()), rows);
    }

    private static StoreSchema withNodeTypes(
            StoreSchema schema, Source source, PredicateRows hasUndeclared) {
        StoreSchema all = schema;
        Set<Long> namespaces =
                source.hasFactsOfDgraph() ? FactNamespaces.of(source.files()) : Set.of();
        for (long namespace : namespaces) {
            Predicate types = Predicate.ofNodeTypes(namespace);
            boolean isDeclared = all.schema().predicate(namespace, types.name()).isPresent();
            if (!isDeclared && !hasUndeclared.has(types)) {
                all = all.with(new Schema(List.of(types), List.of()), _ -> false);
            }
        }
        return all;
    }

    /** Types of stores of before have numbers to which those of properties cannot be derived. */
    private static void refuseOldTypes(Dictionary dictionary, Source source) {
        boolean isOld =
                dictionary.typeCount() > 0 && !Dictionary.isForNames(dictionary.firstType());
        if (isOld && (source.hasFacts() || source.hasProperties())) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the types of this store have numbers from %d on, as an older program gave them, and properties cannot be added to it; export it and load both into a new store"
                            .formatted(dictionary.firstType()));
        }
    }

    /** Values that were kept as they were written would not be found as those of a type. */
    private static void refuseUndeclaredRows(
            StoreSchema old, Predicate predicate, Dictionary dictionary) {
        boolean isNew = old.schema().predicate(predicate.namespace(), predicate.name()).isEmpty();
        boolean isHarmless = predicate.isLink() && !predicate.has(Directive.REVERSE);
        if (isNew && !isHarmless && hasRows(dictionary, predicate)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "<%s>: the store has rows of it that no schema declared, kept as they were written; leave it undeclared, or load into a new store"
                            .formatted(predicate.name()));
        }
    }

    /**
     * Writes the schema file of load {@code loadNumber}; returns the store's own where {@code
     * schema} is the same, and null where nothing is declared at all and no file has facts or
     * properties. The file's name is durable once the directory was synced.
     */
    static @Nullable FileEntry write(
            Storage storage,
            Optional<Manifest> before,
            StoreSchema schema,
            Source source,
            int loadNumber)
            throws IOException {
        @Nullable FileEntry held = before.isEmpty() ? null : before.get().schema();
        boolean isWanted =
                source.hasFacts() || source.hasProperties() || !schema.equals(StoreSchema.EMPTY);
        if (held != null ? schema.equals(StoreSchema.read(storage, held)) : !isWanted) {
            return held;
        }
        return schema.write(storage, loadNumber);
    }

    /** Whether the store will have indexes, with what a load declares. */
    static boolean hasIndexes(
            Storage storage, Optional<Manifest> before, Source source, LoadOptions options)
            throws IOException {
        boolean held = before.isPresent() && StoreSchema.read(storage, before.get()).hasIndexes();
        boolean isOfDgraph = source.hasFactsOfDgraph();
        return held
                || isOfDgraph
                || StoreSchema.EMPTY.with(declared(source, options), _ -> false).hasIndexes();
    }

    /** Deletes what an earlier load declared and {@code manifest} does not list any more. */
    static void deleteOthers(Storage storage, Manifest manifest) throws IOException {
        for (String name : storage.list()) {
            boolean isListed = manifest.schema() != null && manifest.schema().name().equals(name);
            if (StoreSchema.isFileName(name) && !isListed) {
                storage.delete(name);
            }
        }
    }
}
