package sluice.dictionary.shard;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where in each group of a run the names begin whose hash is in a part of all hashes, so that a
 * reader of one shard need not read the others. The tag of a run that a task has collected or
 * merged. Layout: docs/format-dictionary.md, "Places of shards".
 */
public final class ShardPlaces {
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

    /** For a run of at most {@code groups} groups; none where there are too many. */
    public static ShardPlaces begin(int groups) {
        int kept = groups > GROUPS_MAX ? 0 : groups;
        return new ShardPlaces(kept, new long[kept * PARTS * 2]);
    }

    /** The part that a hash is in. */
    private static int part(long hash) {
        return (int) (hash >>> (Long.SIZE - Integer.numberOfTrailingZeros(PARTS)));
    }

    /** Those of the tag of a run with {@code groups} groups; none if it has no places. */
    public static ShardPlaces of(byte[] tag, int groups) {
        if (tag.length != groups * PARTS * PLACE_BYTES) {
            return new ShardPlaces(0, new long[0]);
        }
        ShardPlaces read = begin(groups);
        ByteBuffer.wrap(tag).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(read.places);
        return read;
    }

    /** Whether there are none: a reader must pass over the names of other shards. */
    public boolean isEmpty() {
        return groups == 0;
    }

    /** Where the first name of the part of {@code hash} or behind it is, else the group's end. */
    public long offset(int group, long hash) {
        return places[(group * PARTS + part(hash)) * 2];
    }

    /** How many names of the group are before that. */
    public long before(int group, long hash) {
        return places[(group * PARTS + part(hash)) * 2 + 1];
    }

    /** Collects the places while names are written, group after group, in order. */
    public final class Writing {
        private int group;
        private int next;
        private long count;

        /** A name of {@code ofGroup} with {@code hash} is written at {@code offset}. */
        public void name(int ofGroup, long hash, long offset) {
            if (ofGroup != group) {
                end(offset);
                group = ofGroup;
            }
            put(part(hash), offset);
            count++;
        }

        /** The last group ends at {@code offset}. */
        public void end(long offset) {
            if (count > 0) {
                put(PARTS - 1, offset);
            }
            next = 0;
            count = 0;
        }

        private void put(int part, long offset) {
            for (; next <= part && groups > 0; next++) {
                places[(group * PARTS + next) * 2] = offset;
                places[(group * PARTS + next) * 2 + 1] = count;
            }
        }
    }

    /** The bytes of the tag, of the groups alone that have names. */
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(places.length * Long.BYTES);
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        for (int group = 0; group < groups; group++) {
            // A file begins with a header, so that no name is at offset 0.
            if (places[group * PARTS * 2] > 0) {
                for (int place = group * PARTS * 2; place < (group + 1) * PARTS * 2; place++) {
                    bytes.putLong(places[place]);
                }
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
