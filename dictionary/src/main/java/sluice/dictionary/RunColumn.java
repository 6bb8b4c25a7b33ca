package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * A file beside a name run, with a number for each name of the run in the order of the run. Its
 * footer names the run. It is not synced, as a load does without one that is missing.
 */
final class RunColumn implements Closeable {
    private static final int TRAIL_BYTES_MIN = 18;

    private final NameFileStream stream;
    private final Set<NameFile> trails;

    private RunColumn(NameFileStream stream, Set<NameFile> trails) {
        this.stream = stream;
        this.trails = trails;
    }

    /** The name of the file with the numbers by which trails know the names. */
    static String numbers(String runLabel) {
        return "names-" + runLabel + ".order";
    }

    /** The name of the file with the ids of the names. */
    static String ids(String runLabel) {
        return "names-" + runLabel + ".ids";
    }

    /** Begins the file {@code name}; {@link #finish} gives it its name. The caller closes it. */
    static NameFileWriter begin(Storage storage, String name) throws IOException {
        return new NameFileWriter(storage, name, NameFileFormat.STREAM_MAGIC, false);
    }

    /** Gives the file its name; {@code trails} are those that know names by its numbers. */
    static void finish(NameFileWriter column, NameFile run, List<NameFile> trails)
            throws IOException {
        FooterWriter footer = new FooterWriter();
        footer.putLong(run.lengthBytes());
        footer.putLong(run.checksum());
        footer.putInt(trails.size());
        for (NameFile trail : trails) {
            footer.putName(trail.name().getBytes(StandardCharsets.UTF_8));
            footer.putLong(trail.lengthBytes());
            footer.putLong(trail.checksum());
        }
        column.finish(footer.bytes());
    }

    /** The file {@code name} at its first number; empty where it is missing or of another run. */
    static Optional<RunColumn> open(Storage storage, String name, NameFile run) throws IOException {
        if (!storage.list().contains(name)) {
            return Optional.empty();
        }
        NameFileReader file = NameFileReader.open(storage, name, NameFileFormat.STREAM_MAGIC, null);
        List<NameFile> trails = new ArrayList<>();
        boolean isOfRun;
        try {
            FooterReader footer = new FooterReader(file);
            isOfRun = footer.readLong() == run.lengthBytes() && footer.readLong() == run.checksum();
            int count = footer.readCount(TRAIL_BYTES_MIN);
            for (int i = 0; i < count; i++) {
                String trail = new String(footer.readName(), StandardCharsets.UTF_8);
                trails.add(new NameFile(trail, footer.readLong(), footer.readLong()));
            }
            footer.end();
        } catch (Throwable failure) {
            file.close();
            throw failure;
        }
        if (!isOfRun) {
            file.close();
            return Optional.empty();
        }
        return Optional.of(new RunColumn(new NameFileStream(file), Set.copyOf(trails)));
    }

    /** The trails that know names by the numbers of the file. */
    Set<NameFile> trails() {
        return trails;
    }

    boolean ensure(int length) throws IOException {
        return stream.ensure(length);
    }

    int nextInt() {
        int value = NameBytes.getInt(stream.buffer(), stream.position());
        stream.skip(Integer.BYTES);
        return value;
    }

    long nextLong() {
        long value = NameBytes.getLong(stream.buffer(), stream.position());
        stream.skip(Long.BYTES);
        return value;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
