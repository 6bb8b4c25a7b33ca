package sluice.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 */
record RunMeta(long loadKey, int part, boolean last, boolean rejects, ChunkSpan span) {
    byte[] encode() {
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static RunMeta decode(String fileName, byte[] bytes) throws IOException {
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
            return new RunMeta(loadKey, part, last, rejects, span);
        } catch (IOException e) {
            throw new CorruptFileException(
                    fileName, 0, "its meta cannot be read", "delete it and load again");
        }
    }
}
