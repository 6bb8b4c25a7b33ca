package sluice.dictionary;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import sluice.dictionary.table.NameBytes;

/**
 * The names of all types of a store and their numbers. Immutable; takes about 40 bytes for each.
 */
final class DictionaryTypes {
    private final long first;
    private final NameBytes.Hash nameHash;
    private final MemorySegment bytes;
    private final int[] begins;
    private final long[] hashes;
    // Open addressing: an index, plus one.
    private final int[] slots;

    /** The types {@code names}, numbered from {@code first} on, kept in {@code arena}. */
    DictionaryTypes(long first, List<byte[]> names, NameBytes.Hash nameHash, Arena arena) {
        this.first = first;
        this.nameHash = nameHash;
        bytes = arena.allocate(Math.max(1, names.stream().mapToInt(name -> name.length).sum()));
        begins = new int[names.size() + 1];
        hashes = new long[names.size()];
        slots = new int[Math.max(4, Integer.highestOneBit(names.size()) * 4)];
        for (int i = 0; i < names.size(); i++) {
            byte[] name = names.get(i);
            MemorySegment.copy(name, 0, bytes, NameBytes.BYTE, begins[i], name.length);
            begins[i + 1] = begins[i] + name.length;
            hashes[i] = nameHash.of(bytes, begins[i], name.length);
            int slot = slot(hashes[i]);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = i + 1;
        }
    }

    int count() {
        return hashes.length;
    }

    /** The number of the first type, or the one that it would have. */
    long first() {
        return first;
    }

    /** Whether a type of this number has a name here. */
    boolean has(long type) {
        return type >= first && type - first < count();
    }

    /** The number of a type, or -1. Hot. */
    long find(MemorySegment name, long offset, int length) {
        if (length < 1) {
            return -1;
        }
        long hash = nameHash.of(name, offset, length);
        for (int slot = slot(hash); slots[slot] != 0; slot = slot + 1 & slots.length - 1) {
            int index = slots[slot] - 1;
            if (hashes[index] == hash
                    && begins[index + 1] - begins[index] == length
                    && NameBytes.same(bytes, begins[index], name, offset, length)) {
                return first + index;
            }
        }
        return -1;
    }

    /** The name of a type that {@link #has} one. */
    byte[] name(long type) {
        int index = Math.toIntExact(type - first);
        return bytes.asSlice(begins[index], begins[index + 1] - begins[index])
                .toArray(NameBytes.BYTE);
    }

    private int slot(long hash) {
        return (int) hash & slots.length - 1;
    }
}
