package sluice.storage.shared;

import java.io.IOException;
import java.util.Set;

/** Opens shared storage of some schemes. Found as a service, as its libraries are large. */
public interface SharedFilesProvider {

    /** The beginnings of addresses before the colon, as {@code s3a} and {@code hdfs}. */
    Set<String> schemes();

    /** The files that addresses of these schemes name. Asks nobody yet. */
    SharedFiles open(SharedSettings settings) throws IOException;
}
