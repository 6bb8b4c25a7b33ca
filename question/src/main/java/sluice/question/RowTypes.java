package sluice.question;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.schema.ValueReader;
import sluice.schema.ValueType;

/**
 * Refuses online rows that a store could not keep: of a type whose number no name has yet, which
 * the next load would give to one of its names, and properties whose data are no value.
 * Thread-safe.
 */
public final class RowTypes {
    private final @Nullable Names names;

    /** Links may be of any type, with any data, where {@code names} is null. */
    public RowTypes(@Nullable Names names) {
        this.names = names;
    }

    /** Checks the type and data of a link or property. */
    public void check(Link link) {
        long type = link.linkType();
        if (names == null) {
            return;
        }
        if (PropertyTypes.isProperty(type)) {
            requireName(PropertyTypes.predicateOf(type), type);
            requireValue(link);
        } else if (PropertyTypes.isNamed(type)) {
            requireName(type, type);
        }
    }

    /** Checks the type of a node. */
    public void check(long nodeType) {
        if (PropertyTypes.isProperty(nodeType)) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "a node cannot have the type %s, which is one of properties; give it another type"
                            .formatted(Long.toUnsignedString(nodeType)));
        }
        if (PropertyTypes.isNamed(nodeType)) {
            requireName(nodeType, nodeType);
        }
    }

    private void requireName(long named, long type) {
        if (names != null && names.typeName(named).isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the type %s has no name, and the next load may give it to one of its own; use a type that was loaded, or a number below 2^52"
                            .formatted(Long.toUnsignedString(type)));
        }
    }

    /** Refuses a property whose data are no value. */
    public static void requireValue(Link link) {
        ValueReader value = new ValueReader();
        byte[] data = link.data();
        if (!value.read(MemorySegment.ofArray(data), 0, data.length)
                || value.type() == ValueType.UID) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the link type %s is of properties, whose data must be a value; write properties with SetProperty"
                            .formatted(Long.toUnsignedString(link.linkType())));
        }
    }
}
