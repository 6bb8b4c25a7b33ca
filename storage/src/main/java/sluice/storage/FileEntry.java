package sluice.storage;

/**
 * One published file as the manifest lists it.
 *
 * @param checksum the CRC32C of the file's footer, which in turn covers the rest of the file
 */
public record FileEntry(String name, long lengthBytes, int checksum) {
    public FileEntry {
        FileName.checked(name);
        if (lengthBytes < 0) {
            throw new IllegalArgumentException(
                    "%s has a length of %d bytes".formatted(name, lengthBytes));
        }
    }
}
