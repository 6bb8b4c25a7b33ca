package sluice.dictionary;

import java.io.IOException;
import sluice.dictionary.table.NameBytes;

/**
 * Writes the names of a generation, group by group in the order of their ids, and beside them the
 * offsets of large buckets and the directories. Belongs to one thread; takes a fixed piece of
 * memory.
 */
final class DictionaryWriter {
    private final NameFileWriter names;
    private final NameFileWriter offsets;
    private final NameFileWriter directories;
    private final NameBytes.Hash nameHash;

    private final long[] firstOffsets = new long[DictionaryFormat.SCANNED_MAX];
    private long inBucket;
    private long offsetCount;

    DictionaryWriter(
            NameFileWriter names,
            NameFileWriter offsets,
            NameFileWriter directories,
            NameBytes.Hash nameHash) {
        this.names = names;
        this.offsets = offsets;
        this.directories = directories;
        this.nameHash = nameHash;
    }

    /** How many offsets of names in large buckets there are. */
    long offsetCount() {
        return offsetCount;
    }

    /** Takes the next {@code count} names of {@code stream}, which are a group. */
    void writeGroup(NameFileStream stream, long count) throws IOException {
        long bucketCount = DictionaryFormat.bucketCount(count);
        long places = 0;
        for (long index = 0; index < count; index++) {
            int length = nextLength(stream);
            long hash = nameHash.of(stream.buffer(), stream.position() + 2, length);
            long bucket = DictionaryFormat.bucket(hash, bucketCount);
            if (places <= bucket) {
                endBucket();
                for (; places <= bucket; places++) {
                    putPlace(index);
                }
            }
            putOffset(names.lengthBytes());
            names.put(stream.buffer(), stream.position(), 2 + length);
            stream.skip(2 + length);
        }
        endBucket();
        for (; places <= bucketCount; places++) {
            putPlace(count);
        }
    }

    private static int nextLength(NameFileStream stream) throws IOException {
        if (stream.ensure(2)) {
            int length = NameBytes.getShort(stream.buffer(), stream.position());
            if (stream.ensure(2 + length)) {
                return length;
            }
        }
        throw stream.file().corrupt(stream.offset(), "there are fewer names than were written");
    }

    private void putPlace(long index) throws IOException {
        directories.putInt40(index);
        directories.putInt40(names.lengthBytes());
    }

    /** Keeps the offset of a name until it is known whether its bucket is large. */
    private void putOffset(long offset) throws IOException {
        if (inBucket < firstOffsets.length) {
            firstOffsets[(int) inBucket] = offset;
        } else {
            if (inBucket == firstOffsets.length) {
                for (long first : firstOffsets) {
                    offsets.putInt40(first);
                }
            }
            offsets.putInt40(offset);
        }
        inBucket++;
    }

    /** Ends a large bucket with the index of its first offset. */
    private void endBucket() throws IOException {
        if (inBucket > DictionaryFormat.SCANNED_MAX) {
            names.putInt40(offsetCount);
            offsetCount += inBucket;
        }
        inBucket = 0;
    }
}
