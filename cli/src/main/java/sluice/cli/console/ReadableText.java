package sluice.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * Refuses arguments and lines with bytes that are not UTF-8. Java has one character for all such
 * bytes, so that a name with them would be looked for under another name, or two would be one.
 */
public final class ReadableText {
    /** Stands for such a byte in an argument; it is also a letter that can be meant. */
    private static final char REPLACED = '\uFFFD';

    /** Stands for it in a line of {@link #reader}: half a letter, which no text has. */
    private static final char UNREAD = '\uDC80';

    private static final Path OWN_ARGUMENTS = Path.of("/proc/self/cmdline");

    private ReadableText() {}

    /** Throws if an argument of this process had other bytes than it has now. */
    public static void require(String... arguments) {
        for (String argument : arguments) {
            if (argument.indexOf(REPLACED) >= 0 && !areArgumentsText()) {
                throw refusal("the argument " + argument);
            }
        }
    }

    private static boolean areArgumentsText() {
        if (!"UTF-8".equals(System.getProperty("sun.jnu.encoding"))) {
            return false;
        }
        try {
            return isText(Files.readAllBytes(OWN_ARGUMENTS));
        } catch (IOException e) {
            // Other systems than Linux: it may have been meant.
            return true;
        }
    }

    static boolean isText(byte[] bytes) {
        try {
            var unused =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** A reader of lines, for {@link #requireLine}. */
    public static BufferedReader reader(InputStream input) {
        return new BufferedReader(
                new InputStreamReader(
                        input,
                        StandardCharsets.UTF_8
                                .newDecoder()
                                .onMalformedInput(CodingErrorAction.REPLACE)
                                .replaceWith(String.valueOf(UNREAD))));
    }

    /** Throws if a line of {@link #reader} had bytes that are not UTF-8. */
    public static void requireLine(String line) {
        if (line.indexOf(UNREAD) >= 0) {
            throw refusal("the line " + line.replace(UNREAD, REPLACED));
        }
    }

    private static SluiceException refusal(String what) {
        return new SluiceException(
                ErrorCode.CONFIG,
                "%s has bytes that are not UTF-8, in which all names and files are given here; a name of other bytes is found by the Python client, and a file can be renamed"
                        .formatted(what));
    }
}
