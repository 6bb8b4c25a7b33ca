package sluice.cluster.load.plan;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.load.files.CheckedBytes;
import sluice.storage.CorruptFileException;

/**
 * The content of plans and of messages about tasks as bytes, in the frame of {@link CheckedBytes}.
 * Numbers are big-endian; a text is its length in bytes (u32) and UTF-8; a list is the number of
 * its elements (u32) and the elements.
 */
public final class TaskContent {
    private static final String ADVICE = "repeat the command of the load";

    private TaskContent() {}

    /** Writes some content. */
    public interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** Reads what a {@link Writing} has written. */
    public interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    /** The framed bytes of some content. */
    public static byte[] bytes(Writing content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            content.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CheckedBytes.framed(bytes.toByteArray());
    }

    /**
     * The content of framed bytes whose frame was checked. Throws if it is not what {@code reading}
     * expects; {@code name} says in the message which bytes they are.
     */
    public static <T> T decode(String name, byte[] framed, Reading<T> reading)
            throws CorruptFileException {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(CheckedBytes.content(framed)))) {
            return reading.from(in);
        } catch (IOException | RuntimeException e) {
            CorruptFileException failure =
                    new CorruptFileException(
                            name, 0, "it cannot be understood: " + e.getMessage(), ADVICE);
            failure.initCause(e);
            throw failure;
        }
    }

    public static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            writeText(out, text);
        }
    }

    public static List<String> readTexts(DataInputStream in) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            texts.add(readText(in));
        }
        return texts;
    }

    public static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    public static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a length of " + length);
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}
