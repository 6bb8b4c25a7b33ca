package sluice.spark;

import java.io.IOException;
import sluice.model.RowKind;
import sluice.store.PinnedReader;
import sluice.store.scan.BucketParts;

/** {@link PartFiles} of a state that this process has pinned. */
final class PinnedFiles implements PartFiles {
    /** Kept, so that the state stays open for the names as well. */
    private final StorePin pin;

    private final PinnedReader reader;
    private final int firstBucket;

    PinnedFiles(StorePin pin, int firstBucket) {
        this.pin = pin;
        this.reader = pin.lease();
        this.firstBucket = firstBucket;
    }

    @Override
    public BucketParts bucket(int index, RowKind kind) throws IOException {
        return reader.bucket(firstBucket + index, kind);
    }

    @Override
    public RowNames.Texts names() {
        return new RowNames.Texts() {
            @Override
            public String id(long id) throws IOException {
                return RowNames.idText(pin.store(), id);
            }

            @Override
            public String type(long type) {
                return RowNames.typeText(pin.store(), type);
            }
        };
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
