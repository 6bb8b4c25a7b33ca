package sluice.cli.ring;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;
import sluice.readonly.DirectoryRegistry;
import sluice.readonly.Registry;

/** The argument that names a ring. */
final class RingArgument {
    @Parameters(
            index = "0",
            paramLabel = "RING",
            description = "The folder with the records of the ring, which all its nodes see.")
    private Path ring = Path.of("");

    Path path() {
        return ring;
    }

    /** The records of the ring; the caller closes them. */
    Registry open() throws IOException {
        return DirectoryRegistry.open(ring, System::nanoTime);
    }
}
