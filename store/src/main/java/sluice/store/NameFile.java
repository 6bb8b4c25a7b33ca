package sluice.store;

/**
 * A finished file of names as a manifest or a journal keeps it.
 *
 * @param name of the file in its storage
 * @param checksum of the file's tail, which holds the checksums of all its blocks; unsigned 32 bits
 */
public record NameFile(String name, long lengthBytes, long checksum) {}
