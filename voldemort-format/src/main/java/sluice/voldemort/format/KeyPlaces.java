package sluice.voldemort.format;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The functions that place a key: its partition, its chunk, its entry of an index. Builder and
 * reader share them, and they are Voldemort's to the bit, odd edges included.
 */
public final class KeyPlaces {
    private static final int FNV_START = 0x811C9DC5;
    private static final int FNV_PRIME = 16_777_619;
    private static final int MD5_BYTES = 16;

    private KeyPlaces() {}

    /** FNV-1a of 32 bits. */
    public static int fnv1a(byte[] key) {
        int hash = FNV_START;
        for (byte each : key) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return hash;
    }

    /** The partition that masters {@code key}, of {@code partitions}. */
    public static int masterPartition(byte[] key, int partitions) {
        int hash = fnv1a(key);
        int absolute = hash == Integer.MIN_VALUE ? Integer.MAX_VALUE : Math.abs(hash);
        return absolute % partitions;
    }

    /** The digest from which chunk and index hash come. */
    public static byte[] md5(byte[] key) {
        try {
            return MessageDigest.getInstance("MD5").digest(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    /** The chunk of a key with the digest {@code md5}, of {@code chunks}. */
    public static int chunk(byte[] md5, int chunks) {
        int first = (int) (indexHash(md5) >>> Integer.SIZE);
        // Another rule for the lowest number than that of the partition.
        return Math.max(0, Math.abs(first)) % chunks;
    }

    /** The first 8 bytes of {@code md5}; sorts and is searched as an unsigned number. */
    public static long indexHash(byte[] md5) {
        if (md5.length != MD5_BYTES) {
            throw new IllegalArgumentException("an MD5 of " + md5.length + " bytes");
        }
        long hash = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            hash = hash << Byte.SIZE | (md5[i] & 0xff);
        }
        return hash;
    }
}
