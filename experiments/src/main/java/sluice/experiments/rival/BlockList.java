package sluice.experiments.rival;

import java.util.Arrays;

/**
 * The blocks that one thread has filled with rows of one piece: addresses, or places in the spill
 * file.
 */
final class BlockList {
    private long[] places = new long[4];
    private int[] lengthsBytes = new int[4];
    private int count;

    void addMemory(long address, int lengthBytes) {
        add(address, lengthBytes);
    }

    void addSpilled(long offset, int lengthBytes) {
        add(~offset, lengthBytes);
    }

    int count() {
        return count;
    }

    boolean spilled(int index) {
        return places[index] < 0;
    }

    /** The address, or for a spilled block its offset in the spill file. */
    long place(int index) {
        return places[index] < 0 ? ~places[index] : places[index];
    }

    int lengthBytes(int index) {
        return lengthsBytes[index];
    }

    private void add(long place, int lengthBytes) {
        if (count == places.length) {
            places = Arrays.copyOf(places, count * 2);
            lengthsBytes = Arrays.copyOf(lengthsBytes, count * 2);
        }
        places[count] = place;
        lengthsBytes[count++] = lengthBytes;
    }
}
