package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;

/**
 * Commands and what they print, in a file: the arguments, {@code ----}, then output, errors and a
 * status other than 0; {@code ====} between cases. Rewritten with {@code -Drewrite}.
 */
public final class CommandScript {
    private static final Path DIRECTORY = Path.of("src/test/resources/sluice/cli");

    private CommandScript() {}

    /**
     * Runs all cases of the script {@code name}. {@code $DIR} in arguments is {@code directory},
     * and {@code mask} replaces what changes from run to run.
     */
    public static void check(String name, Path directory, UnaryOperator<String> mask)
            throws IOException {
        Path script = DIRECTORY.resolve(name);
        List<String> cases = new ArrayList<>();
        for (String text : Files.readString(script).split("====\n")) {
            String arguments = text.substring(0, text.indexOf("----\n"));
            String printed = run(arguments.strip().replace("$DIR", directory.toString()));
            String masked = mask.apply(printed.replace(directory.toString(), "$DIR"));
            cases.add(arguments + "----\n" + masked);
        }
        String found = String.join("====\n", cases);
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(script, found);
        }
        assertEquals(Files.readString(script), found);
    }

    private static String run(String arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        int status =
                Main.run(
                        Terminal.none(),
                        new StopSignal(new PrintWriter(errors, true)),
                        new PrintWriter(output, true),
                        new PrintWriter(errors, true),
                        arguments.split(" +"));
        return output + errors.toString() + (status == 0 ? "" : "status " + status + "\n");
    }
}
