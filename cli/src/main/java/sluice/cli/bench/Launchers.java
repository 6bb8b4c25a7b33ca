package sluice.cli.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.servers.JavaCommand;

/** How a build of Sluice is started in a process of its own: this one, or another in a folder. */
final class Launchers {
    private static final List<String> PLACES = List.of("sluice", "bin/sluice");

    private Launchers() {}

    /** The launcher as users start it; without one, Java as this process was started. */
    static List<String> of(Class<?> program) throws IOException {
        Path classes;
        try {
            classes = Path.of(program.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("cannot tell where the command is", e);
        }
        // The jar is in cli/target/app/lib below the home of the launcher.
        for (Path home = classes; home != null; home = home.getParent()) {
            Path launcher = home.resolve("sluice");
            if (Files.isRegularFile(classes) && Files.isExecutable(launcher)) {
                return List.of(launcher.toString());
            }
        }
        JavaCommand java = JavaCommand.ofThisProcess(List.of(program.getName()));
        List<String> command = new ArrayList<>(java.java());
        command.addAll(java.entry());
        return command;
    }

    /**
     * The launcher in {@code place}: a folder of sources, one that was installed, or the launcher
     * itself.
     */
    static List<String> in(Path place) {
        if (Files.isRegularFile(place) && Files.isExecutable(place)) {
            return List.of(place.toAbsolutePath().toString());
        }
        for (String inside : PLACES) {
            Path launcher = place.resolve(inside);
            if (Files.isRegularFile(launcher) && Files.isExecutable(launcher)) {
                return List.of(launcher.toAbsolutePath().toString());
            }
        }
        throw new SluiceException(
                ErrorCode.CONFIG,
                "%s has no command sluice; name the folder of another build, with sluice or"
                                .formatted(place)
                        + " bin/sluice in it");
    }
}
