package sluice.ingest.file;

import org.jspecify.annotations.Nullable;

/**
 * One file that an argument named.
 *
 * @param name as given on the command line, or what a directory or glob added to it
 * @param set the argument, where it listed several files as one relation, else null
 */
public record Input(String name, Place place, @Nullable String set) {
    /** The argument that means standard input. */
    static final String STANDARD_INPUT = "-";

    public boolean isStandardInput() {
        return name.equals(STANDARD_INPUT);
    }
}
