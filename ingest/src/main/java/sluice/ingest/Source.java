package sluice.ingest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.file.DiskInput;
import sluice.ingest.file.DiskPlace;
import sluice.ingest.file.Input;
import sluice.ingest.file.InputFinder;
import sluice.ingest.file.LineCount;
import sluice.ingest.file.Place;
import sluice.ingest.file.RateLimit;
import sluice.ingest.file.ReadTime;
import sluice.ingest.file.SchemaFiles;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.StandardInput;
import sluice.ingest.layout.FileHead;
import sluice.ingest.layout.RelationResolver;
import sluice.ingest.layout.TakenFile;
import sluice.ingest.layout.UnknownFile;
import sluice.ingest.layout.WrittenMapping;
import sluice.ingest.ledger.LedgerFiles;
import sluice.ingest.mapping.Dialect;
import sluice.ingest.mapping.Mapping;
import sluice.ingest.mapping.MappingText;
import sluice.ingest.mapping.SourceOptions;
import sluice.ingest.row.Column;
import sluice.ingest.row.NameResolver;
import sluice.ingest.row.Rejects;
import sluice.ingest.row.Relation;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.RowSink;
import sluice.model.SluiceException;
import sluice.schema.Predicate;
import sluice.schema.Schema;

/**
 * Input files and what their columns mean, resolved: what one load reads. Immutable, but for {@link
 * StandardInput}.
 */
public final class Source {
    private final List<SourceFile> files;
    private final List<TakenFile> taken;
    private final List<String> kinds;
    private final List<FileHead> heads;
    private final RateLimit rate;

    /** The declarations in files beside the source, and those of a mapping's properties. */
    private final Schema schema;

    /** What a mapping says that ids are, or null. */
    private final Mapping.@Nullable IdKind ids;

    /** Null where no file is standard input. */
    private final @Nullable StandardInput standardInput;

    private Source(
            List<TakenFile> taken,
            List<String> kinds,
            List<FileHead> heads,
            @Nullable StandardInput standardInput,
            RateLimit rate,
            Schema schema,
            Mapping.@Nullable IdKind ids) {
        this.schema = schema;
        this.taken = List.copyOf(taken);
        this.kinds = List.copyOf(kinds);
        this.files = taken.stream().map(TakenFile::file).toList();
        this.heads = List.copyOf(heads);
        this.standardInput = standardInput;
        this.rate = rate;
        this.ids = ids;
    }

    /**
     * Finds the files behind {@code inputs} (files, directories, globs, lists with commas, "-" for
     * standard input) and their relations, by {@code mapping} where there is one, else by their
     * headers and shape; reject ledgers bring their relations along. The mapping file itself is no
     * source, even in a directory of sources. Cost: reads the first 64 KiB of every file.
     */
    public static Source open(List<String> inputs, @Nullable Path mapping) throws IOException {
        return open(inputs, mapping, SourceOptions.standard());
    }

    /** As {@link #open(List, Path)}, with the options of reading. */
    public static Source open(List<String> inputs, @Nullable Path mapping, SourceOptions options)
            throws IOException {
        return openBy(inputs, mapping == null ? null : MappingText.read(mapping), options);
    }

    /** As {@link #open(List, Path, SourceOptions)}, by a mapping that was read before. */
    public static Source openBy(
            List<String> inputs, @Nullable MappingText mapping, SourceOptions options)
            throws IOException {
        return open(inputs, mapping, options, null);
    }

