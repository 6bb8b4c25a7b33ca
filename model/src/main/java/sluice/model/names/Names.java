package sluice.model.names;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import sluice.model.SluiceException;

/**
 * The names of a graph's ids and types, both ways. Thread-safe.
 *
 * <p>Names come with loads. A load knows all of its names before its first row is read, so that a
 * name that is not known has no rows, now and after the load; before the first load that is so once
 * they {@link #areKnown}.
 */
public interface Names {
    /** Whether ids stand for names rather than for themselves. */
    boolean idsAreNames();

    /** Whether there are the names of some load: a first one may be collecting them. */
    default boolean areKnown() {
        return true;
    }

    /**
     * The id of {@code name}, or empty if the graph does not have it. Where ids are names, a number
     * is a name like any other; where they are numbers, the number is the name. Throws if group and
     * name are not parted and stand for names in two groups.
     */
    OptionalLong id(WrittenName name) throws IOException;

    /**
     * The number of the type {@code name}, or empty if the graph does not have it. A number that is
     * no name of a type stands for itself, as sources may give types by number.
     */
    OptionalLong type(WrittenName name);

    /**
     * The id that a person writes as {@code text}: a name, or else a number; empty for a name that
     * the graph does not have. Throws a {@link SluiceException} that says how ids are written if
     * {@code text} cannot be one.
     */
    OptionalLong writtenId(String text) throws IOException;

    /**
     * The type that a person writes as {@code text}: a name, or else a number. Throws a {@link
     * SluiceException} that names the types if it is neither.
     */
    long writtenType(String text);

    /** The name of an id, with its group; empty where it has none. */
    Optional<WrittenName> idName(long id) throws IOException;

    /** The name of a type; empty where it has none. */
    Optional<WrittenName> typeName(long type);

    /** Some names of types, {@code max} at most, for messages about one that there is not. */
    default List<String> someTypes(int max) {
        return List.of();
    }
}
