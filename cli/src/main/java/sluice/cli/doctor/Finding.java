package sluice.cli.doctor;

/**
 * The result of one check.
 *
 * @param area the part of the installation that was checked
 * @param name of the check; stays the same from version to version
 * @param found the facts, with paths and numbers
 * @param advice the remedy; empty if there is nothing to do
 */
record Finding(String area, String name, Level level, String found, String advice) {
    /** How much a finding matters. */
    enum Level {
        /** As it must be. */
        GOOD,
        /** Works, but may cost time or fail later. */
        WARNING,
        /** Keeps a server or a load from working, or data from being safe. */
        FAULT
    }
}
