package sluice.export.rdf;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import sluice.dictionary.Dictionary;
import sluice.export.files.BucketRanges;
import sluice.export.files.TargetFiles;
import sluice.model.GraphReader;
import sluice.model.Plural;
import sluice.schema.Schema;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ScanProgress;
import sluice.store.ScanThreads;
import sluice.store.StoreNames;
import sluice.store.StoreReader;

/**
 * Writes a store as statements of RDF and the schema that they are loaded with.
 *
 * <p>Links backwards that the schema declares are not written: a load makes them. Times and
 * versions become facets, which the mapping beside the files turns back. What RDF cannot say is
 * refused by name. What a load would change although all is written stands in {@link Result#notes};
 * without notes a load gives the same hash. Names and bytes of the files depend on the store and
 * the options alone, not on threads; the statements of a file come in the order of ids. What a
 * failure leaves is deleted, unless the disk refuses that too. Cost: one pass over the store; by
 * predicate those of {@link PredicateShards}. Memory: a few buffers for each file that is open.
 */
public final class RdfExporter {
    /** The name of the schema. */
    public static final String SCHEMA = "graph.schema";

    /** The name of the mapping, which is there only if a load needs it. */
    public static final String MAPPING = "mapping.yaml";

    private static final String PATTERN = "part*";

    /**
     * What was written.
     *
     * @param files of statements
     * @param mapped whether a load must have the mapping
     * @param notes what a load will make otherwise than the store has it, a sentence each
     * @param schema that the statements are to be loaded with
     */
    public record Result(
            long links,
            long properties,
            int files,
            long bytes,
            boolean complete,
            boolean mapped,
            List<String> notes,
            Schema schema) {
        public Result {
            notes = List.copyOf(notes);
        }
    }

    private final StoreReader reader;
    private final Dictionary dictionary;
    private final Schema schema;
    private final RdfOptions options;
    private final ScanProgress progress;
    private final Manifest manifest;
    private final BackwardLinks backwardLinks = new BackwardLinks();
    private final FoundTypes foundTypes = new FoundTypes();

    /** Guards the sums of all threads below. */
    private final Object sums = new Object();

    private long links;
    private long properties;
    private long withoutFacets;
    private boolean hasBlank;
    private boolean hasRenamed;
    private boolean hasTime;
    private boolean hasVersion;
    private boolean hasNamespace;

    private RdfExporter(
            StoreReader reader,
            Dictionary dictionary,
            Schema schema,
            RdfOptions options,
            ScanProgress progress) {
        this.reader = reader;
        this.dictionary = dictionary;
        this.schema = schema;
        this.options = options;
        this.progress = progress;
        this.manifest = reader.manifest();
    }

    /**
     * Writes what {@code reader} answers from to {@code target}, which must hold no files.
     *
     * @param schema of the store
     */
    public static Result export(
            StoreReader reader,
            Dictionary dictionary,
            Schema schema,
            RdfOptions options,
            Target target)
            throws IOException {
        TargetFiles files = TargetFiles.in(target.storage());
        return new RdfExporter(reader, dictionary, schema, options, target.progress())
                .run(files, target.threads());
    }

    /** Where an export goes, and by how many threads. */
    public record Target(Storage storage, int threads, ScanProgress progress) {}

    /** Writes the statements alone to {@code out}, which the caller closes. */
    public static Result write(
            StoreReader reader,
            Dictionary dictionary,
            Schema schema,
            RdfOptions options,
            OutputStream out)
            throws IOException {
        RdfExporter exporter =
                new RdfExporter(reader, dictionary, schema, options, new ScanProgress());
        exporter.writeBuckets(0, exporter.manifest.buckets().size(), out);
        return exporter.result(0);
    }

    private Result run(TargetFiles files, int threads) throws IOException {
        try {
            int count =
                    switch (options.shardBy()) {
                        case ID -> writeById(files, threads);
                        case PREDICATE -> writeByPredicate(files, threads);
                    };
            files.nameAll();
            Result result = result(count);
            files.publish(SCHEMA, result.schema().text());
            if (result.mapped()) {
                files.publish(MAPPING, mapping());
            }
            return result;
        } catch (Throwable failure) {
            files.deleteAfter(failure);
            throw failure;
        }
    }

    private int writeById(TargetFiles files, int threads) throws IOException {
        BucketRanges ranges = BucketRanges.of(manifest.buckets().size(), options.shards());
        ScanThreads.run(
                threads,
                ranges.count(),
                progress,
                part -> {
                    try (StatementFile file = create(files, part)) {
                        writeBuckets(ranges.first(part), ranges.end(part), file.out());
                        file.finish();
                    }
                });
        return ranges.count();
    }

