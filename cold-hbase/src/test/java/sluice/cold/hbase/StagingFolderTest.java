package sluice.cold.hbase;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.Node;
import sluice.model.UnreachableException;

/** What a builder deletes of the folders that it is given, and what it leaves. */
class StagingFolderTest {
    private static final HBaseAddress ADDRESS = HBaseAddress.parse("hbase://none/none");

    @TempDir private File folder;

    private Configuration configuration;
    private FileSystem files;
    private Path table;
    private Path bucket;
    private Path besides;
    private Path ofAnother;

    @BeforeEach
    void twoBuilders() throws IOException {
        configuration = HBaseConfiguration.create();
        configuration.setInt(BloomFilterUtil.PREFIX_LENGTH_KEY, Rows.LIST_BYTES);
        files = FileSystem.getLocal(configuration).getRaw();
        table = new Path(new Path(folder.toURI()), "table");
        bucket = new Path(table, "bucket");
        besides = new Path(table, "another-bucket/builder/file");
        ofAnother = new Path(bucket, "another/file");
        files.create(besides).close();
        files.create(ofAnother).close();
    }

    @Test
    void whoCommitsDeletesTheBucketsFolderAndNothingAboveIt() throws IOException {
        try (HBaseBucketWriter writer = begin()) {
            writer.node(new Node(1, 2, 3, 4, new byte[5]));
            assertTrue(writer.commit() > 0);
            assertFalse(files.exists(bucket));
            assertTrue(files.exists(besides));
        }
        assertTrue(files.exists(besides));
    }

    @Test
    void filesThatGoWhileHBaseTakesThemOverAreBuiltAgain() throws IOException {
        try (HBaseBucketWriter writer = begin(_ -> files.delete(bucket, true))) {
            writer.node(new Node(1, 2, 3, 4, new byte[5]));
            IOException failure = assertThrows(UnreachableException.class, writer::commit);
            assertTrue(failure.getMessage().contains(bucket.toString()), failure::getMessage);
        }
    }

    @Test
    void whoGivesUpDeletesItsOwnFolderOnly() throws IOException {
        try (HBaseBucketWriter writer = begin()) {
            writer.node(new Node(1, 2, 3, 4, new byte[5]));
            assertTrue(files.exists(new Path(bucket, "builder")));
        }
        assertFalse(files.exists(new Path(bucket, "builder")));
        assertTrue(files.exists(ofAnother));
        assertTrue(files.exists(besides));
    }

    @Test
    void builderIsTheNameOfAFolderInTheBuckets() {
        for (String builder : List.of("..", ".", "a/b", "../another-bucket", "/")) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> StagingFolder.make(files, bucket, builder),
                    builder);
        }
    }

    private HBaseBucketWriter begin() throws IOException {
        return begin(_ -> {});
    }

    private HBaseBucketWriter begin(HBaseBucketWriter.Taker taker) throws IOException {
        TableDescriptorBuilder described = TableDescriptorBuilder.newBuilder(ADDRESS.table());
        for (Family family : Family.values()) {
            described.setColumnFamily(family.describe(ADDRESS));
        }
        return new HBaseBucketWriter(
                configuration,
                described.build(),
                StagingFolder.make(files, bucket, "builder"),
                List.of(),
                1,
                taker,
                IOException::new);
    }
}
