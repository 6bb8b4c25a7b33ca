package sluice.storage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Which of the names and bytes that were not synced are still there after a crash. */
public enum Survival {
    /** Nothing: what a power cut does when the disk had not begun to write. */
    NONE,
    /** Everything: what the end of a process does, for the system goes on and writes. */
    ALL,
    /**
     * The beginning: a random number of the first name changes, and of each file a random prefix.
     */
    HALF,
    /**
     * Each name change and each sector by chance, in no order, with zeros where a sector is
     * missing.
     */
    TORN,
    /** All name changes, but no bytes: files are there, with zeros or too short. */
    NAMES_WITHOUT_BYTES;

    /** The part of {@code changes} that survives, in the same order. */
    <T> List<T> ofNames(List<T> changes, RandomGenerator random) {
        return switch (this) {
            case NONE -> List.of();
            case ALL, NAMES_WITHOUT_BYTES -> List.copyOf(changes);
            case HALF -> List.copyOf(changes.subList(0, random.nextInt(changes.size() + 1)));
            case TORN -> {
                List<T> survivors = new ArrayList<>(changes);
                survivors.removeIf(_ -> random.nextBoolean());
                yield survivors;
            }
        };
    }

    /**
     * What a file of {@code bytes} holds after the crash when its first {@code durableBytes} were
     * synced.
     */
    byte[] ofBytes(byte[] bytes, int durableBytes, RandomGenerator random) {
        return switch (this) {
            case NONE -> withLength(bytes, durableBytes);
            case ALL -> bytes.clone();
            case HALF -> withLength(bytes, cut(bytes.length, durableBytes, random));
            case TORN -> torn(bytes, durableBytes, random);
            case NAMES_WITHOUT_BYTES -> {
                byte[] durable = withLength(bytes, durableBytes);
                yield random.nextBoolean() ? durable : withLength(durable, bytes.length);
            }
        };
    }

    /** A length between the durable and the full one: one of these, or a border between sectors. */
    private static int cut(int lengthBytes, int durableBytes, RandomGenerator random) {
        int firstSector = durableBytes / MemoryStorage.SECTOR_BYTES;
        int lastSector = Math.ceilDiv(lengthBytes, MemoryStorage.SECTOR_BYTES);
        long border = MemoryStorage.SECTOR_BYTES * random.nextLong(firstSector, lastSector + 1L);
        return Math.clamp(border, durableBytes, lengthBytes);
    }

    private static byte[] torn(byte[] bytes, int durableBytes, RandomGenerator random) {
        int lengthBytes =
                random.nextBoolean() ? bytes.length : cut(bytes.length, durableBytes, random);
        byte[] survivor = withLength(withLength(bytes, durableBytes), lengthBytes);
        int from = durableBytes;
        while (from < lengthBytes) {
            long sectorEnd =
                    (long) MemoryStorage.SECTOR_BYTES * (from / MemoryStorage.SECTOR_BYTES + 1);
            int to = (int) Math.min(sectorEnd, lengthBytes);
            if (random.nextBoolean()) {
                System.arraycopy(bytes, from, survivor, from, to - from);
            }
            from = to;
        }
        return survivor;
    }

    private static byte[] withLength(byte[] bytes, int lengthBytes) {
        return Arrays.copyOf(bytes, lengthBytes);
    }
}
