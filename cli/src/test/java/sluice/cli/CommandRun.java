package sluice.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;

/** One run of the command inside the test's process: its exit status and what it wrote. */
public record CommandRun(int status, String output, String errors) {
    public static CommandRun of(String... arguments) {
        return of(Terminal.none(), false, arguments);
    }

    /** With {@code stopped}, as if Ctrl-C was pressed before it began. */
    public static CommandRun of(Terminal terminal, boolean stopped, String... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        PrintWriter toErrors = new PrintWriter(errors, true);
        StopSignal stop = new StopSignal(toErrors);
        if (stopped) {
            stop.request();
        }
        int status = Main.run(terminal, stop, new PrintWriter(output, true), toErrors, arguments);
        return new CommandRun(status, output.toString(), errors.toString());
    }
}
