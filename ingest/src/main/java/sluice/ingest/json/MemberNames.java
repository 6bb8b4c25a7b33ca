package sluice.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.json.NodeKind;
import sluice.json.ObjectFacts;
import sluice.schema.TypedValue;

/**
 * Names the nodes of an object that have no uid by the values of their members: one value is the
 * name, several are its parts with slashes between, in which slashes and percent signs are written
 * {@code %2F} and {@code %25}. Belongs to one thread.
 *
 * <p>A node inside the object that has none of the members is left to its place.
 */
final class MemberNames {
    private static final byte[] SLASH = {'%', '2', 'F'};
    private static final byte[] PERCENT = {'%', '2', '5'};

    private final List<String> members;
    private final byte[][] memberBytes;
    private final TypedValue value = new TypedValue();

    /** All names of the object at hand; that of a node ends where that of the next one begins. */
    private byte[] names = new byte[256];

    private int length;
    private int[] begins = new int[17];
    private int faultNode;

    /** One of nodes that have {@code members}; none are named where there are none. */
    MemberNames(List<String> members) {
        this.members = members;
        memberBytes =
                members.stream()
                        .map(member -> member.getBytes(StandardCharsets.UTF_8))
                        .toArray(byte[][]::new);
    }

    /** Makes the names of the nodes; returns why it cannot, or null. */
    @Nullable String make(ObjectFacts facts) {
        length = 0;
        if (members.isEmpty()) {
            return null;
        }
        int count = facts.nodeCount();
        if (begins.length <= count) {
            begins = new int[2 * count + 1];
        }
        for (int node = 0; node < count; node++) {
            begins[node] = length;
            if (facts.kind(node) == NodeKind.UNNAMED && facts.counts(node)) {
                String fault = make(facts, node);
                if (fault != null) {
                    faultNode = node;
                    return fault;
                }
            }
        }
        begins[count] = length;
        return null;
    }

    private @Nullable String make(ObjectFacts facts, int node) {
        int begin = length;
        int missing = -1;
        for (int part = 0; part < memberBytes.length; part++) {
            int fact = facts.factOf(node, memberBytes[part]);
            if (fact < 0) {
                missing = missing < 0 ? part : missing;
                continue;
            }
            facts.value(fact, value);
            if (part > 0) {
                put((byte) '/');
            }
            int before = length;
            switch (value.type()) {
                case DEFAULT -> put(value.bytes(), value.offset(), value.length());
                case INT -> {
                    byte[] digits =
                            Long.toString(value.integer()).getBytes(StandardCharsets.US_ASCII);
                    put(digits, 0, digits.length);
                }
                default -> {
                    return "member %s names the node, and is neither a text nor a whole number; write it as a text"
                            .formatted(members.get(part));
                }
            }
            if (length == before) {
                return "member %s names the node, and is empty; expected a text or a whole number"
                        .formatted(members.get(part));
            }
        }
        boolean hasNone = missing == 0 && length == begin;
        if (missing < 0 || hasNone && node > 0) {
            return null;
        }
        return "member %s is missing, by which the node is named; expected a text or a whole number there, or a uid"
                .formatted(members.get(missing));
    }

    private void put(byte[] bytes, int offset, int count) {
        for (int at = offset; at < offset + count; at++) {
            byte c = bytes[at];
            boolean isPlain = memberBytes.length == 1 || c != '/' && c != '%';
            if (isPlain) {
                put(c);
            } else {
                for (byte written : c == '/' ? SLASH : PERCENT) {
                    put(written);
                }
            }
        }
    }

    private void put(byte c) {
        if (length == names.length) {
            names = Arrays.copyOf(names, 2 * length);
        }
        names[length++] = c;
    }

    /** The node that {@link #make} has no name for. */
    int faultNode() {
        return faultNode;
    }

    /** Where all names are; good until the next object. */
    byte[] bytes() {
        return names;
    }

    /** Where the name of a node begins. */
    int offset(int node) {
        return begins[node];
    }

    /** How long the name of a node is; 0 where it has none here. */
    int length(int node) {
        return members.isEmpty() ? 0 : begins[node + 1] - begins[node];
    }
}
