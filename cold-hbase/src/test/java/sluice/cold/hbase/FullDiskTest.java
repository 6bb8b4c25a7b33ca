package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Link;
import sluice.model.Visibility;

/** The disk of the staging folder gets full, as Hadoop tells it of one of this machine. */
class FullDiskTest {
    private static final HBaseAddress ADDRESS = HBaseAddress.parse("hbase://none/none");
    private static final int LINKS = 2_000;

    @TempDir private File folder;

    /** Takes so many bytes. */
    private static final class SmallDisk extends FilterFileSystem {
        private long left;

        SmallDisk(FileSystem files, long bytes) {
            super(files);
            left = bytes;
        }

        @Override
        public FSDataOutputStream create(
                Path file,
                FsPermission permission,
                boolean overwrite,
                int bufferBytes,
                short replication,
                long blockBytes,
                Progressable progress)
                throws IOException {
            OutputStream output =
                    super.create(
                            file,
                            permission,
                            overwrite,
                            bufferBytes,
                            replication,
                            blockBytes,
                            progress);
            return new FSDataOutputStream(
                    new OutputStream() {
                        @Override
                        public void write(int one) throws IOException {
                            write(new byte[] {(byte) one}, 0, 1);
                        }

                        @Override
                        public void write(byte[] bytes, int from, int length) throws IOException {
                            left -= length;
                            if (left < 0) {
                                fail(bytes, from, length);
                            }
                            output.write(bytes, from, length);
                        }

                        @Override
                        public void close() throws IOException {
                            output.close();
                        }
                    },
                    null);
        }
    }

    /** Fails as Hadoop does where there is no room left. */
    private static void fail(byte[] bytes, int from, int length) throws IOException {
        FileSystem local = FileSystem.getLocal(new Configuration()).getRaw();
        try (OutputStream output = local.create(new Path("file:///dev/full"), true)) {
            output.write(bytes, from, length);
        }
    }

    @Test
    void isSaidWithTheFolderWhereverItHappens() throws IOException {
        long needed = write(Long.MAX_VALUE);
        for (long bytes = 0; bytes < needed; bytes += needed / 8) {
            long room = bytes;
            IOException failure = assertThrows(IOException.class, () -> write(room));
            String said = failure.getMessage();
            assertTrue(said.contains("cannot write to file:"), said);
            assertTrue(said.contains(": No space left on device; see that staging="), said);
        }
        assertEquals(needed, write(needed));
    }

    /** Writes a bucket where so many bytes have room; returns how many it took. */
    private long write(long bytes) throws IOException {
        Configuration configuration = HBaseConfiguration.create();
        configuration.setInt(BloomFilterUtil.PREFIX_LENGTH_KEY, Rows.LIST_BYTES);
        TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(ADDRESS.table());
        for (Family family : Family.values()) {
            table.setColumnFamily(family.describe(ADDRESS));
        }
        SmallDisk disk = new SmallDisk(FileSystem.getLocal(configuration).getRaw(), bytes);
        StagingFolder target =
                StagingFolder.make(disk, new Path(new Path(folder.toURI()), "bucket"), "builder");
        try (HBaseBucketWriter writer =
                new HBaseBucketWriter(
                        configuration,
                        table.build(),
                        target,
                        List.of(),
                        1,
                        _ -> {},
                        failure -> Cluster.notWritten(ADDRESS, target.path(), failure))) {
            for (int row = 0; row < LINKS; row++) {
                byte[] data = new byte[24];
                writer.link(new Link(1, 2, row, Visibility.VISIBLE, 1, LINKS - row, data));
            }
            writer.count(1, 2, 0, LINKS);
            writer.commit();
        }
        return bytes - disk.left;
    }
}
