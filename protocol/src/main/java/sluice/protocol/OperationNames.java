package sluice.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.model.names.WrittenName;

/**
 * Names that a request has in place of numbers, and whether its answer is to have them. A number
 * whose place has a name here is not looked at.
 *
 * @param id in place of id or id1; null where that is a number
 * @param type in place of type or link_type; null where that is a number
 * @param id2 in place of id2, of GetLinks in place of all of them; empty where they are numbers
 * @param wanted whether the answer has the names of its ids and types
 */
public record OperationNames(
        @Nullable WrittenName id,
        @Nullable WrittenName type,
        List<WrittenName> id2,
        boolean wanted) {
    /** No name in the request, and the names of all that is in the answer. */
    public static final OperationNames IN_ANSWER = new OperationNames(null, null, List.of(), true);

    public OperationNames {
        id2 = List.copyOf(id2);
    }

    /** How many names there are. */
    int count() {
        return id2.size() + (id == null ? 0 : 1) + (type == null ? 0 : 1);
    }

    /** No fewer bytes than the message has. */
    public long sizeBytesMax() {
        long size = 64;
        size += id == null ? 0 : id.sizeBytes();
        size += type == null ? 0 : type.sizeBytes();
        for (WrittenName name : id2) {
            size += name.sizeBytes();
        }
        return size;
    }
}
