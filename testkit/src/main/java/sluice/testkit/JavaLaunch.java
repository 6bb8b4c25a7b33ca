package sluice.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a test starts a Java of its own: the same one. */
public final class JavaLaunch {
    /** In a short test it ends before the optimizing compiler would have paid for itself. */
    private static final int COMPILER = Experiment.size("compiler", 1, 4);

    private JavaLaunch() {}

    /** A command line up to where a class path or more options come. */
    public static List<String> withHeap(long mebibytes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx" + mebibytes + "m"));
        command.add("-XX:TieredStopAtLevel=" + COMPILER);
        return command;
    }
}