    private int writeByPredicate(TargetFiles files, int threads) throws IOException {
        PredicateShards shards =
                PredicateShards.of(reader, new SharedNames().predicates, options.shards(), threads);
        int passes = shards.passes(threads);
        ScanThreads.run(
                threads,
                passes,
                progress,
                pass ->
                        writeShards(
                                files,
                                shards,
                                shards.first(pass, passes),
                                shards.first(pass + 1, passes)));
        return shards.count();
    }

    /** Writes the files from {@code first} to {@code end} - 1 in one pass over the store. */
    private void writeShards(TargetFiles files, PredicateShards shards, int first, int end)
            throws IOException {
        SharedNames names = new SharedNames();
        List<StatementFile> open = new ArrayList<>();
        List<StatementWriter> writers = new ArrayList<>();
        try {
            for (int shard = first; shard < end; shard++) {
                open.add(create(files, shard));
                writers.add(names.writer(open.getLast().out()));
            }
            GraphReader.Visitor visitor = shards.to(writers, first);
            for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
                reader.scanBucket(bucket, visitor);
            }
            for (int index = 0; index < writers.size(); index++) {
                end(writers.get(index));
                open.get(index).finish();
            }
        } finally {
            for (StatementFile file : open) {
                file.close();
            }
        }
    }

    /** Creates a file of statements. The caller must close it. */
    private StatementFile create(TargetFiles files, int number) throws IOException {
        String name = "part%05d%s".formatted(number, options.ending());
        return new StatementFile(files.create(name), options.packed(), progress);
    }

    private void writeBuckets(int firstBucket, int endBucket, OutputStream out) throws IOException {
        StatementWriter writer = new SharedNames().writer(out);
        for (int bucket = firstBucket; bucket < endBucket; bucket++) {
            reader.scanBucket(bucket, writer);
        }
        end(writer);
    }

    /** The names of nodes and predicates for the writers of one thread. */
    private final class SharedNames {
        private final StoreNames names = new StoreNames(manifest, dictionary);
        private final OtherWays ways = OtherWays.of(manifest.schema() != null, options);
        private final NodeText nodes = new NodeText(names, dictionary, ways);
        private final PredicateNames predicates = new PredicateNames(schema, names, ways);

        StatementWriter writer(OutputStream out) {
            return new StatementWriter(options, nodes, predicates, ways, out, progress);
        }
    }

    /** Writes the rest of what {@code writer} has, and adds what it counted. */
    private void end(StatementWriter writer) throws IOException {
        writer.finish();
        backwardLinks.addAll(writer.backwardLinks());
        foundTypes.addAll(writer.foundTypes());
        synchronized (sums) {
            links += writer.links();
            properties += writer.properties();
            withoutFacets += writer.withoutFacets();
            hasBlank |= writer.nodes().hasBlank();
            hasRenamed |= writer.nodes().hasRenamed();
            hasTime |= writer.facets().hasTime();
            hasVersion |= writer.facets().hasVersion();
            hasNamespace |= writer.hasNamespace();
        }
    }

    private Result result(int files) {
        List<String> notes = new ArrayList<>(backwardLinks.notes());
        notes.addAll(foundTypes.notes());
        if (withoutFacets > 0) {
            notes.add(
                    "facets, times and versions of %s are left out"
                            .formatted(Plural.counted(withoutFacets, "statement")));
        }
        if (hasRenamed) {
            notes.add("nodes of JSON without a name have other labels: _:json.1.0.5 for _:@1.0.5");
        }
        boolean mapped =
                options.isW3c() || !manifest.idNames() || hasTime || hasVersion || hasNamespace;
        return new Result(
                links,
                properties,
                files,
                progress.bytes(),
                manifest.complete(),
                mapped,
                notes,
                foundTypes.declared(schema));
    }

    /** The mapping; its grammar is in docs/mapping.md. */
    private String mapping() {
        StringBuilder text =
                new StringBuilder(
                        """
                        # Written by sluice export; to load it: sluice load STORE DIRECTORY --mapping DIRECTORY/%s
                        """
                                .formatted(MAPPING));
        if (!manifest.idNames()) {
            text.append("defaults:\n  ids: uid\n");
        }
        text.append("relations:\n  - files: \"").append(PATTERN).append(options.ending());
        text.append("\"\n    rdf: ").append(options.dialectName()).append('\n');
        if (hasBlank) {
            text.append("    blank-nodes: store\n");
        }
        if (hasNamespace) {
            text.append("    graph: separate\n");
        }
        if (hasTime) {
            text.append("    time: {facet: %s}\n".formatted(FacetText.TIME));
        }
        if (hasVersion) {
            text.append("    version: {facet: %s}\n".formatted(FacetText.VERSION));
        }
        return text.toString();
    }
}
