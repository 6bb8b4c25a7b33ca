package sluice.storage.shared;

/**
 * A file or a folder of a shared storage, as it was when it was found.
 *
 * @param address the whole of it, as {@code s3a://bucket/folder/file}
 * @param lengthBytes 0 for a folder
 * @param modifiedNanos when it was last written, in nanoseconds since 1970; 0 where that is unknown
 * @param token differs when the content does; empty where the storage has none
 */
public record SharedFile(
        String address, boolean isFolder, long lengthBytes, long modifiedNanos, String token) {}
