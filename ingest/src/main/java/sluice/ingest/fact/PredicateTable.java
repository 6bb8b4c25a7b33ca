package sluice.ingest.fact;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.schema.Predicate;

/**
 * The predicates that came recently, with their declarations and numbers. Belongs to one thread.
 *
 * <p>A predicate that came recently costs a hash and a comparison; any other costs an object. Takes
 * at most about 2 MiB, however many predicates there are: it forgets some of them.
 */
final class PredicateTable {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SLOTS = 1 << 12;
    private static final int PROBES = 4;
    private static final int NAME_BYTES_MAX = 1 << 20;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final String label;
    private final byte[] labelBytes;
    private final Map<String, Predicate> declared;
    private final FactNames names;
    private final @Nullable Entry[] slots = new @Nullable Entry[SLOTS + PROBES];
    private @Nullable Entry last;
    private long nameBytes;
    private int victim;

    /**
     * A table of predicates in one namespace.
     *
     * @param label stands in front of the names of types; empty for none
     * @param declared by the names of types
     */
    PredicateTable(String label, Map<String, Predicate> declared, FactNames names) {
        this.label = label;
        this.labelBytes = label.getBytes(StandardCharsets.UTF_8);
        this.declared = declared;
        this.names = names;
    }

    /** One predicate; its numbers are asked for when a row needs them. */
    static final class Entry {
        private static final int LINK = 1;
        private static final int INVERSE = 2;

        private final byte[] name;
        private final long hash;

        /** Null where the schema does not declare it. */
        final @Nullable Predicate declared;

        private int known;
        private long linkType;
        private long inverseType;

        Entry(byte[] name, long hash, @Nullable Predicate declared) {
            this.name = name;
            this.hash = hash;
            this.declared = declared;
        }

        /** The number of the type of links. */
        long linkType(byte[] label, FactNames names) {
            if ((known & LINK) == 0) {
                byte[] type = labelled(label, "");
                linkType = names.type(type, 0, type.length);
                known |= LINK;
            }
            return linkType;
        }

        /** The number of the type of inverse links. */
        long inverseType(byte[] label, FactNames names) {
            if ((known & INVERSE) == 0) {
                byte[] inverse = labelled(label, "~");
                inverseType = names.type(inverse, 0, inverse.length);
                known |= INVERSE;
            }
            return inverseType;
        }

        private byte[] labelled(byte[] label, String direction) {
            int before = label.length + direction.length();
            byte[] type = Arrays.copyOf(label, before + name.length);
            if (!direction.isEmpty()) {
                type[label.length] = (byte) direction.charAt(0);
            }
            System.arraycopy(name, 0, type, before, name.length);
            return type;
        }

        private boolean is(long otherHash, byte[] bytes, int offset, int length) {
            return hash == otherHash
                    && name.length == length
                    && Arrays.equals(name, 0, length, bytes, offset, offset + length);
        }
    }

    long linkType(Entry entry) {
        return entry.linkType(labelBytes, names);
    }

    long inverseType(Entry entry) {
        return entry.inverseType(labelBytes, names);
    }

    /** The predicate of this name. Hot. */
    Entry find(byte[] bytes, int offset, int length) {
        Entry known = last;
        if (known != null && known.is(known.hash, bytes, offset, length)) {
            return known;
        }
        Entry found = search(bytes, offset, length);
        last = found;
        return found;
    }

    private Entry search(byte[] bytes, int offset, int length) {
        long hash = hash(bytes, offset, length);
        int slot = (int) (hash >>> 40) & (SLOTS - 1);
        for (int probe = slot; probe < slot + PROBES; probe++) {
            Entry entry = slots[probe];
            if (entry == null) {
                return add(probe, hash, bytes, offset, length);
            }
            if (entry.is(hash, bytes, offset, length)) {
                return entry;
            }
        }
        victim = (victim + 1) % PROBES;
        return add(slot + victim, hash, bytes, offset, length);
    }

    private Entry add(int slot, long hash, byte[] bytes, int offset, int length) {
        Entry before = slots[slot];
        nameBytes -= before == null ? 0 : before.name.length;
        if (nameBytes > NAME_BYTES_MAX) {
            Arrays.fill(slots, null);
            nameBytes = 0;
        }
        String name = new String(bytes, offset, length, StandardCharsets.UTF_8);
        Entry entry =
                new Entry(
                        Arrays.copyOfRange(bytes, offset, offset + length),
                        hash,
                        declared.get(label + name));
        slots[slot] = entry;
        nameBytes += length;
        return entry;
    }

    private static long hash(byte[] bytes, int offset, int length) {
        long hash = length * MIX;
        int at = offset;
        int end = offset + length;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = mixed(hash ^ (long) LONGS.get(bytes, at));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << 8 | (bytes[at] & 0xff);
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(long value) {
        long product = value * MIX;
        return product ^ product >>> 32;
    }
}
