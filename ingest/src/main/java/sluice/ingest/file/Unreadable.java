package sluice.ingest.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Says of a file that may not be read what to do about it: only its owner can change its rights.
 */
public final class Unreadable {
    private Unreadable() {}

    public static String message(String name, Path file) {
        String found = name + ": no permission to read the file; ";
        String owner = owner(file);
        return owner.isEmpty() || owner.equals(System.getProperty("user.name"))
                ? found + "run: chmod u+r " + name
                : found + "it belongs to %s, who can run: chmod o+r %s".formatted(owner, name);
    }

    /** Empty where the system does not tell. */
    private static String owner(Path file) {
        try {
            return Files.getOwner(file).getName();
        } catch (IOException | UnsupportedOperationException _) {
            return "";
        }
    }
}
