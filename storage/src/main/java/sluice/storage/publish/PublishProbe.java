package sluice.storage.publish;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Tries what a place claims, with a file of its own: some object stores take a condition, ignore it
 * and answer success to each of several writers.
 */
public final class PublishProbe {
    private static final String PREFIX = "probe-";
    private static final int BYTES_MAX = 1 << 10;

    private PublishProbe() {}

    /** Whether a file is a probe's: another process tries the place, or was killed as it did. */
    public static boolean isName(String name) {
        return name.startsWith(PREFIX);
    }

    /**
     * Says which promise the place breaks, as a sentence with what to do about it; empty where it
     * can do all that a load needs. {@code process} tells this probe from those of others.
     */
    public static Optional<String> findFault(PublishedFiles files, String process)
            throws IOException {
        String name = PREFIX + process;
        byte[] first = (process + " first").getBytes(StandardCharsets.UTF_8);
        byte[] second = (process + " second").getBytes(StandardCharsets.UTF_8);
        if (!files.claims().contains(PublishedFiles.Claim.PUT_IF_ABSENT)) {
            return fault(files, "it does not say that it can publish a file if absent");
        }
        try {
            WholeFiles.publishIfAbsent(files, name, first);
            if (winsAgain(files, name, second)) {
                return fault(
                        files,
                        "of two writers of one name both were told that they had published it if"
                                + " absent");
            }
            if (!holds(files, name, first)) {
                return fault(files, "a file does not hold the bytes that were published");
            }
            WholeFiles.replace(files, name, second);
            if (!holds(files, name, second)) {
                return fault(files, "a file that was replaced still shows the bytes before");
            }
            if (!files.list(PREFIX).contains(name)) {
                return fault(files, "a file that was published is not listed at once");
            }
            files.delete(name);
            return files.list(PREFIX).contains(name)
                    ? fault(files, "a file that was deleted is still listed")
                    : Optional.empty();
        } finally {
            files.delete(name);
        }
    }

    private static boolean winsAgain(PublishedFiles files, String name, byte[] content)
            throws IOException {
        try {
            WholeFiles.publishOnce(files, name, PublishedFiles.Mode.IF_ABSENT, content);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        }
    }

    private static boolean holds(PublishedFiles files, String name, byte[] content)
            throws IOException {
        Optional<byte[]> found = WholeFiles.read(files, name, BYTES_MAX);
        return found.isPresent() && Arrays.equals(found.get(), content);
    }

    private static Optional<String> fault(PublishedFiles files, String finding) {
        return Optional.of(
                "%s cannot be loaded into: %s; read stores there, and load into another place"
                        .formatted(files.location(), finding));
    }
}