    /** {@code unknown}, if not null, takes the files that nothing explains. */
    static Source open(
            List<String> inputs,
            @Nullable MappingText mapping,
            SourceOptions options,
            @Nullable List<UnknownFile> unknown)
            throws IOException {
        Mapping told = mapping == null ? null : mapping.mapping();
        List<Place> schemas = new ArrayList<>();
        options.facts().schemas().forEach(each -> schemas.add(new DiskPlace(each)));
        List<Input> found =
                InputFinder.find(
                        inputs,
                        mapping == null ? null : mapping.file(),
                        options.store(),
                        options.shared());
        if (told != null) {
            told.schemas().forEach(each -> schemas.add(new DiskPlace(each)));
        }
        found = SchemaFiles.take(found, schemas);
        ReadHeads read = ReadHeads.of(found, told, options, unknown);
        boolean ledgers = read.heads().stream().anyMatch(FileHead::isLedger);
        RelationResolver.Resolution resolved =
                ledgers
                        ? new RelationResolver.Resolution(
                                LedgerFiles.resolve(read.inputs(), read.heads()).stream()
                                        .map(
                                                file ->
                                                        new TakenFile(
                                                                file,
                                                                null,
                                                                Dialect.UNTOLD,
                                                                false,
                                                                List.of()))
                                        .toList(),
                                List.of())
                        : RelationResolver.resolve(
                                read.inputs(), read.rowHeads(), told, options.facts(), unknown);
        List<TakenFile> files = resolved.files();
        List<FileHead> headOfFile =
                ledgers || unknown != null
                        ? files.stream().map(each -> read.named(each.file().name())).toList()
                        : read.heads();
        RateLimit rate = new RateLimit(options.rateBytesPerSecond(), options.nanoClock());
        List<FileHead> keptHeads = headOfFile.stream().map(FileHead::withoutText).toList();
        return new Source(
                files,
                resolved.kinds(),
                keptHeads,
                standardInput(files, keptHeads, options.store()),
                rate,
                ColumnSchema.ofMapping(files, FactNamespaces.schema(schemas, told, options)),
                told == null ? null : told.defaults().ids());
    }

    private static @Nullable StandardInput standardInput(
            List<TakenFile> files, List<FileHead> heads, @Nullable Path store) {
        for (TakenFile file : files) {
            if (file.file().lengthBytes() < 0) {
                boolean isReadTwice = files.stream().anyMatch(each -> hasNames(each.relation()));
                return new StandardInput(heads.get(file.file().index()).rest(), isReadTwice, store);
            }
        }
        return null;
    }

    /** The files in source order. */
    public List<SourceFile> files() {
        return files;
    }

    /**
     * What the source was taken for, as lines for people: what ids and types in columns are and
     * why, then a line for each relation, in source order.
     */
    public List<String> taken() {
        List<String> lines = new ArrayList<>(kinds);
        Map<String, Predicate> declared =
                FactRules.declared(schema.with(schemaOfHeaders(), _ -> true));
        TakenFile.alike(taken, false).forEach(each -> lines.add(ColumnSchema.line(each, declared)));
        return lines;
    }

    /**
     * The mapping that says in full what the files were taken for: with it a load takes them for
     * the same. Comments say what was guessed.
     */
    public String mapping() {
        return mapping(List.of());
    }

