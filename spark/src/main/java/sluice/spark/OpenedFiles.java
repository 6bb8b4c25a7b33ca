package sluice.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.model.RowKind;
import sluice.segment.BlockFile;
import sluice.spark.load.ExecutorStores;
import sluice.storage.Storage;
import sluice.store.StoreDictionary;
import sluice.store.scan.BucketParts;
import sluice.store.scan.RowPart;

/**
 * {@link PartFiles} that were opened by their names, in a process that has not pinned the state:
 * the segments of the partition, and all runs where a bucket is not built.
 */
final class OpenedFiles implements PartFiles {
    private final ExecutorStores.Lease lease;
    private final PinnedState store;
    private final TablePart part;
    private final Map<String, BlockFile> segments = new HashMap<>();
    private final List<BlockFile> runs = new ArrayList<>();
    private @Nullable StoreDictionary names;

    private OpenedFiles(ExecutorStores.Lease lease, PinnedState store, TablePart part) {
        this.lease = lease;
        this.store = store;
        this.part = part;
    }

    static OpenedFiles open(PinnedState store, TablePart part, boolean names) throws IOException {
        OpenedFiles files = new OpenedFiles(ExecutorStores.lease(store.store()), store, part);
        try {
            Storage storage = files.lease.storage();
            boolean allBuilt = true;
            for (int i = 0; i < part.buckets(); i++) {
                FileRef segment = part.segments()[i];
                if (segment != null && !files.segments.containsKey(segment.name())) {
                    files.segments.put(segment.name(), BlockFile.open(storage, segment.entry()));
                }
                allBuilt &= part.built()[i];
            }
            for (int i = 0; !allBuilt && i < store.runs().length; i++) {
                files.runs.add(BlockFile.open(storage, store.runs()[i].entry()));
            }
            files.names = names ? StoreDictionary.open(storage, store.ofNames()) : null;
            return files;
        } catch (Throwable failure) {
            files.close();
            throw failure;
        }
    }

    @Override
    public BucketParts bucket(int index, RowKind kind) throws IOException {
        int bucket = part.firstBucket() + index;
        List<RowPart> parts = new ArrayList<>();
        FileRef segment = part.segments()[index];
        if (segment != null) {
            add(parts, segments.get(segment.name()), kind, bucket);
        }
        if (!part.built()[index]) {
            for (BlockFile run : runs) {
                add(parts, run, kind, bucket);
            }
        }
        return new BucketParts(kind, parts, part.range(index), store.laterWins());
    }

    private static void add(List<RowPart> parts, @Nullable BlockFile file, RowKind kind, int bucket)
            throws IOException {
        RowPart rows = file == null ? null : RowPart.of(file, kind, bucket);
        if (rows != null) {
            parts.add(rows);
        }
    }

    @Override
    public RowNames.Texts names() {
        StoreDictionary open = names;
        if (open == null) {
            throw new IllegalStateException("no names were asked for");
        }
        return new RowNames.Texts() {
            @Override
            public String id(long id) throws IOException {
                return open.idName(id)
                        .map(Object::toString)
                        .orElseGet(() -> Long.toUnsignedString(id));
            }

            @Override
            public String type(long type) {
                return open.typeName(type)
                        .map(Object::toString)
                        .orElseGet(() -> Long.toUnsignedString(type));
            }
        };
    }

    @Override
    public void close() throws IOException {
        try (lease;
                StoreDictionary _ = names) {
            List<BlockFile> all = new ArrayList<>(segments.values());
            all.addAll(runs);
            IOException failure = null;
            for (BlockFile file : all) {
                try {
                    file.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
