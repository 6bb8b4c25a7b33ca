package sluice.ingest.layout;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sluice.ingest.file.TextCoding;
import sluice.ingest.mapping.ToldFormat;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Finds out from the first unpacked bytes of a file in which encoding its text is, and that it is
 * text at all.
 *
 * @param whole whether {@code bytes} are all of the file
 */
record HeadBytes(String name, byte[] bytes, boolean whole) {
    private static final int LOOKED_AT_BYTES = 4096;

    /** Refuses bytes that are no text in a file whose name says that it is packed. */
    void refusePacked() {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean named = lower.endsWith(".gz") || lower.endsWith(".zst") || lower.endsWith(".zstd");
        int control = controlByte();
        if (named && control >= 0) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: found neither gzip nor zstd nor text, the byte 0x%02x at byte %d; is the file damaged? fetch it again"
                            .formatted(name, bytes[control] & 0xff, control));
        }
    }

    /** Where the first byte is that no text holds, -1 where there is none. */
    int controlByte() {
        for (int at = 0; at < bytes.length; at++) {
            boolean space = bytes[at] >= '\t' && bytes[at] <= '\r';
            if (bytes[at] >= 0 && bytes[at] < ' ' && !space) {
                return at;
            }
        }
        return -1;
    }

    /**
     * How these bytes become text.
     *
     * @param told what a mapping says of it
     */
    TextCoding coding(ToldFormat told) {
        String charset = charset(told.dialect().encoding());
        TextCoding coding = new TextCoding(charset, false);
        boolean wide = charset != null && charset.startsWith("UTF-16");
        return new LineEndGuess(told, wide).areReturns(bytes, whole)
                ? coding.withReturns()
                : coding;
    }

    private @Nullable String charset(@Nullable String given) {
        boolean little = startsWith(bytes, 0xff, 0xfe);
        boolean big = startsWith(bytes, 0xfe, 0xff);
        if (given != null && !given.equals("UTF-16")) {
            return given.equals("UTF-8") ? null : given;
        }
        if (little || big) {
            return little ? "UTF-16LE" : "UTF-16BE";
        }
        boolean littleZeros = hasZeros(1);
        boolean bigZeros = hasZeros(0);
        if (given != null) {
            return littleZeros ? "UTF-16LE" : "UTF-16BE";
        }
        if (littleZeros || bigZeros) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: the text looks like UTF-16 without a mark, expected UTF-8; say encoding: utf-16 in a mapping"
                            .formatted(name));
        }
        return null;
    }

    /** Whether nearly all bytes at even places (0) or odd ones (1) are 0, and few of the others. */
    private boolean hasZeros(int place) {
        int length = Math.min(bytes.length, LOOKED_AT_BYTES) & ~1;
        int zeros = 0;
        int others = 0;
        for (int at = 0; at < length; at += 2) {
            zeros += bytes[at + place] == 0 ? 1 : 0;
            others += bytes[at + 1 - place] == 0 ? 1 : 0;
        }
        return length >= 4 && zeros * 10 >= length / 2 * 8 && others * 10 <= length / 2;
    }

    static boolean startsWith(byte[] bytes, int... start) {
        if (bytes.length < start.length) {
            return false;
        }
        for (int index = 0; index < start.length; index++) {
            if ((bytes[index] & 0xff) != start[index]) {
                return false;
            }
        }
        return true;
    }
}
