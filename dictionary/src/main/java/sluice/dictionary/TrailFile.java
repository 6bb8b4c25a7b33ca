package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/** The file of a trail, read from its first piece on. Belongs to one thread. */
final class TrailFile implements Closeable {
    private static final int NUMBER_BYTES = 4;
    private static final int ID_BYTES = 8;

    private final NameFileStream stream;
    private final long askedCount;
    private final long nameCount;
    private final long namesAt;
    private final boolean hasRows;

    /** Receives the names of the run that a trail belongs to. */
    interface Names {
        /**
         * The name of this number has an id, or is that of a type with that number.
         *
         * @param group of the dictionary, where hashes were asked for; -1 for a type
         */
        void put(int number, int group, long hash, long id);
    }

    private TrailFile(
            NameFileStream stream, long askedCount, long nameCount, long namesAt, boolean hasRows) {
        this.stream = stream;
        this.askedCount = askedCount;
        this.nameCount = nameCount;
        this.namesAt = namesAt;
        this.hasRows = hasRows;
    }

    /** Reads what a trail needs before it is used. */
    interface Reading<T> {
        /** Whether {@code trail} is of use. */
        boolean read(T trail) throws IOException;
    }

    /**
     * The trail beside the name run of {@code label}, which owns its file and was read; empty where
     * it is missing, damaged or not of use: the chunk can do without. The caller closes it.
     */
    static <T extends Closeable> Optional<T> openTrail(
            Storage storage, String label, Function<TrailFile, T> make, Reading<T> reading)
            throws IOException {
        T trail;
        try {
            trail = make.apply(open(storage, label));
        } catch (NoSuchFileException | CorruptFileException _) {
            return Optional.empty();
        }
        boolean isOfUse = false;
        try {
            isOfUse = reading.read(trail);
        } catch (NoSuchFileException | CorruptFileException _) {
            // The source has the names and the rows too.
        } finally {
            if (!isOfUse) {
                trail.close();
            }
        }
        return isOfUse ? Optional.of(trail) : Optional.empty();
    }

