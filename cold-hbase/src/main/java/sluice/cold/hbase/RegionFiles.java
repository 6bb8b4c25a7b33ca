package sluice.cold.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Writes the cells of one family, in the order of their keys, into HBase's own files: a new one at
 * each border of a region, so that HBase takes each as it is. Belongs to one thread.
 */
final class RegionFiles implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final Configuration configuration;
    private final FileSystem fileSystem;
    private final Path folder;
    private final HFileContext context;
    private final BloomType bloom;
    private final byte[] family;
    private final List<byte[]> borders;
    private final long load;
    private final List<Path> files = new ArrayList<>();
    private int border;
    private @Nullable StoreFileWriter writer;

    /**
     * @param borders the first keys of the table's regions, ascending, without the empty one
     * @param load the number of the load, which is the time stamp of the cells
     */
    RegionFiles(
            Configuration configuration,
            FileSystem fileSystem,
            Path folder,
            ColumnFamilyDescriptor family,
            List<byte[]> borders,
            long load) {
        this.configuration = configuration;
        this.fileSystem = fileSystem;
        this.folder = folder;
        this.bloom = family.getBloomFilterType();
        this.family = family.getName();
        this.borders = borders;
        this.load = load;
        this.context =
                new HFileContextBuilder()
                        .withCompression(family.getCompressionType())
                        .withDataBlockEncoding(family.getDataBlockEncoding())
                        .withChecksumType(StoreUtils.getChecksumType(configuration))
                        .withBytesPerCheckSum(StoreUtils.getBytesPerChecksum(configuration))
                        .withBlockSize(family.getBlocksize())
                        .withColumnFamily(family.getName())
                        .withIncludesTags(
                                HFile.getFormatVersion(configuration)
                                        >= HFile.MIN_FORMAT_VERSION_WITH_TAGS)
                        .build();
    }

    /** Adds a cell, whose row is not below the one before it. */
    void add(byte[] row, byte[] qualifier, byte[] value) throws IOException {
        append(row, qualifier, KeyValue.Type.Put, value);
    }

    /**
     * Adds that what loads so far have put into a column is no more, this one too: in one file no
     * cell is both added and removed.
     */
    void remove(byte[] row, byte[] qualifier) throws IOException {
        append(row, qualifier, KeyValue.Type.DeleteColumn, NOTHING);
    }

    private void append(byte[] row, byte[] qualifier, KeyValue.Type type, byte[] value)
            throws IOException {
        while (border < borders.size() && Bytes.compareTo(row, borders.get(border)) >= 0) {
            border++;
            finishFile();
        }
        StoreFileWriter open = writer;
        if (open == null) {
            open =
                    new StoreFileWriter.Builder(configuration, CacheConfig.DISABLED, fileSystem)
                            .withOutputDir(folder)
                            .withBloomType(bloom)
                            .withFileContext(context)
                            .build();
            writer = open;
        }
        open.append(
                new KeyValue(
                        row,
                        0,
                        row.length,
                        family,
                        0,
                        family.length,
                        qualifier,
                        0,
                        qualifier.length,
                        load,
                        type,
                        value,
                        0,
                        value.length));
    }

    /** Ends the last file; all files. */
    List<Path> finish() throws IOException {
        finishFile();
        return List.copyOf(files);
    }

    /** Ends the file that is being written, so that nothing stays open. */
    @Override
    public void close() throws IOException {
        StoreFileWriter open = writer;
        writer = null;
        if (open != null) {
            open.close();
        }
    }

    private void finishFile() throws IOException {
        StoreFileWriter open = writer;
        if (open != null) {
            // What HBase's own writers say of a file that is to be loaded: it ages from its load
            // on.
            open.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(load));
            open.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
            open.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
            open.appendTrackedTimestampsToMetadata();
            writer = null;
            open.close();
            files.add(open.getPath());
        }
    }
}
