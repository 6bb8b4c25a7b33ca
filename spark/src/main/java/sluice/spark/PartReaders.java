package sluice.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import sluice.model.RowKind;

/** Makes the readers of partitions in the process in which they run; Spark sends it there. */
record PartReaders(PinnedState files, RowKind kind, ScanWish wish)
        implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return true;
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        return PartReader.start(new PartRows(files, (TablePart) partition, kind, wish));
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        throw new UnsupportedOperationException("partitions are read in columns");
    }
}
