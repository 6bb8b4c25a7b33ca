package sluice.cli.versions;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import sluice.load.version.Versions;
import sluice.storage.Storage;

/** The option {@code --keep}, of the verbs that delete old versions. */
final class KeepArgument {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--keep",
            paramLabel = "N",
            description =
                    "Delete older and rolled back versions but the newest N of them; one that is"
                            + " pinned, read or the newest of all stays (default: keep all).")
    private @Nullable Integer keep;

    /** Fails if a negative number is given. */
    void check() {
        if (keep != null && keep < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--keep must be 0 or more, not %d".formatted(keep));
        }
    }

    /** Deletes what the option says; returns the numbers of the deleted versions. */
    List<Integer> delete(Storage storage) throws IOException {
        return keep == null ? List.of() : Versions.keep(storage, keep);
    }
}