    String mapping(List<UnknownFile> unknown) {
        for (SourceFile file : files) {
            if (file.relation().ledger() != null) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "%s: a reject ledger says itself what its rows are, and needs no mapping; load it as it is"
                                .formatted(file.name()));
            }
        }
        return WrittenMapping.of(TakenFile.alike(taken, true), ids, unknown);
    }

    /**
     * The groups in which links of this source have ends, and no nodes of it are, each with a
     * relation of such links; none where no nodes are in groups at all.
     */
    public Map<String, String> groupsWithoutNodes() {
        Set<String> declared = new HashSet<>();
        Map<String, String> groups = new LinkedHashMap<>();
        for (SourceFile file : files) {
            for (Column column : file.relation().columns()) {
                if (column.group() == null) {
                    continue;
                }
                if (file.relation().kind() == RowKind.NODE) {
                    declared.add(column.group());
                } else {
                    groups.putIfAbsent(column.group(), file.relation().name());
                }
            }
        }
        groups.keySet().removeAll(declared);
        return declared.isEmpty() ? Map.of() : groups;
    }

    /**
     * Whether a column holds ids by name or types by name, so that the source must be read twice.
     */
    public boolean hasNames() {
        return files.stream().anyMatch(file -> hasNames(file.relation()));
    }

    private static boolean hasNames(Relation relation) {
        return hasIdNames(relation)
                || relation.facts() != null
                || relation.columns().stream()
                        .anyMatch(column -> column.role() == Column.Role.TYPE_NAME);
    }

    /** Whether ids are names (dictionary) rather than numbers; a source has one kind throughout. */
    public boolean hasIdNames() {
        return files.stream().anyMatch(file -> hasIdNames(file.relation()));
    }

    private static boolean hasIdNames(Relation relation) {
        return relation.hasFactNames()
                || relation.columns().stream().anyMatch(column -> column.group() != null);
    }

    /** Whether a file states facts, whose predicates are declared in the store's schema. */
    public boolean hasFacts() {
        return files.stream().anyMatch(file -> file.relation().facts() != null);
    }

    /** Whether a file states facts as Dgraph does, whose nodes may have types. */
    public boolean hasFactsOfDgraph() {
        return files.stream()
                .map(file -> file.relation().facts())
                .anyMatch(facts -> facts != null && facts.syntax() != FactFormat.Syntax.W3C);
    }

    /** Whether columns become properties, which are declared in the store's schema. */
    public boolean hasProperties() {
        return files.stream()
                .flatMap(file -> file.relation().columns().stream())
                .anyMatch(column -> column.value() != null);
    }

    /** The declarations in the schema files of the source and in the properties of its mapping. */
    public Schema schema() {
        return schema;
    }

    /** The types that headers give properties, which count where nothing else declares them. */
    public Schema schemaOfHeaders() {
        return ColumnSchema.ofHeaders(taken, schema);
    }

    /**
     * The same source for the load {@code loadNumber} of a store, which has {@code whole} as its
     * schema: values are converted by it, links of a type with {@code @reverse} get one back, and
     * blank nodes get their scope. Without facts and schema it is the source itself.
     */
    public Source bound(Schema whole, int loadNumber) {
        Map<String, Predicate> declared = FactRules.declared(whole);
        if (!hasFacts() && declared.isEmpty()) {
            return this;
        }
        List<TakenFile> bound =
                taken.stream()
                        .map(
                                each -> {
                                    Relation relation = each.relation();
                                    FactFormat facts = relation.facts();
                                    return facts == null
                                            ? each.withRelation(
                                                    ColumnSchema.bound(relation, declared))
                                            : each.withRelation(
                                                    relation.withFacts(
                                                            facts.bound(
                                                                    loadNumber,
                                                                    each.file().index(),
                                                                    declared)));
                                })
                        .toList();
        return new Source(bound, kinds, heads, standardInput, rate, schema, ids);
    }

    /** Bytes on disk of all files; -1 where standard input makes it unknown. */
    public long bytesTotal() {
        long total = 0;
        for (SourceFile file : files) {
            if (file.lengthBytes() < 0) {
                return -1;
            }
            total += file.lengthBytes();
        }
        return total;
    }

    /**
     * 32 bytes that change when a file's name, size, time of change, sampled content or the mapping
     * does.
     */
    public byte[] fingerprint() throws IOException {
        return Fingerprint.of(this);
    }

    /**
     * Parses about {@code sampleBytes} bytes of rows, spread evenly over the files and always the
     * same ones, into {@code sink}; rows that cannot be read go to {@code rejects}. Of packed files
     * and standard input only the beginning is read.
     */
    public Sample sample(long sampleBytes, NameResolver names, RowSink sink, Rejects rejects)
            throws IOException {
        return sample(sampleBytes, names, _ -> sink, _ -> rejects);
    }

    /**
     * As {@link #sample(long, Names, RowSink, Rejects)}, with a sink and rejects for each file.
     * Rejects get the row's offset in the unpacked file, and 0 as its line.
     */
    public Sample sample(
            long sampleBytes,
            NameResolver names,
            Function<SourceFile, RowSink> sinks,
            Function<SourceFile, Rejects> rejects)
            throws IOException {
        return sample(sampleBytes, names, sinks, rejects, ReadTime.untold());
    }

    /**
     * As above; {@code reading} takes the time that the bytes take to come. Those of standard input
     * are there already.
     */
    public Sample sample(
            long sampleBytes,
            NameResolver names,
            Function<SourceFile, RowSink> sinks,
            Function<SourceFile, Rejects> rejects,
            ReadTime reading)
            throws IOException {
        try {
            return new Sampler(
                            this,
                            sampleBytes,
                            Sampler.blockBytes(sampleBytes),
                            names,
                            sinks,
                            rejects,
                            reading,
                            false)
                    .sample();
        } catch (UncheckedIOException e) {
            // Names and rejects may use the disk, and the parser between them and here cannot say
            // so.
            throw e.getCause();
        }
    }

    /**
     * As {@link #sample(long, Names, RowSink, Rejects)}, in blocks of {@code blockBytes} where
     * files are plain; rows that cannot be read are left out.
     */
    public Sample sampleBlocks(long sampleBytes, long blockBytes, NameResolver names, RowSink sink)
            throws IOException {
        try {
            return new Sampler(
                            this,
                            sampleBytes,
                            blockBytes,
                            names,
                            _ -> sink,
                            _ -> (line, byteOffset, column, cause, row) -> {},
                            ReadTime.untold(),
                            true)
                    .sample();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Reads all rows of a plain file to count them. */
    public FileSample countRows(SourceFile file, NameResolver names) throws IOException {
        if (file.isStream()) {
            throw new IllegalArgumentException(file.name() + " is no plain file");
        }
        RowSink nowhere = (id1, type, id2, time, version, flags, data, offset, length) -> {};
        Rejects untold = (line, offset, column, cause, row) -> {};
        long more = file.lengthBytes() + 1;
        long blockBytes = Sampler.blockBytes(more);
        return new Sampler(
                        this,
                        more,
                        blockBytes,
                        names,
                        _ -> nowhere,
                        _ -> untold,
                        ReadTime.untold(),
                        false)
                .sampleWhole(file);
    }

    /**
     * How much was sampled, of how much; estimates for packed files are by their packed length.
     *
     * @param textBytes what was read once it is unpacked
     */
    public record Sample(
            long bytesRead,
            long textBytes,
            long bytesTotal,
            long rows,
            long rejected,
            List<FileSample> files) {
        public Sample {
            files = List.copyOf(files);
        }
    }

    /** The same of one file; its {@code bytesTotal} is that of its rows, without a header. */
    public record FileSample(
            int fileIndex, long bytesRead, long bytesTotal, long rows, long rejected) {}

    /**
     * How many lines of a file stand before the byte {@code startByte} of its (unpacked) text.
     *
     * @param earlier the file's chunks before that byte, as far as they were read
     */
    public long linesBefore(int fileIndex, long startByte, List<ChunkSpan> earlier)
            throws IOException {
        SourceFile file = files.get(fileIndex);
        long lines = file.dataStartLines();
        long bytes = file.dataStartByte();
        for (ChunkSpan span : earlier) {
            lines += span.lines();
            bytes += span.endByte() - span.startByte();
        }
        return bytes == startByte || file.isStream() ? lines : LineCount.before(file, startByte);
    }

    /** How long it takes at least to read {@code bytes} of it, in seconds; 0 without a limit. */
    public double secondsToRead(long bytes) {
        return rate.seconds(bytes);
    }

    RateLimit rate() {
        return rate;
    }

    FileHead head(SourceFile file) {
        return heads.get(file.index());
    }

    /** The packed bytes of {@code file} from the first. */
    DiskInput openRaw(SourceFile file, LongAdder bytesRead) throws IOException {
        if (file.codec().isRows()) {
            return DiskInput.openRows(file.codec(), file.name(), file.place(), rate, bytesRead);
        }
        if (file.lengthBytes() >= 0) {
            return DiskInput.open(file.place(), rate, bytesRead);
        }
        return new DiskInput(Objects.requireNonNull(standardInput).open(), rate, bytesRead);
    }
}
