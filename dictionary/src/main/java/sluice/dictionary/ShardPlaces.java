package sluice.dictionary;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where in each group of a run the names begin whose hash is in a part of all hashes, so that a
 * reader of one shard need not read the others. The tag of a run that tasks collect. Layout:
 * docs/format-dictionary.md, "Places of shards".
 */
final class ShardPlaces {
    /** Parts of the hashes; a shard of other bounds begins in one of them. */
    private static final int PARTS = 64;

    /** With more groups the places would take more than the names. */
    private static final int GROUPS_MAX = 1024;

    private static final int PLACE_BYTES = 16;

    private final int groups;

    /** For each group and part the offset of its first name, and how many names are before it. */
    private final long[] places;

    private ShardPlaces(int groups, long[] places) {
        this.groups = groups;
        this.places = places;
    }

    /** For a run of at most {@code groups} groups. */
    static ShardPlaces begin(int groups) {
        int kept = groups > GROUPS_MAX ? 0 : groups;
        return new ShardPlaces(kept, new long[kept * PARTS * 2]);
    }

    /** The part that a hash is in. */
    private static int part(long hash) {
        return (int) (hash >>> (Long.SIZE - Integer.numberOfTrailingZeros(PARTS)));
    }

    /** Those of the tag of a run with {@code groups} groups; none if it has no places. */
    static ShardPlaces of(byte[] tag, int groups) {
        if (tag.length != groups * PARTS * PLACE_BYTES) {
            return new ShardPlaces(0, new long[0]);
        }
        ShardPlaces read = begin(groups);
        ByteBuffer.wrap(tag).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(read.places);
        return read;
    }

    boolean isEmpty() {
        return groups == 0;
    }

    /** The place of the first name of the part of {@code hash}, or behind the group. */
    long offset(int group, long hash) {
        return places[(group * PARTS + part(hash)) * 2];
    }

    /** How many names of the group are before that. */
    long before(int group, long hash) {
        return places[(group * PARTS + part(hash)) * 2 + 1];
    }

    /** Collects the places while the names of a group are written in order. */
    final class Writing {
        private int next;

        /** The name with {@code hash} is written at {@code offset}, the {@code index}-th of all. */
        void name(int group, long hash, long offset, long index) {
            if (groups == 0) {
                return;
            }
            for (int part = part(hash); next <= part; next++) {
                places[(group * PARTS + next) * 2] = offset;
                places[(group * PARTS + next) * 2 + 1] = index;
            }
        }

        /** The group ends. */
        void end(int group, long offset, long index) {
            name(group, -1, offset, index);
            next = 0;
        }
    }

    /** The bytes of the tag, of the groups alone that have names. */
    byte[] bytes(long[] countOfGroup) {
        if (groups == 0) {
            return new byte[0];
        }
        int used = (int) Arrays.stream(countOfGroup).filter(count -> count > 0).count();
        ByteBuffer bytes =
                ByteBuffer.allocate(used * PARTS * PLACE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int group = 0; group < groups; group++) {
            if (countOfGroup[group] > 0) {
                for (int place = group * PARTS * 2; place < (group + 1) * PARTS * 2; place++) {
                    bytes.putLong(places[place]);
                }
            }
        }
        return bytes.array();
    }
}
