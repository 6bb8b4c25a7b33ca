package sluice.cluster.load.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * How a source is opened, so that every process that does tasks of a load can open it.
 *
 * @param inputs files, directories, globs and lists, as a user gives them
 * @param mapping that says what columns mean, or null
 * @param schemas files that declare predicates
 * @param store the directory of the store, which is no source; null where it is not on this machine
 * @param rateBytesPerSecond how many bytes each process may read in a second; 0 for no limit
 */
public record SourceRecipe(
        List<String> inputs,
        @Nullable Path mapping,
        List<Path> schemas,
        @Nullable Path store,
        long rateBytesPerSecond) {
    public SourceRecipe {
        inputs = List.copyOf(inputs);
        schemas = List.copyOf(schemas);
    }

    /** The source of {@code inputs}, with a mapping or null. */
    public static SourceRecipe of(List<String> inputs, @Nullable Path mapping) {
        return new SourceRecipe(inputs, mapping, List.of(), null, 0);
    }

    /**
     * Opens the source. Throws if it cannot be cut into tasks: standard input, which one process
     * can read once, and files of statements or objects.
     */
    public Source open() throws IOException {
        if (inputs.contains("-")) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "-: standard input cannot be cut into tasks; write it to a file and load that");
        }
        SourceOptions usual = SourceOptions.standard();
        SourceOptions options =
                new SourceOptions(rateBytesPerSecond, usual.nanoClock(), usual.standardInput())
                        .withFacts(FactOptions.NONE.withSchemas(schemas));
        Source source = Source.open(inputs, mapping, store == null ? options : options.into(store));
        if (source.hasFacts()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: files of RDF and JSON cannot be cut into tasks yet; load them without an engine"
                            .formatted(source.files().getFirst().name()));
        }
        return source;
    }
}
