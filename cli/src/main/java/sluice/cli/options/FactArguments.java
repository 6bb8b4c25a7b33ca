package sluice.cli.options;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
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
            description =
                    "All sources are RDF, a statement a line: w3c (exactly N-Triples and N-Quads) or"
                            + " dgraph (also facets, relative names, uids) (default: by name, *.rdf"
                            + " *.nt *.nq, or content; dgraph).")
    private FactFormat.@Nullable Syntax syntax;

    @Option(
            names = "--json",
            description =
                    "All sources are Dgraph's JSON: each object is a node, its members are values"
                            + " and links (default: by name, *.json *.jsonl *.ndjson, or content).")
    private boolean json;

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
            description =
                    "The graph of a statement, or the namespace of an object, is dropped (drop), kept"
                            + " as a facet named graph (facet), or is a reason to take no such"
                            + " statement (reject) (default: drop).")
    private FactFormat.@Nullable GraphRule graphs;

    @Option(
            names = "--ids",
            paramLabel = "WHAT",
            converter = Ids.class,
            description =
                    "Nodes of statements and objects: names (each gets an id), or uid (all are"
                            + " written as <0x1f>, and 31 is the id) (default: names).")
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
        FactOptions said = FactOptions.NONE.withSchemas(schemas).withFacets(time, version);
        said = syntax == null ? said : said.withSyntax(syntax);
        said = json ? said.withSyntax(FactFormat.Syntax.JSON) : said;
        said = graphs == null ? said : said.withGraphs(graphs);
        said = blankNodes == null ? said : said.withBlankNodes(blankNodes);
        return ids == null ? said : said.withIds(ids);
    }

    /** {@code w3c} or {@code dgraph}. */
    public static final class Dialect implements ITypeConverter<FactFormat.Syntax> {
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

    /** {@code names} or {@code uid}. */
    static final class Ids implements ITypeConverter<FactRules.Ids> {
        @Override
        public FactRules.Ids convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "names" -> FactRules.Ids.NAMES;
                case "uid" -> FactRules.Ids.UIDS;
                default ->
                        throw new TypeConversionException(
                                "\"%s\" is no kind of ids; expected names or uid".formatted(text));
            };
        }
    }
}
