package sluice.client;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls that were sent and have no answer, by the number under which they were sent. A number
 * is used again once its answer came. Belongs to one thread.
 */
final class Slots {
    private final @Nullable PendingCall[] calls;
    private final int[] free;
    private int freeCount;

    Slots(int count) {
        calls = new PendingCall[count];
        free = new int[count];
        clear();
    }

    boolean isFull() {
        return freeCount == 0;
    }

    boolean isEmpty() {
        return freeCount == free.length;
    }

    /** Keeps {@code call}; returns its number. Not to be called when full. */
    int put(PendingCall call) {
        int number = free[--freeCount];
        calls[number] = call;
        return number;
    }

    /** Takes the call out that has this number; null where there is none. */
    @Nullable PendingCall take(long number) {
        if (number < 0 || number >= calls.length) {
            return null;
        }
        int place = (int) number;
        PendingCall call = calls[place];
        if (call != null) {
            calls[place] = null;
            free[freeCount++] = place;
        }
        return call;
    }

    /** Takes all out. */
    List<PendingCall> takeAll() {
        List<PendingCall> all = new ArrayList<>();
        for (PendingCall call : calls) {
            if (call != null) {
                all.add(call);
            }
        }
        clear();
        return all;
    }

    private void clear() {
        for (int index = 0; index < free.length; index++) {
            calls[index] = null;
            free[index] = free.length - 1 - index;
        }
        freeCount = free.length;
    }
}
