package sluice.server.look;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** The part of an address behind its question mark, {@code key=value} joined by {@code &}. */
final class LookQuery {
    private final Map<String, String> values = new HashMap<>();

    LookQuery(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return;
        }
        for (String pair : text.split("&", -1)) {
            int end = pair.indexOf('=');
            if (end <= 0) {
                throw wrong("found \"" + pair + "\"; expected key=value");
            }
            String key = pair.substring(0, end);
            if (values.put(key, decoded(pair.substring(end + 1))) != null) {
                throw wrong(key + " is there twice");
            }
        }
    }

    boolean has(String key) {
        return values.containsKey(key);
    }

    /** A number of 64 bits without a sign. */
    long id(String key) {
        try {
            return Long.parseUnsignedLong(text(key));
        } catch (NumberFormatException e) {
            throw wrong(key + " is no number from 0 to 2^64 - 1");
        }
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null || value.isEmpty()) {
            throw wrong("there is no " + key + "; add " + key + "=…");
        }
        return value;
    }

    /** The number of {@code key}, or {@code missing} where it is not there. */
    int number(String key, int missing, int max) {
        String value = values.get(key);
        if (value == null) {
            return missing;
        }
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) > max) {
            throw wrong("%s is \"%s\"; expected 0 to %d".formatted(key, value, max));
        }
        return Integer.parseInt(value);
    }

    /** Bytes that are no UTF-8 are refused: what stands for them may be another name. */
    private static String decoded(String text) {
        try {
            byte[] bytes = URLDecoder.decode(text, ISO_8859_1).getBytes(ISO_8859_1);
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException | IllegalArgumentException e) {
            throw wrong("found \"" + text + "\", which is not a part of an address");
        }
    }

    private static SluiceException wrong(String why) {
        return new SluiceException(ErrorCode.CONFIG, why);
    }
}
