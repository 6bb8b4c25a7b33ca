package sluice.cluster.load.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.MappingText;
import sluice.ingest.mapping.SourceOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.shared.SharedSettings;

/**
 * How a source is opened, so that every process that does tasks of a load can open it.
 *
 * @param inputs files, directories, globs and lists, as a user gives them
 * @param mapping that says what columns mean, or null; its text, as not all machines have its file
 * @param facts what is said of files that state facts
 * @param store the directory of the store, which is no source; null where it is not on this machine
 * @param rateBytesPerSecond how many bytes each process may read in a second; 0 for no limit
 */
public record SourceRecipe(
        List<String> inputs,
        @Nullable MappingText mapping,
        FactOptions facts,
        @Nullable Path store,
        long rateBytesPerSecond) {
    public SourceRecipe {
        inputs = List.copyOf(inputs);
    }

    /** The source of {@code inputs}, whose headers and shape say what columns mean. */
    public static SourceRecipe of(List<String> inputs) {
        return new SourceRecipe(inputs, null, FactOptions.NONE, null, 0);
    }

    SourceRecipe withFacts(FactOptions others) {
        return new SourceRecipe(inputs, mapping, others, store, rateBytesPerSecond);
    }

    /**
     * Opens the source, and shared storage by {@code shared}. Throws if it cannot be cut into
     * tasks: standard input, which one process can read once.
     */
    public Source open(SharedSettings shared) throws IOException {
        if (inputs.contains("-")) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "-: standard input cannot be cut into tasks; write it to a file and load that");
        }
        SourceOptions usual = SourceOptions.standard();
        SourceOptions options =
                new SourceOptions(rateBytesPerSecond, usual.nanoClock(), usual.standardInput())
                        .withFacts(facts)
                        .withShared(shared);
        return Source.openBy(inputs, mapping, store == null ? options : options.into(store));
    }
}
