package sluice.load;

import com.fasterxml.jackson.databind.ObjectMapper;

import sluice.ingest.ChunkId;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.ingest.SourceFile;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The reject ledger: the rejected rows of each chunk as a small binary file beside its runs and,
 * when the source has been read, all of them as lines of JSON in source order, for people and for
 * replay. Costs nothing where no row is rejected. Layouts: docs/format.md, "Reject ledger".
 */
final class RejectLedger {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Storage storage;
    private final Source source;
    private final int loadNumber;

    RejectLedger(Storage storage, Source source, int loadNumber) {
        this.storage = storage;
        this.source = source;
        this.loadNumber = loadNumber;
    }

    /** Publishes the rejected rows of a chunk, before its last run. */
    static void publishChunk(Storage storage, int loadNumber, ChunkId id, List<RejectedRow> rows)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(rows.size());
            for (RejectedRow row : rows) {
                out.writeLong(row.line());
                out.writeLong(row.byteOffset());
                out.writeInt(row.column());
                writeBytes(out, row.cause().getBytes(StandardCharsets.UTF_8));
                writeBytes(out, row.row());
            }
        }
        ByteBuffer content = ByteBuffer.wrap(bytes.toByteArray());
        StorageFiles.publish(
                storage,
                StoreFiles.rejects(loadNumber, id),
                sink -> StorageFiles.writeFully(sink, content));
    }

    /**
     * Writes the ledger of all chunks, {@code spans} in source order. Their small files stay until
     * the load is past the step that would need them again: {@link #deleteChunks}.
     */
    void write(List<ChunkSpan> spans) throws IOException {
        List<String> present = storage.list();
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        long count = 0;
        long linesBefore = 0;
        int fileIndex = -1;
        for (ChunkSpan span : spans) {
            SourceFile file = source.files().get(span.id().fileIndex());
            if (file.index() != fileIndex) {
                fileIndex = file.index();
                linesBefore = file.dataStartLines();
            }
            String name = StoreFiles.rejects(loadNumber, span.id());
            if (present.contains(name)) {
                for (RejectedRow row : readChunk(name)) {
                    lines.writeBytes(toJson(file, span, linesBefore, row));
                    count++;
                }
            }
            linesBefore += span.lines();
        }
        if (count > 0) {
            ByteBuffer content = ByteBuffer.wrap(lines.toByteArray());
            StorageFiles.publish(
                    storage,
                    StoreFiles.ledger(loadNumber),
                    sink -> StorageFiles.writeFully(sink, content));
        }
    }

    /** Deletes the chunks' small files, once no resumed load stages again. */
    static void deleteChunks(Storage storage, int loadNumber) throws IOException {
        for (String name : storage.list()) {
            if (name.startsWith(StoreFiles.rejectPrefix(loadNumber))) {
                storage.delete(name);
            }
        }
    }

    private List<RejectedRow> readChunk(String name) throws IOException {
        byte[] bytes;
        try (Storage.Source file = storage.open(name)) {
            ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(file.lengthBytes()));
            StorageFiles.readFully(file, buffer, 0);
            bytes = buffer.array();
        }
        List<RejectedRow> rows = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                rows.add(
                        new RejectedRow(
                                in.readLong(),
                                in.readLong(),
                                in.readInt(),
                                new String(readBytes(in), StandardCharsets.UTF_8),
                                readBytes(in)));
            }
        }
        return rows;
    }

    private static byte[] toJson(SourceFile file, ChunkSpan span, long linesBefore, RejectedRow row)
            throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", file.name());
        fields.put("line", linesBefore + row.line());
        fields.put("offset", span.startByte() + row.byteOffset());
        fields.put("column", row.column());
        fields.put("cause", row.cause());
        try {
            fields.put(
                    "row",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(row.row()))
                            .toString());
        } catch (CharacterCodingException e) {
            fields.put("row_base64", Base64.getEncoder().encodeToString(row.row()));
        }
        return (JSON.writeValueAsString(fields) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }
}
