package sluice.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import sluice.testkit.JavaLaunch;

/**
 * How a test starts the command in a process of its own. Where this run of Maven has packaged it,
 * that is by the jars and the cache of classes that the launcher takes, which halves what a short
 * command costs; else by the class path of the test.
 */
public final class MainLaunch {
    private static final boolean IS_PACKAGED = Boolean.getBoolean("sluice.packaged");
    private static final Path APP = Path.of("target", "app").toAbsolutePath();
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private MainLaunch() {}

    /** A command line up to where the words of the command come. */
    public static List<String> withHeap(long mebibytes, String... options) {
        List<String> command = JavaLaunch.withHeap(mebibytes);
        command.addAll(List.of(options));
        List<Path> caches = IS_PACKAGED && isOfJars() ? files(APP, "*.aot") : List.of();
        String classPath = CLASS_PATH;
        if (caches.size() == 1) {
            // A cache that does not fit is passed over, without a word.
            command.addAll(List.of("@" + APP.resolve("java.options")));
            command.add("-XX:AOTCache=" + caches.getFirst());
            command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining"));
            classPath = String.join(File.pathSeparator, names(files(APP.resolve("lib"), "*.jar")));
        }
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        return command;
    }

    /** The other modules are packaged, so this one is too: else old jars might be there. */
    private static boolean isOfJars() {
        return Stream.of(CLASS_PATH.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().normalize())
                .filter(place -> !place.startsWith(APP.getParent()))
                .noneMatch(Files::isDirectory);
    }

    private static List<String> names(List<Path> files) {
        return files.stream().map(Path::toString).toList();
    }

    private static List<Path> files(Path directory, String glob) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
            found.forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files.stream().sorted().toList();
    }
}
