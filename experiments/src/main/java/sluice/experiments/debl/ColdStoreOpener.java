package sluice.experiments.debl;

import java.io.IOException;
import sluice.model.BucketStore;

/** Opens cold stores by their addresses: HBase's classes are where the caller finds them. */
@FunctionalInterface
public interface ColdStoreOpener {
    /** The caller closes it. */
    public BucketStore open(String address) throws IOException;
}
