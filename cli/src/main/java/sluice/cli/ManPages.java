package sluice.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import sluice.cli.help.ManPage;

/**
 * The program by which the build of packages writes the manual, one page for each verb, out of the
 * verbs' help. Its argument is the folder for the pages.
 */
public final class ManPages {
    private ManPages() {}

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        write(Path.of(arguments[0]));
    }

    /** Writes {@code sluice.1}, {@code sluice-load.1} and so on. */
    static void write(Path folder) throws IOException {
        write(folder, Main.command());
    }

    private static void write(Path folder, CommandLine command) throws IOException {
        ManPage page = ManPage.of(command);
        Files.writeString(folder.resolve(page.name() + ".1"), page.text(), StandardCharsets.UTF_8);
        for (CommandLine verb : command.getSubcommands().values()) {
            if (!verb.getCommandSpec().usageMessage().hidden()) {
                write(folder, verb);
            }
        }
    }
}
