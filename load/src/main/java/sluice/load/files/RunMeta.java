package sluice.load.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.storage.CorruptFileException;

/**
 * What a run says about itself at its end, so that a resumed load knows what it need not read
 * again. Layout: docs/format.md, "Run meta".
 *
 * @param loadKey a hash of the load's identity: a run of another load is never adopted
 * @param part which of the chunk's runs this is
 * @param span of the whole chunk; in any but the chunk's last run only its id counts
 * @param last whether this is the chunk's last run
 * @param rejects whether a file of rejected rows belongs to the chunk
 * @param dangling what a check of the links' ends found, where one was asked for
 */
public record RunMeta(
        long loadKey,
        int part,
        boolean last,
        boolean rejects,
        ChunkSpan span,
        DanglingLinks dangling) {
    /** Of a chunk whose links are not checked. */
    public RunMeta(long loadKey, int part, boolean last, boolean rejects, ChunkSpan span) {
        this(loadKey, part, last, rejects, span, DanglingLinks.NONE);
    }

    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(loadKey);
            out.writeInt(part);
            out.writeBoolean(last);
            out.writeBoolean(rejects);
            out.writeInt(span.id().fileIndex());
            out.writeInt(span.id().chunkIndex());
            out.writeLong(span.startByte());
            out.writeLong(span.endByte());
            out.writeLong(span.lines());
            out.writeLong(span.rows());
            out.writeLong(span.rejected());
            out.writeBoolean(span.lastOfFile());
            out.writeLong(dangling.count());
            out.writeInt(dangling.examples().size());
            for (DanglingLinks.Example example : dangling.examples()) {
                out.writeLong(example.line());
                out.writeInt(example.column());
                byte[] cause = example.cause().getBytes(StandardCharsets.UTF_8);
                out.writeInt(cause.length);
                out.write(cause);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public static RunMeta decode(String fileName, byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long loadKey = in.readLong();
            int part = in.readInt();
            boolean last = in.readBoolean();
            boolean rejects = in.readBoolean();
            ChunkId id = new ChunkId(in.readInt(), in.readInt());
            ChunkSpan span =
                    new ChunkSpan(
                            id,
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readLong(),
                            in.readBoolean());
            return new RunMeta(loadKey, part, last, rejects, span, readDangling(in));
        } catch (IOException | RuntimeException e) {
            throw new CorruptFileException(
                    fileName, 0, "its meta cannot be read", "delete it and load again");
        }
    }

    private static DanglingLinks readDangling(DataInputStream in) throws IOException {
        long count = in.readLong();
        List<DanglingLinks.Example> examples = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            long line = in.readLong();
            int column = in.readInt();
            byte[] cause = new byte[Math.min(in.readInt(), in.available())];
            in.readFully(cause);
            examples.add(
                    new DanglingLinks.Example(
                            line, column, new String(cause, StandardCharsets.UTF_8)));
        }
        return new DanglingLinks(count, examples);
    }
}
