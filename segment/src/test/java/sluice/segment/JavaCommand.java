package sluice.segment;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a test starts a Java of its own: the same one, which compiles as far as this one does. */
public final class JavaCommand {
    private static final String COMPILER = "-XX:TieredStopAtLevel=";

    private JavaCommand() {}

    /** A command line up to where a class path or more options come. */
    public static List<String> withHeap(long mebibytes) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx" + mebibytes + "m"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith(COMPILER))
                .forEach(command::add);
        return command;
    }
}
