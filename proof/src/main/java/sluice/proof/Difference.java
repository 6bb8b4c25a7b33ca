package sluice.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.Visibility;

/**
 * A key by which the sources and the store differ.
 *
 * @param place where the sources say it, or null where they do not have it
 * @param source what they say, or null; of several rows the one that wins
 * @param stored what the store says, or null where it does not have it, or has it no longer
 */
public record Difference(
        Kind kind, @Nullable Place place, @Nullable Row source, @Nullable Row stored) {
    /** The kinds of differences. */
    public enum Kind {
        /** The sources have the row, the store does not. */
        MISSING,
        /** The store has the row, the sources do not. */
        EXTRA,
        /** Both have the key, with other fields. */
        DIFFERENT
    }

    /**
     * A line of a source.
     *
     * @param load of the sources, counted from 1
     * @param line counted from 1
     */
    public record Place(int load, String file, long line) {}

    /**
     * A row as either side has it.
     *
     * @param id1 as users write it; the id of a node
     * @param type the name, of properties that of their predicate; or the number
     * @param id2 as users write it; empty for a node, and for a property its slot
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Row(
            RowSort sort,
            String id1,
            String type,
            String id2,
            Visibility visibility,
            long version,
            long time,
            byte[] data) {}

    /** The sorts of rows. */
    public enum RowSort {
        NODE,
        LINK,
        PROPERTY
    }

    /** The names of the fields that differ, where both sides have the row. */
    public List<String> fields() {
        List<String> names = new ArrayList<>();
        Row one = source;
        Row other = stored;
        if (one == null || other == null) {
            return names;
        }
        addIf(!one.type().equals(other.type()), "type", names);
        addIf(one.visibility() != other.visibility(), "visibility", names);
        addIf(one.version() != other.version(), "version", names);
        addIf(one.time() != other.time(), "time", names);
        addIf(!Arrays.equals(one.data(), other.data()), "data", names);
        return names;
    }

    private static void addIf(boolean differs, String name, List<String> names) {
        if (differs) {
            names.add(name);
        }
    }
}
