package sluice.dist;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;

/**
 * A writer of tar archives in the format ustar of POSIX.
 *
 * <p>All entries belong to the user and group 0 and have the time that the writer was made with, so
 * that the same tree gives the same bytes on every machine. A path that does not fit the header, or
 * has letters that are not of ASCII, gets an extended header (pax).
 */
final class TarWriter implements Closeable {
    /** 1 January 2026, the time of every file in a package and of every jar of the build. */
    static final long TIME_SECONDS = 1_767_225_600;

    private static final int BLOCK_BYTES = 512;
    private static final int NAME_BYTES = 100;

    /** Where the fields of a header are: offset and length in bytes. */
    private static final int MODE_AT = 100;

    private static final int USER_AT = 108;
    private static final int GROUP_AT = 116;
    private static final int ID_BYTES = 8;
    private static final int LENGTH_AT = 124;
    private static final int TIME_AT = 136;
    private static final int NUMBER_BYTES = 12;
    private static final int CHECKSUM_AT = 148;
    private static final int TYPE_AT = 156;
    private static final int TARGET_AT = 157;
    private static final int MAGIC_AT = 257;
    private static final int USER_NAME_AT = 265;
    private static final int GROUP_NAME_AT = 297;

    private final OutputStream output;
    private final long timeSeconds;

    /** The writer takes ownership of {@code output}. */
    TarWriter(OutputStream output, long timeSeconds) {
        this.output = output;
        this.timeSeconds = timeSeconds;
    }

    /** Writes {@code tree}; each path gets {@code prefix} in front. */
    void write(String prefix, FileTree tree) throws IOException {
        for (FileTree.Entry entry : tree.entries()) {
            write(prefix + entry.path(), entry);
        }
    }

    /** Writes the folder {@code path}, which no tree has: that of the prefix. */
    void writeFolder(String path) throws IOException {
        write(path, new FileTree.Entry(path, FileTree.FOLDER_MODE, new FileTree.Content.Folder()));
    }

    private void write(String path, FileTree.Entry entry) throws IOException {
        switch (entry.content()) {
            case FileTree.Content.Folder() -> header(path + "/", entry.mode(), '5', 0, "");
            case FileTree.Content.LinkTo(var target) -> header(path, entry.mode(), '2', 0, target);
            case FileTree.Content.Made(var bytes) -> {
                header(path, entry.mode(), '0', bytes.length, "");
                output.write(bytes);
                pad(bytes.length);
            }
            case FileTree.Content.FileOfBuild(var file) -> {
                long length = Files.size(file);
                header(path, entry.mode(), '0', length, "");
                long copied = Files.copy(file, output);
                if (copied != length) {
                    throw new IOException(
                            "%s had %d bytes and has %d now: it changes while it is packed"
                                    .formatted(file, length, copied));
                }
                pad(length);
            }
        }
    }

    private void header(String path, int mode, char type, long length, String target)
            throws IOException {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        byte[] link = target.getBytes(StandardCharsets.UTF_8);
        if (name.length > NAME_BYTES || name.length != path.length() || link.length > NAME_BYTES) {
            byte[] extended =
                    (record("path", path) + (target.isEmpty() ? "" : record("linkpath", target)))
                            .getBytes(StandardCharsets.UTF_8);
            block(cut("pax/" + path), FileTree.FILE_MODE, 'x', extended.length, new byte[0]);
            output.write(extended);
            pad(extended.length);
        }
        block(
                cut(path),
                mode,
                type,
                length,
                Arrays.copyOf(link, Math.min(link.length, NAME_BYTES)));
    }

    /** A record of an extended header: it begins with its own length in bytes. */
    private static String record(String key, String value) {
        String rest = " " + key + "=" + value + "\n";
        int restBytes = rest.getBytes(StandardCharsets.UTF_8).length;
        int length = restBytes + 1;
        while (Integer.toString(length).length() + restBytes != length) {
            length = Integer.toString(length).length() + restBytes;
        }
        return length + rest;
    }

    /** The beginning of a path, for a tar that knows no extended header. */
    private static byte[] cut(String path) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(name, Math.min(name.length, NAME_BYTES));
    }

    private void block(byte[] name, int mode, char type, long length, byte[] target)
            throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        System.arraycopy(name, 0, block, 0, name.length);
        number(block, MODE_AT, ID_BYTES, mode);
        number(block, USER_AT, ID_BYTES, 0);
        number(block, GROUP_AT, ID_BYTES, 0);
        number(block, LENGTH_AT, NUMBER_BYTES, length);
        number(block, TIME_AT, NUMBER_BYTES, timeSeconds);
        block[TYPE_AT] = (byte) type;
        System.arraycopy(target, 0, block, TARGET_AT, target.length);
        text(block, MAGIC_AT, "ustar\u000000");
        text(block, USER_NAME_AT, "root");
        text(block, GROUP_NAME_AT, "root");
        Arrays.fill(block, CHECKSUM_AT, CHECKSUM_AT + ID_BYTES, (byte) ' ');
        int sum = 0;
        for (byte one : block) {
            sum += one & 0xff;
        }
        number(block, CHECKSUM_AT, ID_BYTES - 1, sum);
        output.write(block);
    }

    /** Octal digits with zeros in front, and a zero byte at the end. */
    private static void number(byte[] block, int at, int bytes, long value) {
        String digits = Long.toOctalString(value);
        if (digits.length() >= bytes) {
            throw new IllegalArgumentException(value + " does not fit a field of tar");
        }
        text(block, at, "0".repeat(bytes - 1 - digits.length()) + digits);
    }

    private static void text(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    private void pad(long length) throws IOException {
        int left = (int) (length % BLOCK_BYTES);
        if (left > 0) {
            output.write(new byte[BLOCK_BYTES - left]);
        }
    }

    /** Writes the end of the archive and closes the output. */
    @Override
    public void close() throws IOException {
        try (output) {
            output.write(new byte[2 * BLOCK_BYTES]);
        }
    }
}
