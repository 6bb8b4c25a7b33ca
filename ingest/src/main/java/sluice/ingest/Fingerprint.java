package sluice.ingest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Tells one source from another: SHA-256 over what can be had without reading all of it. */
final class Fingerprint {
    private static final int SAMPLE_BYTES = 64 << 10;

    private Fingerprint() {}

    static byte[] of(Source source) throws IOException {
        MessageDigest digest = sha256();
        for (SourceFile file : source.files()) {
            add(digest, file.name());
            add(
                    digest,
                    "%s %d %d %d"
                            .formatted(
                                    file.codec(),
                                    file.lengthBytes(),
                                    file.modifiedNanos(),
                                    file.dataStartByte()));
            add(digest, file.relation().toString());
            if (file.lengthBytes() < 0) {
                add(digest, source.head(file).digestOfText());
            } else {
                addSamples(digest, file);
            }
        }
        return digest.digest();
    }

    /** Adds the first, the middle and the last bytes, packed as they are. */
    private static void addSamples(MessageDigest digest, SourceFile file) throws IOException {
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            long length = file.lengthBytes();
            long[] positions = {
                0, Math.max(0, length / 2 - SAMPLE_BYTES / 2), Math.max(0, length - SAMPLE_BYTES)
            };
            ByteBuffer bytes = ByteBuffer.allocate(SAMPLE_BYTES);
            for (long position : positions) {
                bytes.clear();
                long at = position;
                while (bytes.hasRemaining()) {
                    int count = channel.read(bytes, at);
                    if (count < 0) {
                        break;
                    }
                    at += count;
                }
                bytes.flip();
                digest.update(bytes);
            }
        }
    }

    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        digest.update(bytes);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
