package sluice.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import sluice.storage.FileEntry;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/** A store of a few files of random bytes, with a manifest that lists them, and its hot store. */
record SmallStore(MemoryStorage store, MemoryStorage hot) {
    static final String SEGMENT = "segment-000001-000000";

    static SmallStore empty() {
        return new SmallStore(MemoryStorage.create(), MemoryStorage.create());
    }

    /** The store of load {@code loadNumber}; the segment of load 1 stays in later ones. */
    static SmallStore ofLoad(int loadNumber) throws IOException {
        SmallStore small = empty();
        List<Bucket> buckets = new ArrayList<>();
        for (int load = 1; load <= loadNumber; load++) {
            FileEntry file = write(small.store, "segment-%06d-000000".formatted(load), load, 3000);
            buckets.add(new Bucket(100L * load - 100, 0, Bucket.State.BUILT, file, 0));
        }
        ManifestFile.publish(
                small.store,
                new Manifest(
                        loadNumber,
                        false,
                        loadNumber,
                        Manifest.Phase.COMPLETE,
                        "identity",
                        buckets,
                        List.of(),
                        List.of()));
        write(small.store, "rejects-%06d.jsonl".formatted(loadNumber), 7, 100);
        write(small.store, "segment-%06d-000009".formatted(loadNumber), 8, 10);
        write(small.hot, "CURRENT", loadNumber, 16);
        write(small.hot, "000007.sst", 9, 2000);
        write(small.hot, "%06d.log".formatted(loadNumber + 7), loadNumber, 700);
        return small;
    }

    private static FileEntry write(Storage storage, String name, int seed, int length)
            throws IOException {
        byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        StorageFiles.publish(
                storage, name, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        return new FileEntry(name, length, (int) checksum.getValue());
    }

    /** The files of a whole store by name, with their bytes, without one that no manifest lists. */
    Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        for (String name : store.list()) {
            if (!name.endsWith("-000009")) {
                content.put(name, bytes(store, name));
            }
        }
        for (String name : hot.list()) {
            content.put("hot/" + name, bytes(hot, name));
        }
        return content;
    }

    private static String bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer bytes = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, bytes, 0);
            return HexFormat.of().formatHex(bytes.array());
        }
    }

    /** Backs {@code small} up into {@code folder}, where {@code keep} backups stay. */
    static void backUp(Storage folder, SmallStore small, int keep) throws IOException {
        try (BackupFolder backups = BackupFolder.open(folder)) {
            backups.backUp(small.store(), Optional.of(small.hot()), Instant.EPOCH, (_, _) -> {});
            backups.keep(keep);
        }
    }

    /** A new store that backup {@code number} was restored into. */
    static SmallStore restored(MemoryStorage folder, int number) throws IOException {
        SmallStore target = SmallStore.empty();
        try (BackupFolder backups = BackupFolder.openToRead(folder)) {
            backups.restore(number, target.store(), target.hot(), (_, _) -> {});
        }
        return target;
    }

    /** Restores the newest backup of {@code folder}. */
    static void restore(Storage folder, Storage store, Storage hot) throws IOException {
        try (BackupFolder backups = BackupFolder.openToRead(folder)) {
            int newest = backups.numbers().getLast();
            backups.restore(newest, store, hot, (_, _) -> {});
        }
    }
}
