package sluice.storage.shared;

import java.io.IOException;
import java.util.Set;
import sluice.storage.publish.PublishedFiles;

/** Opens shared storage of some schemes. Found as a service, as its libraries are large. */
public interface SharedFilesProvider {

    /** The beginnings of addresses before the colon, as {@code s3a} and {@code hdfs}. */
    Set<String> schemes();

    /** The files that addresses of these schemes name. Asks nobody yet. */
    SharedFiles open(SharedSettings settings) throws IOException;

    /**
     * The folder at {@code address}, which may be missing yet, as a place of published files. Asks
     * nobody yet.
     */
    PublishedFiles folder(String address, SharedSettings settings) throws IOException;
}
