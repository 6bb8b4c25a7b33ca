package sluice.cli.console;

import java.util.Map;

/**
 * What the place that output goes to can show.
 *
 * @param live lines can be drawn again: it is a terminal that knows how to move its cursor
 * @param unicode it shows blocks and lines; else ASCII must do
 * @param color it shows colours, and the user wants them
 */
public record Look(boolean live, boolean unicode, boolean color) {

    /** Standard output of this process. */
    public static Look ofOutput(Terminal terminal) {
        return of(terminal.output(), System.getenv());
    }

    /** Standard error of this process. */
    public static Look ofErrors(Terminal terminal) {
        return of(terminal.errors(), System.getenv());
    }

    /** By the usual variables: LC_ALL, LC_CTYPE, LANG, TERM, NO_COLOR. */
    static Look of(boolean terminal, Map<String, String> environment) {
        boolean live = terminal && !environment.getOrDefault("TERM", "dumb").equals("dumb");
        boolean color = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Look(live, Terminal.isUtf8(environment), color);
    }

    /** The same with ASCII characters only. */
    public Look ascii() {
        return new Look(live, false, color);
    }
}
