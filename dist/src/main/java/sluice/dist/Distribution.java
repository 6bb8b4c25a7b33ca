package sluice.dist;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The last step of a build with the profile {@code dist}: writes the packages of the command for
 * the system that it runs on.
 */
public final class Distribution {
    /** The level 9 takes twice the time, for less than 1 % of the bytes. */
    private static final int LEVEL = 6;

    private static final int ARGUMENTS = 3;

    private Distribution() {}

    /**
     * Writes the packages.
     *
     * @param arguments the root of the project, the version, and the folder for the packages
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length != ARGUMENTS) {
            throw new IllegalArgumentException("expected arguments: PROJECT VERSION FOLDER");
        }
        Path project = Path.of(arguments[0]).toAbsolutePath().normalize();
        Path folder = Files.createDirectories(Path.of(arguments[2]));
        Path work = folder.resolve("parts");
        delete(work);
        Parts parts =
                Parts.make(
                        project,
                        arguments[1],
                        Path.of(System.getProperty("java.home")),
                        work,
                        true);
        tell(Packages.archive(parts, folder, LEVEL));
        if (!parts.platform().debian().isEmpty()) {
            tell(DebianPackage.write(parts, folder, LEVEL));
        }
        delete(work);
    }

    private static void tell(Path file) throws IOException {
        System.out.printf("%s: %.1f MB%n", file, Files.size(file) / 1e6);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> found;
        try (Stream<Path> walk = Files.walk(folder)) {
            found = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : found) {
            Files.delete(file);
        }
    }
}
