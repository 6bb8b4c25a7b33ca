package sluice.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import sluice.load.files.StoreFiles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.ManifestFile;

/**
 * What must be equal between two stores made by the same load: every file with a digest of its
 * bytes, and the buckets. The manifest's own bytes may differ (it counts its versions).
 */
record StoreImage(List<String> files, List<String> buckets) {
    static StoreImage of(Storage storage) throws IOException {
        Manifest manifest = ManifestFile.read(storage).orElseThrow();
        List<String> files = new ArrayList<>();
        for (String name : storage.list()) {
            boolean own = name.equals(Manifest.FILE_NAME) || name.equals(StoreFiles.LOCK);
            files.add(own ? name : name + " " + digest(storage, name));
        }
        List<String> buckets = new ArrayList<>();
        for (Bucket bucket : manifest.buckets()) {
            buckets.add(
                    "%x %x %s %s"
                            .formatted(
                                    bucket.firstId1(),
                                    bucket.firstId2(),
                                    bucket.state(),
                                    bucket.segment()));
        }
        return new StoreImage(files, buckets);
    }

    /** The segments' names and digests. */
    static TreeMap<String, String> segments(Storage storage) throws IOException {
        TreeMap<String, String> segments = new TreeMap<>();
        for (String name : storage.list()) {
            if (name.startsWith("segment-")) {
                segments.put(name, digest(storage, name));
            }
        }
        return segments;
    }

    private static String digest(Storage storage, String name) throws IOException {
        byte[] bytes = bytes(storage, name);
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return bytes.length + " " + HexFormat.of().toHexDigits((int) crc.getValue());
    }

    static byte[] bytes(Storage storage, String name) throws IOException {
        try (Storage.Source source = storage.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate((int) source.lengthBytes());
            StorageFiles.readFully(source, buffer, 0);
            return buffer.array();
        }
    }
}
