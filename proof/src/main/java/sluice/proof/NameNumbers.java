package sluice.proof;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that stand for names on both sides of a proof: an id that is a name becomes a hash of 64
 * bits, a type with a name gets a number of its own. No dictionary is needed, so the names
 * themselves are compared. Thread-safe.
 *
 * <p>Two names of one hash would be taken for one id. A proof notices that where both are in the
 * store and begins again with another seed; among 100 million names it happens once in about 3,700
 * proofs.
 */
public final class NameNumbers {
    /** As types with names are numbered, so that types of properties can be derived. */
    private static final long FIRST_TYPE = 1L << 52;

    private static final long UNNAMED = 0x6A09E667F3BCC909L;

    private final long seed;

    /** Guarded by this, as is the list. */
    private final Map<TypeName, Long> types = new HashMap<>();

    private final List<TypeName> typeNames = new ArrayList<>();

    private record TypeName(byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof TypeName(byte[] otherBytes) && Arrays.equals(bytes, otherBytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    NameNumbers(long seed) {
        this.seed = seed;
    }

    /** The number by which {@link #id} takes the group {@code name}. Cost: a hash of its text. */
    public long group(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return hash(seed, bytes, 0, bytes.length);
    }

    /** The number of a name in a group. Hot: a hash of its bytes. */
    public long id(long group, byte[] bytes, int offset, int length) {
        return hash(group, bytes, offset, length);
    }

    /** The number of an id without a name in a store whose ids are names. */
    public long unnamed(long id) {
        return RowHasher.mix(RowHasher.mix(id ^ UNNAMED) ^ seed);
    }

    /** The number of the type {@code name}. */
    public long type(byte[] name) {
        synchronized (this) {
            Long known = types.get(new TypeName(name));
            if (known != null) {
                return known;
            }
            TypeName added = new TypeName(name.clone());
            long number = FIRST_TYPE + typeNames.size();
            types.put(added, number);
            typeNames.add(added);
            return number;
        }
    }

    /** The name of the type {@code number}, or null if it has none. */
    public @Nullable String typeName(long number) {
        synchronized (this) {
            long index = number - FIRST_TYPE;
            return index >= 0 && index < typeNames.size()
                    ? new String(typeNames.get((int) index).bytes(), StandardCharsets.UTF_8)
                    : null;
        }
    }

    static long hash(long seed, byte[] bytes, int offset, int length) {
        long hash = seed ^ length * RowHasher.PRIME_1;
        int at = offset;
        int end = offset + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = RowHasher.round(hash, (long) RowHasher.LONG.get(bytes, at), RowHasher.PRIME_2);
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | (bytes[at] & 0xFF);
        }
        return RowHasher.mix(RowHasher.round(hash, rest, RowHasher.PRIME_2));
    }
}
