package sluice.cli.options;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.fact.GraphRule;
import sluice.ingest.mapping.FactOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How statements of RDF and objects of JSON are read; a mapping can say the same of single files.
 */
public final class FactArguments {
    @Option(
            names = "--schema",
            paramLabel = "FILE",
            // A file of options gives several of them as one text of lines.
            split = "\n",
            hideParamSyntax = true,
            description =
                    "A schema of predicates, as Dgraph has it, plain or gzip: types, lists,"
                            + " @reverse, @index (default: *.schema in directories of sources; a"
                            + " predicate that nothing declares keeps its values as written).")
    private List<Path> schemas = List.of();

    @Option(
            names = "--rdf",
            paramLabel = "DIALECT",
            converter = Dialect.class,
            completionCandidates = Dialect.class,
            description =
                    "All sources are RDF, a statement a line: w3c (exactly N-Triples and N-Quads)"
                            + " or dgraph (also facets, relative names, uids) (default: by name, *.rdf"
                            + " *.nt *.nq, or content; dgraph).")
    private FactFormat.@Nullable Syntax syntax;

    @Option(
            names = "--json",
            description =
                    "All sources are Dgraph's JSON: each object is a node, its members are values"
                            + " and links (default: by name, *.json *.jsonl *.ndjson, or content).")
    private boolean json;

    @Option(
            names = "--json-id",
            paramLabel = "MEMBER,…",
            split = ",",
            hideParamSyntax = true,
            description =
                    "The members of a JSON object that name its node, unless it has a uid; several"
                            + " make one name, with slashes between (default: its place does).")
    private List<String> idMembers = List.of();

    @Option(
            names = "--blank-nodes",
            paramLabel = "SCOPE",
            description =
                    "Where _:a is one node: in the whole store, in one load, or in one file"
                            + " (default: store, but file with --rdf w3c).")
    private FactFormat.@Nullable BlankScope blankNodes;

    @Option(
            names = "--graph",
            paramLabel = "WHAT",
            converter = Graphs.class,
            completionCandidates = Graphs.class,
            description =
                    "The graph of a statement, or the namespace of an object, is dropped (drop),"
                            + " kept as a facet named graph (facet), keeps nodes and predicates of"
                            + " namespaces apart (separate), or is a reason to take no such statement"
                            + " (reject); a number, such as 0x10, is the one namespace of all (default:"
                            + " drop).")
    private @Nullable GraphRule graphs;

    @Option(
            names = "--ids",
            paramLabel = "WHAT",
            converter = Ids.class,
            completionCandidates = Ids.class,
            description =
                    "Nodes of statements and objects: names (each gets an id), uid (all are written"
                            + " as <0x1f>, and 31 is the id), or auto (uid if the first 64 KiB of each"
                            + " file have no other nodes, else names) (default: names).")
    private FactRules.@Nullable Ids ids;

    @Option(
            names = "--time-facet",
            paramLabel = "FACET",
            description = "The facet that is the time of a link or property (default: none).")
    private @Nullable String time;

    @Option(
            names = "--version-facet",
            paramLabel = "FACET",
            description = "The facet that is its version, a whole number (default: none).")
    private @Nullable String version;

    /** The options that were given. */
    public FactOptions facts() {
        if (json && syntax != null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--rdf and --json say two things of all sources; give one of them, or neither"
                            + " and let names and content tell");
        }
        FactOptions said =
                FactOptions.NONE
                        .withSchemas(schemas)
                        .withFacets(time, version)
                        .withIdMembers(idMembers);
        said = syntax == null ? said : said.withSyntax(syntax);
        said = json ? said.withSyntax(FactFormat.Syntax.JSON) : said;
        said = graphs == null ? said : said.withGraphs(graphs);
        said = blankNodes == null ? said : said.withBlankNodes(blankNodes);
        return ids == null ? said : said.withIds(ids);
    }

    /** {@code w3c} or {@code dgraph}. */
    public static final class Dialect
            implements ITypeConverter<FactFormat.Syntax>, Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("w3c", "dgraph").iterator();
        }

        @Override
        public FactFormat.Syntax convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "w3c" -> FactFormat.Syntax.W3C;
                case "dgraph" -> FactFormat.Syntax.DGRAPH;
                default ->
                        throw new TypeConversionException(
                                "\"%s\" is no dialect; expected w3c or dgraph".formatted(text));
            };
        }
    }

    /** A word, or the number of a namespace. */
    static final class Graphs implements ITypeConverter<GraphRule>, Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("drop", "facet", "separate", "reject").iterator();
        }

        @Override
        public GraphRule convert(String text) {
            return GraphRule.of(text)
                    .orElseThrow(
                            () ->
                                    new TypeConversionException(
                                            "\"%s\" says nothing of graphs; expected %s"
                                                    .formatted(text, GraphRule.WORDS)));
        }
    }

    /** {@code names}, {@code uid} or {@code auto}. */
    static final class Ids implements ITypeConverter<FactRules.Ids>, Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("names", "uid", "auto").iterator();
        }

        @Override
        public FactRules.Ids convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "names" -> FactRules.Ids.NAMES;
                case "uid" -> FactRules.Ids.UIDS;
                case "auto" -> FactRules.Ids.AUTO;
                default ->
                        throw new TypeConversionException(
                                "\"%s\" is no kind of ids; expected names, uid or auto"
                                        .formatted(text));
            };
        }
    }
}
