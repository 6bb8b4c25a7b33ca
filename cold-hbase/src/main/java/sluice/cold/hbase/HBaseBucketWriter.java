package sluice.cold.hbase;

import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import sluice.model.BucketStore;
import sluice.model.Link;
import sluice.model.Node;

/**
 * Writes what changes in one bucket as files of the table's regions, which the commit has HBase
 * take over. Belongs to one thread; holds about 40 MiB for the longest list, and files are what it
 * has beyond that.
 */
final class HBaseBucketWriter implements BucketStore.BucketWriter {
    private static final byte[] NO_NAME = HConstants.EMPTY_BYTE_ARRAY;
    private static final long SORT_BYTES_MAX = 32L << 20;

    /** Has HBase take finished files over, by their families. */
    interface Taker {
        void take(Map<byte[], List<Path>> files) throws IOException;
    }

    private final Taker taker;
    private final Function<Throwable, IOException> told;
    private final StagingFolder folder;
    private final Map<Family, RegionFiles> files = new EnumMap<>(Family.class);
    private final PointSorter points;
    private long bytes;
    private boolean isInList;
    private long id1;
    private long linkType;

    /**
     * Begins in a folder that was just made.
     *
     * @param borders where regions begin now, ascending, without the empty key
     * @param told makes what a user is told of a file that cannot be written
     */
    HBaseBucketWriter(
            Configuration configuration,
            TableDescriptor table,
            StagingFolder folder,
            List<byte[]> borders,
            long load,
            Taker taker,
            Function<Throwable, IOException> told) {
        this.taker = taker;
        this.told = told;
        this.folder = folder;
        this.points = new PointSorter(folder.fileSystem(), folder.path(), SORT_BYTES_MAX);
        for (Family family : Family.values()) {
            files.put(
                    family,
                    new RegionFiles(
                            configuration,
                            folder.fileSystem(),
                            new Path(folder.path(), Bytes.toString(family.bytes())),
                            table.getColumnFamily(family.bytes()),
                            borders,
                            load));
        }
    }

    @Override
    public void node(Node node) throws IOException {
        write(
                () -> {
                    endList();
                    of(Family.NODES).add(Rows.id(node.id()), NO_NAME, Rows.value(node));
                });
    }

    @Override
    public void gone(Node node) throws IOException {
        write(
                () -> {
                    endList();
                    of(Family.NODES).remove(Rows.id(node.id()), NO_NAME);
                });
    }

    @Override
    public void link(Link link) throws IOException {
        write(
                () -> {
                    beginList(link);
                    of(Family.of(link)).add(Rows.link(link), NO_NAME, Rows.value(link));
                    points.add(link.id2(), Rows.pointValue(link));
                });
    }

    @Override
    public void gone(Link link) throws IOException {
        write(
                () -> {
                    beginList(link);
                    of(Family.of(link)).remove(Rows.link(link), NO_NAME);
                    points.addGone(link.id2());
                });
    }

    @Override
    public void count(long countedId1, long countedType, long part, long counted)
            throws IOException {
        byte[] list = Rows.list(countedId1, countedType);
        write(
                () -> {
                    endList();
                    of(Family.NODES).add(list, Rows.part(part), Rows.count(counted));
                });
    }

    @Override
    public long commit() throws IOException {
        Map<byte[], List<Path>> finished = new TreeMap<>(Bytes.BYTES_COMPARATOR);
        write(() -> finish(finished));
        if (!finished.isEmpty()) {
            write(folder::mark);
            taker.take(finished);
            folder.requireMark();
        }
        // With what others left who built this bucket and are taken for dead. Before it is built
        // their files stay: one who only slept would hand over nothing and not be told, as HBase's
        // loader passes over a file that has gone.
        write(folder::deleteBucket);
        return bytes;
    }

    /** Ends all files, which are added to {@code finished}. */
    private void finish(Map<byte[], List<Path>> finished) throws IOException {
        endList();
        for (Family family : Family.values()) {
            List<Path> written = of(family).finish();
            for (Path file : written) {
                bytes += folder.fileSystem().getFileStatus(file).getLen();
            }
            if (!written.isEmpty()) {
                finished.put(family.bytes(), written);
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Runs {@code step}, which writes files; where that fails, a user is told so. */
    private void write(Step step) throws IOException {
        try {
            step.run();
        } catch (IOException | FSError e) {
            throw told.apply(e);
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (RegionFiles open : files.values()) {
            try {
                open.close();
            } catch (IOException | FSError e) {
                failure = told.apply(e);
            }
        }
        points.close();
        folder.deleteAttempt();
        if (failure != null) {
            throw failure;
        }
    }

    private void beginList(Link link) throws IOException {
        if (!isInList || link.id1() != id1 || link.linkType() != linkType) {
            endList();
            isInList = true;
            id1 = link.id1();
            linkType = link.linkType();
        }
    }

    private void endList() throws IOException {
        if (!isInList) {
            return;
        }
        RegionFiles target = of(Family.POINTS);
        points.drain(
                new PointSorter.Sink() {
                    @Override
                    public void point(long id2, byte[] value) throws IOException {
                        target.add(Rows.point(id1, linkType, id2), NO_NAME, value);
                    }

                    @Override
                    public void gone(long id2) throws IOException {
                        target.remove(Rows.point(id1, linkType, id2), NO_NAME);
                    }
                });
        isInList = false;
    }

    private RegionFiles of(Family family) {
        RegionFiles found = files.get(family);
        if (found == null) {
            throw new AssertionError(family);
        }
        return found;
    }
}
