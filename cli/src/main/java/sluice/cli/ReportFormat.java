package sluice.cli;

/** How the final report of a verb is written. */
enum ReportFormat {
    TEXT,
    JSON
}
