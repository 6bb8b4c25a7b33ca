package sluice.cli.console;

/** How the final report of a verb is written. */
public enum ReportFormat {
    TEXT,
    JSON
}
