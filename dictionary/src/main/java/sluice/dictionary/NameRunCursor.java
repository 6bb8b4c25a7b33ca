package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
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

    private int group = -1;
    private long leftInGroup;
    private long hash;
    private int length;

    private NameRunCursor(NameFileStream stream, NameRunFooter footer, NameBytes.Hash nameHash) {
        this.stream = stream;
        this.nameHash = nameHash;
        groups = footer.groups();
        countOfGroup = footer.countOfGroup();
    }

    /** Opens a file of a run before its first name. The caller closes it. */
    static NameRunCursor open(Storage storage, NameFile file, NameBytes.Hash nameHash)
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
        return new NameRunCursor(new NameFileStream(reader), footer, nameHash);
    }

    List<NameGroup> groups() {
        return groups;
    }

    /** Goes to the next name; false at the end. */
    boolean next() throws IOException {
        stream.skip(length);
        length = 0;
        boolean first = leftInGroup == 0;
        if (first) {
            group++;
            if (group == groups.size()) {
                group--;
                if (stream.ensure(1)) {
                    throw stream.file()
                            .corrupt(stream.offset(), "there are more names than the footer says");
                }
                return false;
            }
            leftInGroup = countOfGroup[group];
        }
        leftInGroup--;
        if (!stream.ensure(2)) {
            throw stream.file()
                    .corrupt(stream.offset(), "there are fewer names than the footer says");
        }
        int nameLength =
                Short.toUnsignedInt(stream.buffer().get(NameBytes.SHORT, stream.position()));
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

    MemorySegment bytes() {
        return stream.buffer();
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
