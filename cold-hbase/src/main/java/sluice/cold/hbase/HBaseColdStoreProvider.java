package sluice.cold.hbase;

import java.io.IOException;
import java.security.SecureRandom;
import sluice.model.BucketStore;
import sluice.model.BucketStoreProvider;

/** Opens {@code hbase://} addresses; named in META-INF/services. */
public final class HBaseColdStoreProvider implements BucketStoreProvider {

    @Override
    public String scheme() {
        return HBaseAddress.SCHEME;
    }

    @Override
    public BucketStore open(String address) throws IOException {
        return HBaseColdStore.open(address, new SecureRandom());
    }

    @Override
    public void requireToBuild(String address) {
        HBaseAddress parsed = HBaseAddress.parse(address);
        if (!parsed.puts()) {
            var unused = parsed.requiredStaging();
        }
    }
}
