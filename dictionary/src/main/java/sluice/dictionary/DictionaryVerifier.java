package sluice.dictionary;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;

/** Checks every block and every invariant of one generation. Belongs to one thread. */
public final class DictionaryVerifier {
    private final DictionaryFile file;
    private final NameBytes.Hash nameHash;
    private final DictionaryProblems problems;

    private long at = NameFileFormat.HEADER_BYTES;
    private long offsetCount;
    private long before = -1;

    DictionaryVerifier(DictionaryFile file, NameBytes.Hash nameHash, DictionaryProblems problems) {
        this.file = file;
        this.nameHash = nameHash;
        this.problems = problems;
    }

    /** Tells of every block that is damaged; where none is, of what is wrong within them. */
    void verify() throws IOException {
        if (!verifyBlocks()) {
            return;
        }
        try {
            List<String> groups = file.groups();
            for (int group = 0; group < groups.size(); group++) {
                verifyGroup(group);
            }
            expect(file.namesEnd(), at, "the end of the names", file.namesEnd());
            expect(file.namesEnd(), offsetCount, "the number of offsets", file.offsetCount());
        } catch (CorruptFileException damage) {
            problems.add(damage);
        } catch (InternalError unreadable) {
            problems.add(file.unreadable(unreadable));
        }
    }

    private boolean verifyBlocks() throws IOException {
        ByteBuffer block = ByteBuffer.allocate(NameFileFormat.BLOCK_BYTES);
        boolean whole = true;
        for (long i = 0; i < file.file().blockCount(); i++) {
            try {
                file.file().readBlock(i, block.clear());
            } catch (CorruptFileException damage) {
                problems.add(damage);
                whole = false;
            }
        }
        return whole;
    }

    private void verifyGroup(int group) throws IOException {
        long count = file.countOfGroup(group);
        long bucketCount = DictionaryFormat.bucketCount(count);
        long index = 0;
        before = -1;
        for (long bucket = 0; bucket < bucketCount; bucket++) {
            long place = file.place(group, bucket);
            file.checkPlace(place, count);
            expect(place, file.index(place), "the first index of a bucket", index);
            expect(place, file.offset(place), "the offset of a bucket", at);
            long next = file.index(place + DictionaryFormat.PLACE_BYTES);
            long end = file.offset(place + DictionaryFormat.PLACE_BYTES);
            verifyBucket(bucket, bucketCount, next - index, end);
            index = next;
        }
        long last = file.place(group, bucketCount);
        expect(last, file.index(last), "the last index of a directory", count);
        expect(last, file.offset(last), "the last offset of a directory", at);
    }

    private void verifyBucket(long bucket, long bucketCount, long count, long end)
            throws IOException {
        boolean large = count > DictionaryFormat.SCANNED_MAX;
        for (long i = 0; i < count; i++) {
            int length = file.nameLength(at, end);
            long hash = nameHash.of(file.map(), at + 2, length);
            expect(at, bucket, "the bucket of a name", DictionaryFormat.bucket(hash, bucketCount));
            if (large) {
                expect(at, file.largeNameAt(offsetCount + i), "the offset of a name", at);
            }
            if (before >= 0 && !isAfter(before, hash, length)) {
                throw file.file().corrupt(at, "the names are out of order");
            }
            before = at;
            at += 2 + length;
        }
        if (large) {
            expect(
                    at,
                    file.firstOffset(end, count),
                    "the first offset of a large bucket",
                    offsetCount);
            offsetCount += count;
            at += DictionaryFormat.OFFSET_BYTES;
        }
        expect(at, at, "the end of a bucket", end);
    }

    /** Whether the name at {@link #at} belongs after the one at {@code other}. */
    private boolean isAfter(long other, long hash, int length) throws IOException {
        int otherLength = file.nameLength(other, file.namesEnd());
        int order = Long.compareUnsigned(nameHash.of(file.map(), other + 2, otherLength), hash);
        if (order == 0) {
            order =
                    NameBytes.compare(
                            file.map(), other + 2, otherLength, file.map(), at + 2, length);
        }
        return order < 0;
    }

    private void expect(long offset, long found, String what, long expected)
            throws CorruptFileException {
        if (found != expected) {
            throw file.file()
                    .corrupt(offset, "%s is %d instead of %d".formatted(what, found, expected));
        }
    }
}
