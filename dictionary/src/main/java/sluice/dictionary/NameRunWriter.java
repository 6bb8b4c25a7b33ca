package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import sluice.storage.Storage;

/** Writes a name run: distinct names in order, group by group. Belongs to one thread. */
final class NameRunWriter implements Closeable {
    private final NameFileWriter file;
    private final List<NameGroup> groups;
    private final long[] countOfGroup;

    /** Begins the run {@code name} of {@code groups}, which are in order. */
    NameRunWriter(Storage storage, String name, List<NameGroup> groups, boolean durable)
            throws IOException {
        this.groups = groups;
        countOfGroup = new long[groups.size()];
        file = new NameFileWriter(storage, name, NameFileFormat.RUN_MAGIC, durable);
    }

    /**
     * Appends a name, given with its length in two bytes before it, to the group at {@code rank}.
     */
    void put(int rank, byte[] bytes, int name, int length) throws IOException {
        file.put(bytes, name, 2 + length);
        countOfGroup[rank]++;
    }

    /** Where in the file the next name begins. */
    long lengthBytes() {
        return file.lengthBytes();
    }

    NameFile finish(boolean last, List<NameFile> parts, byte[] tag) throws IOException {
        FooterWriter footer = new FooterWriter();
        footer.putByte(last ? 1 : 0);
        footer.putInt(tag.length);
        footer.put(tag);
        footer.putInt(parts.size());
        for (NameFile part : parts) {
            footer.putName(part.name().getBytes(StandardCharsets.UTF_8));
            footer.putLong(part.lengthBytes());
            footer.putLong(part.checksum());
        }
        int used = 0;
        for (long count : countOfGroup) {
            used += count > 0 ? 1 : 0;
        }
        footer.putInt(used);
        for (int rank = 0; rank < countOfGroup.length; rank++) {
            if (countOfGroup[rank] > 0) {
                footer.putByte(groups.get(rank).types() ? 0 : 1);
                footer.putName(groups.get(rank).bytes());
                footer.putLong(countOfGroup[rank]);
            }
        }
        return file.finish(footer.bytes());
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
