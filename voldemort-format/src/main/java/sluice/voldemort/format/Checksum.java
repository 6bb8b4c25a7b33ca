package sluice.voldemort.format;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** The kinds of checksums that a directory of chunks can have. */
public enum Checksum {
    NONE,
    ADLER32,
    CRC32,
    MD5;

    /** A running digest. Belongs to one thread. */
    interface Running {
        void update(byte[] bytes, int offset, int length);

        /** The digest so far; the next one begins empty. */
        byte[] take();
    }

    /** As metadata name it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind that metadata name {@code word}. */
    static Optional<Checksum> of(String word) {
        for (Checksum kind : values()) {
            if (kind.word().equals(word.toLowerCase(Locale.ROOT))) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    Running start() {
        return switch (this) {
            case NONE -> new None();
            case ADLER32 -> new Sum(new Adler32());
            case CRC32 -> new Sum(new CRC32());
            case MD5 -> new Digest(md5());
        };
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    private record None() implements Running {
        @Override
        public void update(byte[] bytes, int offset, int length) {
            // Nothing is compared.
        }

        @Override
        public byte[] take() {
            return new byte[0];
        }
    }

    private record Sum(java.util.zip.Checksum sum) implements Running {
        @Override
        public void update(byte[] bytes, int offset, int length) {
            sum.update(bytes, offset, length);
        }

        @Override
        public byte[] take() {
            byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(sum.getValue()).array();
            sum.reset();
            return bytes;
        }
    }

    private record Digest(MessageDigest digest) implements Running {
        @Override
        public void update(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
        }

        @Override
        public byte[] take() {
            return digest.digest();
        }
    }
}
