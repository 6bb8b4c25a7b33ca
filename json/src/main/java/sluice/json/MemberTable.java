package sluice.json;

/**
 * The members of the objects at hand by node and name, so that a repeated name is found. An open
 * table whose slots are never cleared: each has the number of the object that filled it.
 */
final class MemberTable {
    /** No room: as many names have nearly the same hash as no honest object has. */
    static final int FULL = -2;

    private static final int NONE = -1;
    private static final int FIRST_SLOTS = 64;
    private static final int SLOTS_KEPT = 1 << 16;
    private static final int PROBES_MAX = 1 << 10;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    /** The generation in the upper half, the member in the lower. */
    private long[] slots = new long[FIRST_SLOTS];

    private int[] hashes = new int[FIRST_SLOTS];
    private long generation = 1;
    private int count;

    /** Begins an object. */
    void clear() {
        generation++;
        count = 0;
        if (slots.length > SLOTS_KEPT) {
            slots = new long[FIRST_SLOTS];
            hashes = new int[FIRST_SLOTS];
        }
    }

    /** Puts a member in; returns the one of its node and name that was there, -1, or FULL. */
    int put(ObjectFacts facts, int member) {
        if (2 * ++count > slots.length) {
            grow();
        }
        NameSpan name = facts.name(member);
        int hash = hash(facts.nodeOf(member), name.bytes, name.offset, name.length);
        int slot = hash & (slots.length - 1);
        for (int probe = 0; probe < PROBES_MAX; probe++) {
            if (slots[slot] >>> 32 != generation) {
                slots[slot] = generation << 32 | member;
                hashes[slot] = hash;
                return NONE;
            }
            int other = (int) slots[slot];
            if (hashes[slot] == hash && facts.hasSameName(other, member)) {
                slots[slot] = generation << 32 | member;
                return other;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return FULL;
    }

    /** The last member of {@code node} whose name is these bytes of the names, or -1. */
    int find(ObjectFacts facts, int node, int from, int length) {
        int hash = hash(node, facts.nameBytes(), from, length);
        int slot = hash & (slots.length - 1);
        for (int probe = 0; probe < PROBES_MAX && slots[slot] >>> 32 == generation; probe++) {
            int member = (int) slots[slot];
            if (hashes[slot] == hash
                    && facts.nodeOf(member) == node
                    && facts.hasName(member, from, length)) {
                return member;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return NONE;
    }

    private void grow() {
        long[] before = slots;
        int[] hashesBefore = hashes;
        slots = new long[2 * before.length];
        hashes = new int[slots.length];
        for (int i = 0; i < before.length; i++) {
            if (before[i] >>> 32 == generation) {
                int slot = hashesBefore[i] & (slots.length - 1);
                while (slots[slot] != 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                slots[slot] = before[i];
                hashes[slot] = hashesBefore[i];
            }
        }
    }

    private static int hash(int node, byte[] bytes, int from, int length) {
        long hash = (node + 1) * MIX;
        for (int at = from; at < from + length; at++) {
            hash = (hash ^ bytes[at]) * MIX;
            hash ^= hash >>> 29;
        }
        hash *= MIX;
        return (int) (hash >>> 32);
    }
}
