package sluice.dictionary;

import java.util.List;
import sluice.storage.FileEntry;

/**
 * A finished file of names as a manifest or a journal keeps it.
 *
 * @param name of the file in its storage
 * @param checksum of the file's tail, which holds the checksums of all its blocks; unsigned 32 bits
 */
public record NameFile(String name, long lengthBytes, long checksum) {
    /** The files that a manifest lists as {@code entries}. */
    public static List<NameFile> of(List<FileEntry> entries) {
        return entries.stream()
                .map(
                        entry ->
                                new NameFile(
                                        entry.name(),
                                        entry.lengthBytes(),
                                        Integer.toUnsignedLong(entry.checksum())))
                .toList();
    }
}
