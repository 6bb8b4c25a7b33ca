package sluice.generate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** SHA-256 of lines of text. */
public final class Digest {
    private final MessageDigest digest;
    private long lineCount;

    public Digest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public void line(String line) {
        digest.update((line + "\n").getBytes(StandardCharsets.US_ASCII));
        lineCount++;
    }

    public long lineCount() {
        return lineCount;
    }

    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    public static String crc(byte[] data, int lengthBytes) {
        CRC32 crc = new CRC32();
        crc.update(data, 0, lengthBytes);
        return Long.toHexString(crc.getValue());
    }
}
