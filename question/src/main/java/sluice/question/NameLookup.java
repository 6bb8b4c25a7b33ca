package sluice.question;

import java.io.IOException;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;

/** The names of a store: what questions need of its dictionary. */
public interface NameLookup {
    /**
     * The names of a store.
     *
     * @param isComplete whether a name that is not there cannot come any more
     */
    static NameLookup of(Names names, BooleanSupplier isComplete) {
        return new OfNames(names, isComplete);
    }

    /** The number of the link type of this name, {@code ~} in front for links backwards. */
    OptionalLong type(String name) throws IOException;

    /** The name of a link type; empty where it has none. */
    String typeName(long type) throws IOException;

    /** The id that {@code text} stands for, written as users write it. */
    OptionalLong id(String text) throws IOException;

    /** The name of an id as users write it; its number where it has none. */
    String idName(long id) throws IOException;

    /** Whether there are the names of some load: a first one may be collecting them. */
    boolean areKnown();

    /** Whether a name that is not there cannot come any more. */
    boolean complete() throws IOException;

    /** Some names of types, for messages about one that is not there. */
    Collection<String> someTypes() throws IOException;

    /** As {@link #of} gives them. */
    record OfNames(Names names, BooleanSupplier isComplete) implements NameLookup {
        private static final int TYPES_MAX = 10_000;

        @Override
        public OptionalLong type(String name) {
            return names.type(WrittenName.of(name));
        }

        @Override
        public String typeName(long type) {
            return names.typeName(type).map(WrittenName::toString).orElse("");
        }

        @Override
        public OptionalLong id(String text) throws IOException {
            return names.writtenId(text);
        }

        @Override
        public String idName(long id) throws IOException {
            return names.idName(id)
                    .map(WrittenName::toString)
                    .orElseGet(() -> Long.toUnsignedString(id));
        }

        @Override
        public boolean areKnown() {
            return names.areKnown();
        }

        @Override
        public boolean complete() {
            return isComplete.getAsBoolean();
        }

        @Override
        public Collection<String> someTypes() {
            return names.someTypes(TYPES_MAX);
        }
    }
}
