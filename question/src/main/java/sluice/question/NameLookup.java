package sluice.question;

import java.io.IOException;
import java.util.Collection;
import java.util.OptionalLong;

/** The names of a store: what questions need of its dictionary. */
public interface NameLookup {
    /** The number of the link type of this name, {@code ~} in front for links backwards. */
    OptionalLong type(String name) throws IOException;

    /** The name of a link type; empty where it has none. */
    String typeName(long type) throws IOException;

    /** The id that {@code text} stands for, written as users write it. */
    OptionalLong id(String text) throws IOException;

    /** Whether a name that is not there cannot come any more. */
    boolean complete() throws IOException;

    /** Some names of types, for messages about one that is not there. */
    Collection<String> someTypes() throws IOException;
}
