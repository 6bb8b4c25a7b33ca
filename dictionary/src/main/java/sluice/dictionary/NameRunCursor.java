package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.shard.ShardPlaces;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * Reads the names of one file of a name run in their order. Belongs to one thread.
 *
 * <p>Hot: no object per name. A name's bytes are good until the next call of {@link #next}.
 */
final class NameRunCursor implements Closeable {
    private final NameFileStream stream;
    private final NameBytes.Hash nameHash;
    private final List<NameGroup> groups;
    private final long[] countOfGroup;
    private final NameShard shard;
    private final ShardPlaces places;
    private final int place;

    private int group = -1;
    private long leftInGroup;
    private long hash;
    private int length;

    private NameRunCursor(
            NameFileStream stream,
            NameRunFooter footer,
            NameBytes.Hash nameHash,
            NameShard shard,
            int place) {
        this.place = place;
        this.stream = stream;
        this.nameHash = nameHash;
        this.shard = shard;
        groups = footer.groups();
        countOfGroup = footer.countOfGroup();
        places =
                shard.count() == 1
                        ? ShardPlaces.begin(0)
                        : ShardPlaces.of(footer.tag(), groups.size());
    }

    /**
     * Opens a file of a run, which is at {@code place} among others, before its first name of
     * {@code shard}. The caller closes it.
     */
    static NameRunCursor open(
            Storage storage, NameFile file, NameBytes.Hash nameHash, NameShard shard, int place)
            throws IOException {
        NameFileReader reader =
                NameFileReader.open(storage, file.name(), NameFileFormat.RUN_MAGIC, file);
        NameRunFooter footer;
        try {
            footer = NameRunFooter.read(reader);
        } catch (Throwable failure) {
            reader.close();
            throw failure;
        }
        return new NameRunCursor(new NameFileStream(reader), footer, nameHash, shard, place);
    }

    /** The place of the file among those that are read beside it. */
    int place() {
        return place;
    }

    List<NameGroup> groups() {
        return groups;
    }

    /** How many names the file has. */
    long count() {
        return Arrays.stream(countOfGroup).sum();
    }

    /** Goes to the next name; false at the end. */
    boolean next() throws IOException {
        if (shard.count() == 1) {
            return nextOfAll();
        }
        while (nextOfAll()) {
            if (Long.compareUnsigned(hash, shard.greatest()) <= 0) {
                if (Long.compareUnsigned(hash, shard.least()) >= 0) {
                    return true;
                }
            } else if (!places.isEmpty()) {
                // It is known where the next group begins.
                length = 0;
                leftInGroup = 0;
            }
        }
        return false;
    }

    /** Goes to the first name of the group that may be in the shard. */
    private void enterGroup() throws IOException {
        leftInGroup = countOfGroup[group];
        if (!places.isEmpty()) {
            leftInGroup -= places.before(group, shard.least());
            stream.seek(places.offset(group, shard.least()));
        }
    }

    private boolean nextOfAll() throws IOException {
        stream.skip(length);
        length = 0;
        boolean first = leftInGroup == 0;
        while (leftInGroup == 0) {
            group++;
            if (group == groups.size()) {
                group--;
                if (places.isEmpty() && stream.ensure(1)) {
                    throw stream.file()
                            .corrupt(stream.offset(), "there are more names than the footer says");
                }
                return false;
            }
            enterGroup();
        }
        leftInGroup--;
        if (!stream.ensure(2)) {
            throw stream.file()
                    .corrupt(stream.offset(), "there are fewer names than the footer says");
        }
        int nameLength = NameBytes.getShort(stream.buffer(), stream.position());
        if (nameLength == 0 || !stream.ensure(2 + nameLength)) {
            throw stream.file()
                    .corrupt(stream.offset(), "a name has the wrong length " + nameLength);
        }
        long next = nameHash.of(stream.buffer(), stream.position() + 2, nameLength);
        if (!first && Long.compareUnsigned(next, hash) < 0) {
            throw stream.file().corrupt(stream.offset(), "the names are out of order");
        }
        hash = next;
        length = 2 + nameLength;
        return true;
    }

    /** The index of the name's group in {@link #groups}. */
    int group() {
        return group;
    }

    long hash() {
        return hash;
    }

    byte[] bytes() {
        return stream.buffer();
    }

    /** The same as {@link #bytes}. */
    MemorySegment segment() {
        return stream.segment();
    }

    /** Where in {@link #bytes} the name begins; its length stands in the two bytes before. */
    int offset() {
        return stream.position() + 2;
    }

    int length() {
        return length - 2;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
