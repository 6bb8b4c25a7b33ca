package sluice.client;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.model.names.WrittenName;

/** Names of numbers, those used last; bounded by their bytes. Thread-safe. */
final class NameCache {
    private static final int ENTRY_BYTES = 64;

    private final long bytesMax;

    /** Guarded by this, as the bytes are. */
    private final Map<Long, WrittenName> names = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    NameCache(long bytesMax) {
        this.bytesMax = bytesMax;
    }

    synchronized @Nullable WrittenName get(long number) {
        return names.get(number);
    }

    synchronized void put(long number, WrittenName name) {
        WrittenName before = names.put(number, name);
        bytes += size(name) - (before == null ? 0 : size(before));
        Iterator<WrittenName> oldest = names.values().iterator();
        while (bytes > bytesMax && oldest.hasNext()) {
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    synchronized int size() {
        return names.size();
    }

    private static long size(WrittenName name) {
        return ENTRY_BYTES + name.sizeBytes();
    }
}
