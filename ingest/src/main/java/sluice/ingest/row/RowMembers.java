package sluice.ingest.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a relation that only JSON Lines have: each line is an object, whose members are the
 * fields of a row.
 *
 * @param names of the members, one for each column; those of nested objects are paths with dots
 * @param nullText a text or number that is no value, or null for none
 */
public record RowMembers(List<String> names, @Nullable String nullText) {
    /** The format of the delimited text that an object becomes: an empty field is no value. */
    public static final TextFormat FIELDS =
            new TextFormat((byte) ',', false, '"', -1, -1, false, "");

    public RowMembers {
        names = List.copyOf(names);
    }
}
