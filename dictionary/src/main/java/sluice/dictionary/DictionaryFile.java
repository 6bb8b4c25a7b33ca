package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * One generation of a dictionary: names and their ids from its first id on, without gaps.
 *
 * <p>Safe for any number of threads. A block is checked before anything in it is used for the first
 * time; from then on a lookup reads mapped memory only. Takes 5 bytes of heap for each 16 KiB.
 */
final class DictionaryFile implements Closeable {
    private final NameFileReader file;
    private final MemorySegment map;
    // 1 for a block that has been checked. Threads may race to set it: each of them has checked.
    private final byte[] checked;

    private final long firstId;
    private final long count;
    private final long namesEnd;
    private final long offsetsAt;
    private final long offsetCount;
    private final long firstType;
    private final String[] groups;
    // By group, and at the end where the next one would be: index in the file, place of the
    // directory.
    private final long[] firstIndex;
    private final long[] directoryAt;
    private final NameBytes.Hash nameHash;
    private final List<byte[]> types = new ArrayList<>();

    /**
     * Opens {@code expected}, mapped for as long as {@code arena} lives. The caller closes both.
     */
    static DictionaryFile open(
            Storage storage, NameFile expected, NameBytes.Hash nameHash, Arena arena)
            throws IOException {
        NameFileReader file =
                NameFileReader.open(
                        storage, expected.name(), NameFileFormat.DICTIONARY_MAGIC, expected);
        try {
            MemorySegment map = storage.map(expected.name(), expected.lengthBytes(), arena);
            return new DictionaryFile(file, map, nameHash);
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
    }

    private DictionaryFile(NameFileReader file, MemorySegment map, NameBytes.Hash nameHash)
            throws CorruptFileException {
        this.file = file;
        this.map = map;
        this.nameHash = nameHash;
        checked = new byte[Math.toIntExact(file.blockCount())];
        FooterReader footer = new FooterReader(file);
        firstId = footer.readLong();
        count = footer.readLong();
        namesEnd = footer.readLong();
        offsetCount = footer.readLong();
        firstType = footer.readLong();
        int groupCount = footer.readCount(11);
        groups = new String[groupCount];
        firstIndex = new long[groupCount + 1];
        directoryAt = new long[groupCount + 1];
        if (firstId < 0
                || count < 0
                || count > file.bodyLength()
                || namesEnd < NameFileFormat.HEADER_BYTES
                || namesEnd > file.bodyLength()
                || offsetCount < 0
                || offsetCount > count
                || firstType < DictionaryFormat.FIRST_TYPE_OF_BEFORE) {
            throw footer.corrupt("counts of ids, bytes or types are out of their ranges");
        }
        offsetsAt = namesEnd;
        directoryAt[0] = offsetsAt + DictionaryFormat.OFFSET_BYTES * offsetCount;
        readGroups(footer);
        if (firstIndex[groupCount] != count || directoryAt[groupCount] != file.bodyLength()) {
            throw footer.corrupt("the sections do not add up to the body");
        }
        int typeCount = footer.readCount(3);
        for (int i = 0; i < typeCount; i++) {
            types.add(footer.readName());
            if (types.get(i).length == 0
                    || types.get(i).length > NameFileFormat.TYPE_NAME_BYTES_MAX
                    || i > 0 && Arrays.compareUnsigned(types.get(i - 1), types.get(i)) >= 0) {
                throw footer.corrupt("the names of types are out of order");
            }
        }
        footer.end();
    }

    private void readGroups(FooterReader footer) throws CorruptFileException {
        byte[] before = new byte[0];
        for (int i = 0; i < groups.length; i++) {
            byte[] name = footer.readName();
            long groupCount = footer.readLong();
            if (groupCount <= 0
                    || groupCount > count - firstIndex[i]
                    || i > 0 && Arrays.compareUnsigned(before, name) >= 0) {
                throw footer.corrupt("the groups are out of order or their counts too large");
            }
            groups[i] = new String(name, StandardCharsets.UTF_8);
            firstIndex[i + 1] = firstIndex[i] + groupCount;
            directoryAt[i + 1] = directoryAt[i] + DictionaryFormat.directoryBytes(groupCount);
            before = name;
        }
    }

    NameFileReader file() {
        return file;
    }

    long firstId() {
        return firstId;
    }

    long count() {
        return count;
    }

    long firstType() {
        return firstType;
    }

    /** The names of the types, the first of which has the number {@link #firstType}. */
    List<byte[]> types() {
        return types;
    }

    /** The names of the groups that have names here, in order. */
    List<String> groups() {
        return List.of(groups);
    }

    /**
     * The id of a name in the group that stands at {@code group} in {@link #groups}, or -1. Hot:
     * one look into the directory, 1.25 bytes for each name, and one at the 8 or so names of a
     * bucket.
     */
    long find(int group, long hash, MemorySegment bytes, long offset, int length)
            throws IOException {
        try {
            long index = search(group, hash, bytes, offset, length);
            return index < 0 ? -1 : firstId + index;
        } catch (InternalError unreadable) {
            throw unreadable(unreadable);
        }
    }

    /**
     * The name of an id of this generation. Costs a search in the directory and a walk through a
     * bucket.
     */
    Name name(long id) throws IOException {
        try {
            long index = id - firstId;
            int group = Arrays.binarySearch(firstIndex, index);
            group = group >= 0 ? group : -group - 2;
            long at = nameAt(group, index - firstIndex[group]);
            MemorySegment name = map.asSlice(at + 2, nameLength(at, namesEnd));
            return new Name(groups[group], name.toArray(NameBytes.BYTE));
        } catch (InternalError unreadable) {
            throw unreadable(unreadable);
        }
    }

    MemorySegment map() {
        return map;
    }

    /** How many names the group at {@code group} has. */
    long countOfGroup(int group) {
        return firstIndex[group + 1] - firstIndex[group];
    }

    /** Where the names end, the first of which begins behind the header. */
    long namesEnd() {
        return namesEnd;
    }

    long offsetCount() {
        return offsetCount;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private long search(int group, long hash, MemorySegment bytes, long offset, int length)
            throws IOException {
        long groupCount = countOfGroup(group);
        long place =
                place(
                        group,
                        DictionaryFormat.bucket(hash, DictionaryFormat.bucketCount(groupCount)));
        checkPlace(place, groupCount);
        long first = index(place);
        long next = index(place + DictionaryFormat.PLACE_BYTES);
        long at = offset(place);
        long end = offset(place + DictionaryFormat.PLACE_BYTES);
        if (next - first > DictionaryFormat.SCANNED_MAX) {
            long index = searchLarge(end, next - first, hash, bytes, offset, length);
            return index < 0 ? -1 : firstIndex[group] + first + index;
        }
        check(at, end - at);
        for (long index = first; index < next; index++) {
            if (at + 2 > end) {
                throw file.corrupt(at, "a bucket ends before its names");
            }
            int nameLength = Short.toUnsignedInt(map.get(NameBytes.SHORT, at));
            if (nameLength == length
                    && at + 2 + length <= end
                    && NameBytes.same(map, at + 2, bytes, offset, length)) {
                return firstIndex[group] + index;
            }
            at += 2 + nameLength;
        }
        return -1;
    }

    /**
     * Searches a bucket of {@code bucketCount} names by halves and returns an index in it, or -1.
     */
    private long searchLarge(
            long bucketEnd,
            long bucketCount,
            long hash,
            MemorySegment bytes,
            long offset,
            int length)
            throws IOException {
        long firstOffset = firstOffset(bucketEnd, bucketCount);
        long low = 0;
        long high = bucketCount;
        while (low < high) {
            long middle = low + high >>> 1;
            long at = largeNameAt(firstOffset + middle);
            int nameLength = nameLength(at, bucketEnd);
            int order = Long.compareUnsigned(nameHash.of(map, at + 2, nameLength), hash);
            if (order == 0) {
                order = NameBytes.compare(map, at + 2, nameLength, bytes, offset, length);
            }
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return -1;
    }

    /** Where the name is that stands at {@code index} of a group. */
    private long nameAt(int group, long index) throws IOException {
        long groupCount = countOfGroup(group);
        long place = place(group, bucketOf(group, index, groupCount));
        checkPlace(place, groupCount);
        long inBucket = index - index(place);
        long bucketCount = index(place + DictionaryFormat.PLACE_BYTES) - index(place);
        long end = offset(place + DictionaryFormat.PLACE_BYTES);
        if (inBucket < 0 || inBucket >= bucketCount) {
            throw file.corrupt(place, "a place of the directory is out of order");
        }
        if (bucketCount > DictionaryFormat.SCANNED_MAX) {
            return largeNameAt(firstOffset(end, bucketCount) + inBucket);
        }
        long at = offset(place);
        for (long i = 0; i < inBucket; i++) {
            at += 2 + nameLength(at, end);
        }
        return at;
    }

    /** The bucket of the name at {@code index}: about where an even spread would have it. */
    private long bucketOf(int group, long index, long groupCount) throws IOException {
        long bucketCount = DictionaryFormat.bucketCount(groupCount);
        long low = Math.min(bucketCount - 1, (long) ((double) index / groupCount * bucketCount));
        long high = low + 1;
        for (long step = 1; low > 0 && checkedIndex(group, low) > index; step *= 2) {
            high = low;
            low = Math.max(0, low - step);
        }
        for (long step = 1; high < bucketCount && checkedIndex(group, high) <= index; step *= 2) {
            low = high;
            high = Math.min(bucketCount, high + step);
        }
        while (high - low > 1) {
            long middle = low + high >>> 1;
            if (checkedIndex(group, middle) <= index) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long checkedIndex(int group, long bucket) throws IOException {
        long place = place(group, bucket);
        check(place, DictionaryFormat.PLACE_OFFSET);
        return index(place);
    }

    /** The index of the first offset of a large bucket, which stands at the bucket's end. */
    long firstOffset(long bucketEnd, long bucketCount) throws IOException {
        long at = bucketEnd - DictionaryFormat.OFFSET_BYTES;
        check(at, DictionaryFormat.OFFSET_BYTES);
        long first = int40(at);
        if (first > offsetCount - bucketCount) {
            throw file.corrupt(at, "the offsets of a large bucket end too late");
        }
        return first;
    }

    long largeNameAt(long offsetIndex) throws IOException {
        long at = offsetsAt + DictionaryFormat.OFFSET_BYTES * offsetIndex;
        check(at, DictionaryFormat.OFFSET_BYTES);
        return int40(at);
    }

    /**
     * The length of the name at {@code at}, which lies before {@code end}; its bytes are then
     * checked.
     */
    int nameLength(long at, long end) throws IOException {
        if (at < NameFileFormat.HEADER_BYTES || at + 2 > end) {
            throw file.corrupt(at, "a name lies outside its bucket");
        }
        check(at, 2);
        int length = Short.toUnsignedInt(map.get(NameBytes.SHORT, at));
        if (length == 0 || at + 2 + length > end) {
            throw file.corrupt(at, "a name has the wrong length " + length);
        }
        check(at + 2, length);
        return length;
    }

    long place(int group, long bucket) {
        return directoryAt[group] + DictionaryFormat.PLACE_BYTES * bucket;
    }

    /** Sees to it that a place and the next one can be used. */
    void checkPlace(long place, long groupCount) throws IOException {
        check(place, 2 * DictionaryFormat.PLACE_BYTES);
        long next = place + DictionaryFormat.PLACE_BYTES;
        if (index(place) > index(next)
                || index(next) > groupCount
                || offset(place) > offset(next)
                || offset(place) < NameFileFormat.HEADER_BYTES
                || offset(next) > namesEnd) {
            throw file.corrupt(place, "a place of the directory is out of order");
        }
    }

    long index(long place) {
        return int40(place);
    }

    long offset(long place) {
        return int40(place + DictionaryFormat.PLACE_OFFSET);
    }

    /** Reads 5 bytes; the 3 behind them are in the file too, whose tail is longer. */
    private long int40(long at) {
        return map.get(NameBytes.LONG, at) & DictionaryFormat.INT40_MAX;
    }

    /** Sees to it that the blocks of {@code length} bytes at {@code at} have been checked. Hot. */
    private void check(long at, long length) throws IOException {
        int last = (int) ((at + length - 1) / NameFileFormat.BLOCK_BYTES);
        for (int block = (int) (at / NameFileFormat.BLOCK_BYTES); block <= last; block++) {
            if (checked[block] == 0) {
                checkBlock(block);
            }
        }
    }

    private void checkBlock(int block) throws IOException {
        file.readBlock(block, ByteBuffer.allocate(NameFileFormat.BLOCK_BYTES));
        checked[block] = 1;
    }

    CorruptFileException unreadable(InternalError error) {
        CorruptFileException failure = file.corrupt(0, "a mapped page cannot be read");
        failure.initCause(error);
        return failure;
    }
}
