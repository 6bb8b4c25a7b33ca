package sluice.store;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private final long nameBytes;
    private final long firstType;
    private final String[] groups;
    // By group, and at the end where the next one would be: index in the file, place of the directory.
    private final long[] firstIndex;
    private final long[] directoryAt;
    private final long bytesAt;
    private final List<byte[]> types = new ArrayList<>();

    /** Opens {@code expected}, mapped for as long as {@code arena} lives. The caller closes both. */
    static DictionaryFile open(Storage storage, NameFile expected, Arena arena) throws IOException {
        NameFileReader file =
                NameFileReader.open(storage, expected.name(), NameFileFormat.DICTIONARY_MAGIC, expected);
        try {
            return new DictionaryFile(file, storage.map(expected.name(), expected.lengthBytes(), arena));
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
    }

    private DictionaryFile(NameFileReader file, MemorySegment map) throws CorruptFileException {
        this.file = file;
        this.map = map;
        checked = new byte[Math.toIntExact(file.blockCount())];
        FooterReader footer = new FooterReader(file);
        firstId = footer.readLong();
        count = footer.readLong();
        nameBytes = footer.readLong();
        firstType = footer.readLong();
        int groupCount = footer.readCount(11);
        groups = new String[groupCount];
        firstIndex = new long[groupCount + 1];
        directoryAt = new long[groupCount + 1];
        if (firstId < 0 || count < 0 || count > file.bodyLength() || nameBytes < 0
                || nameBytes > file.bodyLength() || firstType < DictionaryFormat.FIRST_TYPE) {
            throw footer.corrupt("counts of ids, bytes or types are out of their ranges");
        }
        directoryAt[0] = NameFileFormat.HEADER_BYTES + DictionaryFormat.ENTRY_BYTES * count;
        readGroups(footer);
        bytesAt = directoryAt[groupCount];
        if (firstIndex[groupCount] != count || bytesAt + nameBytes != file.bodyLength()) {
            throw footer.corrupt("the sections do not add up to the body");
        }
        int typeCount = footer.readCount(3);
        for (int i = 0; i < typeCount; i++) {
            types.add(footer.readName());
            if (types.get(i).length == 0 || types.get(i).length > NameFileFormat.TYPE_NAME_BYTES_MAX
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
            if (groupCount <= 0 || groupCount > count - firstIndex[i]
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
     * The id of a name in the group that stands at {@code group} in {@link #groups}, or -1. Hot: one
     * look into the directory, which stays in the cache, and one into the entries and the bytes each.
     */
    long find(int group, long hash, MemorySegment bytes, long offset, int length) throws IOException {
        try {
            long index = search(group, hash, bytes, offset, length);
            return index < 0 ? -1 : firstId + index;
        } catch (InternalError unreadable) {
            throw unreadable(unreadable);
        }
    }

    /** The name of an id of this generation. */
    Name name(long id) throws IOException {
        try {
            long index = id - firstId;
            int group = Arrays.binarySearch(firstIndex, index);
            group = group >= 0 ? group : -group - 2;
            long begin = nameBegin(index);
            int length = nameLength(index, begin);
            MemorySegment name = map.asSlice(bytesAt + begin, length);
            return new Name(groups[group], name.toArray(NameBytes.BYTE));
        } catch (InternalError unreadable) {
            throw unreadable(unreadable);
        }
    }

    /** Checks every block and every invariant, telling {@code problems}; see {@link Dictionary#verify}. */
    void verify(DictionaryProblems problems, NameBytes.Hash nameHash) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(NameFileFormat.BLOCK_BYTES);
        boolean whole = true;
        for (long i = 0; i < checked.length; i++) {
            try {
                file.readBlock(i, block.clear());
            } catch (CorruptFileException damage) {
                problems.add(damage);
                whole = false;
            }
        }
        if (!whole) {
            return;
        }
        try {
            for (int group = 0; group < groups.length; group++) {
                verifyGroup(group, problems, nameHash);
            }
        } catch (CorruptFileException damage) {
            problems.add(damage);
        } catch (InternalError unreadable) {
            problems.add(unreadable(unreadable));
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private long search(int group, long hash, MemorySegment bytes, long offset, int length)
            throws IOException {
        long first = firstIndex[group];
        long groupCount = firstIndex[group + 1] - first;
        long place = directoryAt[group] + DictionaryFormat.PLACE_BYTES
                * DictionaryFormat.bucket(hash, DictionaryFormat.bucketCount(groupCount));
        check(place, 2 * DictionaryFormat.PLACE_BYTES);
        long low = int40(place);
        long high = int40(place + DictionaryFormat.PLACE_BYTES);
        if (low > high || high > groupCount) {
            throw file.corrupt(place, "a place of the directory is out of order");
        }
        low += first;
        high += first;
        while (low < high) {
            long middle = low + high >>> 1;
            long entry = entryAt(middle);
            check(entry, 8);
            int order = Long.compareUnsigned(map.get(NameBytes.LONG, entry), hash);
            if (order == 0) {
                long begin = nameBegin(middle);
                int nameLength = nameLength(middle, begin);
                order = NameBytes.compare(map, bytesAt + begin, nameLength, bytes, offset, length);
                if (order == 0) {
                    return middle;
                }
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return -1;
    }

    private static long entryAt(long index) {
        return NameFileFormat.HEADER_BYTES + DictionaryFormat.ENTRY_BYTES * index;
    }

    /** Where among the bytes a name begins. */
    private long nameBegin(long index) throws IOException {
        long at = entryAt(index) + DictionaryFormat.ENTRY_NAME;
        check(at, 5);
        return int40(at);
    }

    /** The length of the name at {@code index}, whose bytes are then checked. */
    private int nameLength(long index, long begin) throws IOException {
        long end = index + 1 == count ? nameBytes : nameBegin(index + 1);
        long length = end - begin;
        if (length < 1 || length > NameFileFormat.NAME_BYTES_MAX || end > nameBytes) {
            throw file.corrupt(entryAt(index), "a name has the wrong length " + length);
        }
        check(bytesAt + begin, (int) length);
        return (int) length;
    }

    /** Reads 5 bytes; the 3 behind them are in the file too, whose tail is longer. */
    private long int40(long at) {
        return map.get(NameBytes.LONG, at) & DictionaryFormat.INT40_MAX;
    }

    /** Sees to it that the blocks of {@code length} bytes at {@code at} have been checked. Hot. */
    private void check(long at, int length) throws IOException {
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

    private CorruptFileException unreadable(InternalError error) {
        CorruptFileException failure = file.corrupt(0, "a mapped page cannot be read");
        failure.initCause(error);
        return failure;
    }

    private void verifyGroup(int group, DictionaryProblems problems, NameBytes.Hash nameHash)
            throws IOException {
        long groupCount = firstIndex[group + 1] - firstIndex[group];
        long bucketCount = DictionaryFormat.bucketCount(groupCount);
        long place = 0;
        for (long i = 0; i < groupCount; i++) {
            long index = firstIndex[group] + i;
            long hash = map.get(NameBytes.LONG, entryAt(index));
            long begin = nameBegin(index);
            int length = nameLength(index, begin);
            if (nameHash.of(map, bytesAt + begin, length) != hash) {
                problems.add(file.corrupt(entryAt(index), "the hash is not that of the name"));
            }
            if (i > 0 && !inOrder(index - 1, index)) {
                problems.add(file.corrupt(entryAt(index), "the names are out of order"));
            }
            if (index == 0 && begin != 0) {
                problems.add(file.corrupt(entryAt(index), "the first name does not begin at 0"));
            }
            for (; place <= DictionaryFormat.bucket(hash, bucketCount); place++) {
                verifyPlace(group, place, i, problems);
            }
        }
        for (; place <= bucketCount; place++) {
            verifyPlace(group, place, groupCount, problems);
        }
    }

    private boolean inOrder(long a, long b) throws IOException {
        int order = Long.compareUnsigned(
                map.get(NameBytes.LONG, entryAt(a)), map.get(NameBytes.LONG, entryAt(b)));
        if (order == 0) {
            long beginA = nameBegin(a);
            long beginB = nameBegin(b);
            order = NameBytes.compare(map, bytesAt + beginA, nameLength(a, beginA),
                    map, bytesAt + beginB, nameLength(b, beginB));
        }
        return order < 0;
    }

    private void verifyPlace(int group, long place, long index, DictionaryProblems problems) {
        long at = directoryAt[group] + DictionaryFormat.PLACE_BYTES * place;
        if (int40(at) != index) {
            problems.add(file.corrupt(
                    at, "a place of the directory is %d instead of %d".formatted(int40(at), index)));
        }
    }
}
