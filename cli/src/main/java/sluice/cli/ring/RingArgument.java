package sluice.cli.ring;

import java.io.IOException;
import picocli.CommandLine.Parameters;
import sluice.readonly.Registries;
import sluice.readonly.Registry;

/** The argument that names a ring. */
final class RingArgument {
    @Parameters(
            index = "0",
            paramLabel = "RING",
            description =
                    "The folder with the records of the ring, which all its nodes see, or a path in"
                            + " ZooKeeper: zk://host:port,host:port/path.")
    private String ring = "";

    /** As it was written. */
    String name() {
        return ring;
    }

    /** The records of the ring, which may be away; the caller closes them. */
    Registry open() throws IOException {
        return Registries.open(ring, System::nanoTime);
    }

    /** The records of a ring that is made now; the caller closes them. */
    Registry create() throws IOException {
        return Registries.create(ring, System::nanoTime);
    }
}
