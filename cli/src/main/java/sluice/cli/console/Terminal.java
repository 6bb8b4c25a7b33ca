package sluice.cli.console;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Where output is shown.
 *
 * @param output whether standard output is a terminal
 * @param errors whether standard error is one
 * @param unicode whether it shows more than ASCII
 * @param columns tells its present width; costs a process where the system must be asked
 */
public record Terminal(boolean output, boolean errors, boolean unicode, IntSupplier columns) {
    public static final int COLUMNS_USUAL = 80;
    private static final int COLUMNS_MIN = 20;

    /** Set by the launcher: which of "out" and "err" are terminals. */
    private static final String PROPERTY = "sluice.terminal";

    /** No terminal: files and pipes. */
    public static Terminal none() {
        return new Terminal(false, false, true, () -> COLUMNS_USUAL);
    }

    /** That of this process. */
    public static Terminal ofProcess() {
        String told = System.getProperty(PROPERTY);
        boolean output = told == null ? isConsole() : told.contains("out");
        boolean errors = told == null ? isConsole() : told.contains("err");
        return new Terminal(output, errors, isUtf8(System.getenv()), Terminal::askColumns);
    }

    private static boolean isConsole() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private static int askColumns() {
        String told = System.getenv("COLUMNS");
        int columns = told == null ? 0 : number(told);
        return Math.max(COLUMNS_MIN, columns > 0 ? columns : sizeOfTerminal());
    }

    /** The second number that stty prints, or the usual width where it prints none. */
    private static int sizeOfTerminal() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return COLUMNS_USUAL;
            }
            String[] size =
                    new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                            .trim()
                            .split(" ", -1);
            int columns = size.length == 2 ? number(size[1]) : 0;
            return columns > 0 ? columns : COLUMNS_USUAL;
        } catch (IOException _) {
            // No such terminal or program: a width is only a matter of looks.
            return COLUMNS_USUAL;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return COLUMNS_USUAL;
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    /** As the C library decides: the first of these variables that is set counts. */
    static boolean isUtf8(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String locale = environment.getOrDefault(name, "").toLowerCase(Locale.ROOT);
            if (!locale.isEmpty()) {
                return locale.contains("utf-8") || locale.contains("utf8");
            }
        }
        return false;
    }
}