    private static TrailFile open(Storage storage, String label) throws IOException {
        NameFileReader file =
                NameFileReader.open(
                        storage, NameTrailWriter.fileName(label), NameFileFormat.TRAIL_MAGIC, null);
        long asked;
        long names;
        long at;
        boolean rows;
        try {
            FooterReader footer = new FooterReader(file);
            asked = footer.readLong();
            names = footer.readLong();
            at = footer.readLong();
            rows = footer.readByte() == 1;
            footer.end();
            if (asked < 0
                    || names < 0
                    || names > Integer.MAX_VALUE
                    || at < NameFileFormat.HEADER_BYTES
                    || at > file.bodyLength()) {
                throw footer.corrupt("counts of names or bytes are out of their ranges");
            }
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
        return new TrailFile(new NameFileStream(file), asked, names, at, rows);
    }

    /** How many names the pieces have. */
    long askedCount() {
        return askedCount;
    }

    /** How many distinct names there are. */
    long nameCount() {
        return nameCount;
    }

    /** Whether the pieces hold all rows of the chunk. */
    boolean hasRows() {
        return hasRows;
    }

    /** Reads every byte; damage is a {@link CorruptFileException}. */
    void verify() throws IOException {
        ByteBuffer block = ByteBuffer.allocateDirect(NameFileFormat.BLOCK_BYTES);
        for (long index = 0; index < stream.file().blockCount(); index++) {
            stream.file().readBlock(index, block.clear());
        }
    }

    /**
     * Finds the ids of all names of the run of {@code label}, in their order: those that the merge
     * of the runs left beside it, else by looking each name up. False where the run is not the
     * trail's.
     *
     * @param withHashes whether {@code into} needs hashes, for which the names must be read
     */
    boolean resolve(
            Storage storage, String label, Dictionary dictionary, boolean withHashes, Names into)
            throws IOException {
        NameFile run = NameRun.open(storage, NameCollector.runName(label)).file();
        NameFile trail = stream.file().file();
        try (NameFileStream numbers =
                        new NameFileStream(
                                NameFileReader.open(
                                        storage, trail.name(), NameFileFormat.TRAIL_MAGIC, trail));
                NameRunCursor names =
                        NameRunCursor.open(storage, run, NameBytes.HASH, NameShard.ALL, 0);
                @Nullable NameFileStream ids = MergedIds.open(storage, label, run).orElse(null)) {
            numbers.seek(namesAt);
            boolean isWhole =
                    ids == null || withHashes
                            ? resolve(numbers, names, ids, dictionary, into)
                            : resolve(numbers, ids, types(names, dictionary), into);
            return isWhole && !numbers.ensure(1) && (ids == null || !ids.ensure(1));
        }
    }

    /** The numbers of the types among the names, which come first. */
    private static List<Long> types(NameRunCursor names, Dictionary dictionary) throws IOException {
        List<Long> types = new ArrayList<>();
        while (names.next() && names.groups().get(names.group()).types()) {
            types.add(dictionary.type(names.segment(), names.offset(), names.length()));
        }
        return types;
    }

    private boolean resolve(
            NameFileStream numbers, NameFileStream ids, List<Long> types, Names into)
            throws IOException {
        int typeCount = 0;
        while (ids.ensure(ID_BYTES)) {
            int number = numbers.ensure(NUMBER_BYTES) ? takeInt(numbers) : -1;
            if (number < 0 || number >= nameCount) {
                return false;
            }
            long id = takeLong(ids);
            if (id != MergedIds.TYPE) {
                into.put(number, 0, 0, id);
            } else if (typeCount == types.size()) {
                return false;
            } else {
                into.put(number, -1, 0, types.get(typeCount++));
            }
        }
        return typeCount == types.size();
    }

    private boolean resolve(
            NameFileStream numbers,
            NameRunCursor names,
            @Nullable NameFileStream ids,
            Dictionary dictionary,
            Names into)
            throws IOException {
        int[] groups =
                names.groups().stream()
                        .mapToInt(group -> group.types() ? -1 : dictionary.group(group.name()))
                        .toArray();
        while (names.next()) {
            int number = numbers.ensure(NUMBER_BYTES) ? takeInt(numbers) : -1;
            if (number < 0 || number >= nameCount || ids != null && !ids.ensure(ID_BYTES)) {
                return false;
            }
            long merged = ids == null ? MergedIds.TYPE : takeLong(ids);
            int group = groups[names.group()];
            boolean isType = names.groups().get(names.group()).types();
            if (isType || group >= 0) {
                long id = merged == MergedIds.TYPE ? id(dictionary, group, names) : merged;
                into.put(number, group, names.hash(), id);
            }
        }
        return true;
    }

    private static long id(Dictionary dictionary, int group, NameRunCursor name)
            throws IOException {
        return group < 0
                ? dictionary.type(name.segment(), name.offset(), name.length())
                : dictionary.find(group, name.hash(), name.segment(), name.offset(), name.length());
    }

    /** Whether there is one more piece. */
    boolean hasMore() {
        return stream.offset() < namesAt;
    }

    /** The next number of the file; negative ones are damage. */
    int readInt() throws IOException {
        if (!stream.ensure(NUMBER_BYTES)) {
            throw corrupt("the file ends inside a piece");
        }
        int value = takeInt(stream);
        if (value < 0) {
            throw corrupt("a number is negative");
        }
        return value;
    }

    /**
     * Reads the next {@code count} numbers, a piece's at most, into the front of {@code target};
     * negative ones are damage. Hot.
     */
    void readInts(int[] target, int count) throws IOException {
        if (!stream.ensure(NUMBER_BYTES * count)) {
            throw corrupt("the file ends inside a piece");
        }
        byte[] bytes = stream.buffer();
        int from = stream.position();
        int signs = 0;
        for (int i = 0; i < count; i++) {
            target[i] = NameBytes.getInt(bytes, from + NUMBER_BYTES * i);
            signs |= target[i];
        }
        if (signs < 0) {
            throw corrupt("a number is negative");
        }
        stream.skip(NUMBER_BYTES * count);
    }

    private static int takeInt(NameFileStream from) {
        int value = NameBytes.getInt(from.buffer(), from.position());
        from.skip(NUMBER_BYTES);
        return value;
    }

    private static long takeLong(NameFileStream from) {
        long value = NameBytes.getLong(from.buffer(), from.position());
        from.skip(ID_BYTES);
        return value;
    }

    /** Goes {@code length} bytes on. */
    void skip(int length) throws IOException {
        for (int left = length; left > 0; ) {
            int taken = available(left);
            stream.skip(taken);
            left -= taken;
        }
    }

    /** Reads {@code length} bytes into the front of {@code target}. */
    void read(byte[] target, int length) throws IOException {
        for (int at = 0; at < length; ) {
            int taken = available(length - at);
            System.arraycopy(stream.buffer(), stream.position(), target, at, taken);
            stream.skip(taken);
            at += taken;
        }
    }

    private int available(int wanted) throws IOException {
        if (!stream.ensure(1)) {
            throw corrupt("the file ends inside a piece");
        }
        return Math.min(wanted, stream.available());
    }

    CorruptFileException corrupt(String finding) {
        return stream.file().corrupt(stream.offset(), finding);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
