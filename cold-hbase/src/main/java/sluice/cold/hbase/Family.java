package sluice.cold.hbase;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import sluice.model.Link;
import sluice.model.Visibility;

/** The column families of the table: each is a file of its own, for one kind of question. */
enum Family {
    /**
     * Row id: the node. Row (id1, type): how many visible links, a column for each part. Row {@link
     * Rows#CLAIM}: whose table it is.
     */
    NODES("n", BloomType.ROW),
    /** Row (id1, type, time, id2): the visible links, in the order of their list. */
    LINKS("l", BloomType.ROWPREFIX_FIXED_LENGTH),
    /** As {@link #LINKS}, those that are hidden: apart, so that a limit counts no hidden ones. */
    HIDDEN("h", BloomType.ROWPREFIX_FIXED_LENGTH),
    /** Row (id1, type, id2): where a link is, and all of it where it is small. */
    POINTS("p", BloomType.ROW);

    private final byte[] bytes;
    private final BloomType bloom;

    Family(String name, BloomType bloom) {
        this.bytes = name.getBytes(StandardCharsets.US_ASCII);
        this.bloom = bloom;
    }

    /** Where a link stands in its list. */
    static Family of(Link link) {
        return link.visibility() == Visibility.VISIBLE ? LINKS : HIDDEN;
    }

    /** Its name in the table; not to be written to. */
    byte[] bytes() {
        return bytes;
    }

    ColumnFamilyDescriptor describe(HBaseAddress address) {
        ColumnFamilyDescriptorBuilder builder =
                ColumnFamilyDescriptorBuilder.newBuilder(bytes)
                        .setMaxVersions(1)
                        .setBlocksize(address.blockBytes())
                        .setDataBlockEncoding(address.encoding())
                        .setCompressionType(address.compression())
                        .setBloomFilterType(bloom);
        if (bloom == BloomType.ROWPREFIX_FIXED_LENGTH) {
            builder.setConfiguration(
                    BloomFilterUtil.PREFIX_LENGTH_KEY, Integer.toString(Rows.LIST_BYTES));
        }
        return builder.build();
    }
}
