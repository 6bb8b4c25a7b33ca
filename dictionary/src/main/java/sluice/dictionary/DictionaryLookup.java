package sluice.dictionary;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import sluice.dictionary.table.NameBytes;

/**
 * Looks names up in a {@link Dictionary} and remembers what was found for names that come again
 * soon, as the first id of links does and the ids of nodes with very many links.
 *
 * <p>Belongs to one thread, which closes it before the dictionary is closed. Takes 128 KiB outside
 * the heap. A name that is remembered costs a hash and a comparison.
 */
public final class DictionaryLookup implements AutoCloseable {
    private static final int SLOT_BITS = 11;
    private static final int SLOT_BYTES = 64;
    // A slot: 8 bytes of hash, 8 of id, 4 of group, 4 of length (0: free), 40 of name.
    private static final int ID = 8;
    private static final int GROUP = 16;
    private static final int LENGTH = 20;
    private static final int NAME = 24;
    private static final int NAME_BYTES_MAX = SLOT_BYTES - NAME;

    private final Dictionary dictionary;
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment slots;

    public DictionaryLookup(Dictionary dictionary) {
        this.dictionary = dictionary;
        slots = arena.allocate((long) SLOT_BYTES << SLOT_BITS, SLOT_BYTES);
    }

    /** The id of a name, or -1, as {@link Dictionary#find} says. Hot. */
    public long find(int group, MemorySegment bytes, long offset, int length) throws IOException {
        if (length < 1 || length > NAME_BYTES_MAX) {
            return dictionary.find(group, bytes, offset, length);
        }
        long hash = dictionary.hash(bytes, offset, length);
        long slot = (hash & (1 << SLOT_BITS) - 1) * SLOT_BYTES;
        if (slots.get(NameBytes.LONG, slot) == hash
                && slots.get(NameBytes.INT, slot + GROUP) == group
                && slots.get(NameBytes.INT, slot + LENGTH) == length
                && NameBytes.same(slots, slot + NAME, bytes, offset, length)) {
            return slots.get(NameBytes.LONG, slot + ID);
        }
        long id = dictionary.find(group, hash, bytes, offset, length);
        if (id >= 0) {
            slots.set(NameBytes.LONG, slot, hash);
            slots.set(NameBytes.LONG, slot + ID, id);
            slots.set(NameBytes.INT, slot + GROUP, group);
            slots.set(NameBytes.INT, slot + LENGTH, length);
            MemorySegment.copy(bytes, offset, slots, slot + NAME, length);
        }
        return id;
    }

    @Override
    public void close() {
        arena.close();
    }
}
