package sluice.spark;

import java.io.Closeable;
import java.io.IOException;
import sluice.model.RowKind;
import sluice.store.scan.BucketParts;

/** The open files of one partition. Belongs to one thread, which closes it. */
interface PartFiles extends Closeable {
    /** The parts of bucket {@code index} of the partition. */
    BucketParts bucket(int index, RowKind kind) throws IOException;

    /** The names of the store. */
    RowNames.Texts names();
}
