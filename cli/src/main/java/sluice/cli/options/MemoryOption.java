package sluice.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import sluice.load.job.LoadOptions;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** {@code --memory} of the verbs that load or build. The launcher has started Java for as much. */
public final class MemoryOption {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = OptionValues.Bytes.class,
            description =
                    "Memory that the whole process may take, 256m or more (default: half of the"
                            + " machine's, at most 2g).")
    private @Nullable Long memoryBytes;

    /** {@code options} in the memory that was named, whatever Java was started for. */
    LoadOptions named(LoadOptions options) {
        return memoryBytes == null ? options : options.withMemory(memoryBytes, options.heapBytes());
    }

    /** Throws if it is too little. */
    public void checkValue() {
        named(LoadOptions.defaults());
    }

    /** {@code options} in the memory that was named, if any was. */
    public LoadOptions in(LoadOptions options) {
        if (memoryBytes == null) {
            return options;
        }
        @Nullable Long told = Long.getLong("sluice.memory.bytes");
        if (told != null && !told.equals(memoryBytes)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "--memory says %d bytes, but Java was started for %d; write it once, as --memory 512m; in a file of options on a line of its own, as memory: 512m"
                            .formatted(memoryBytes, told));
        }
        return named(options);
    }
}
