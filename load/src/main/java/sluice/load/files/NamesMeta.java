package sluice.load.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import sluice.ingest.ChunkSpan;
import sluice.storage.CorruptFileException;

/**
 * The tag of a run of names: the chunks whose names it has, so that a resumed load does not collect
 * them again. Layout: docs/format.md, "Run meta".
 *
 * @param loadKey a hash of the load's identity: a run of another load is never adopted
 */
public record NamesMeta(long loadKey, List<ChunkSpan> spans) {
    public NamesMeta {
        spans = List.copyOf(spans);
    }

    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(loadKey);
            out.writeInt(spans.size());
            for (ChunkSpan span : spans) {
                byte[] meta = new RunMeta(loadKey, 0, true, false, span).encode();
                out.writeInt(meta.length);
                out.write(meta);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    public static NamesMeta decode(String fileName, byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            long loadKey = in.readLong();
            List<ChunkSpan> spans = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                byte[] meta = new byte[Math.min(in.readInt(), in.available())];
                in.readFully(meta);
                spans.add(RunMeta.decode(fileName, meta).span());
            }
            if (spans.isEmpty() || in.available() > 0) {
                throw new IOException("no chunks, or more than it says");
            }
            return new NamesMeta(loadKey, spans);
        } catch (IOException | RuntimeException e) {
            throw new CorruptFileException(
                    fileName, 0, "its meta cannot be read", "delete it and load again");
        }
    }
}
