package sluice.load.reject;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sluice.ingest.ChunkSpan;
import sluice.ingest.Source;
import sluice.ingest.file.SourceFile;
import sluice.ingest.ledger.LedgerHeader;
import sluice.ingest.row.Rejects;
import sluice.ingest.row.Relation;
import sluice.load.files.RejectFile;
import sluice.load.files.RejectedRow;
import sluice.load.files.StoreFiles;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The reject ledger of a load: all its rejected rows as lines of JSON in source order, for people
 * and for replay. Written when the source has been read, chunk by chunk; costs nothing where no row
 * was rejected. Layout: docs/rejects.md.
 */
public final class RejectLedger {
    private final Storage storage;
    private final Source source;
    private final int loadNumber;

    RejectLedger(Storage storage, Source source, int loadNumber) {
        this.storage = storage;
        this.source = source;
        this.loadNumber = loadNumber;
    }

    /**
     * Writes the ledger of all chunks, {@code spans} in source order. Their small files stay until
     * the load is past the step that would need them again: {@link #deleteChunks}.
     */
    void write(List<ChunkSpan> spans) throws IOException {
        Set<String> present = new HashSet<>(storage.list());
        List<Relation> relations = new ArrayList<>();
        for (ChunkSpan span : spans) {
            Relation relation = file(span).relation();
            if (present.contains(name(span)) && !relations.contains(relation)) {
                relations.add(relation);
            }
        }
        if (!relations.isEmpty()) {
            StorageFiles.publish(
                    storage,
                    StoreFiles.ledger(loadNumber),
                    sink -> write(sink, spans, present, relations));
        }
    }

    private void write(
            Storage.Sink sink, List<ChunkSpan> spans, Set<String> present, List<Relation> relations)
            throws IOException {
        writeLine(sink, LedgerHeader.line(relations));
        long linesBefore = 0;
        int fileIndex = -1;
        for (ChunkSpan span : spans) {
            SourceFile file = file(span);
            if (file.index() != fileIndex) {
                fileIndex = file.index();
                linesBefore = file.dataStartLines();
            }
            if (present.contains(name(span))) {
                int relation = relations.indexOf(file.relation());
                try (RejectFile.Reader rows = new RejectFile.Reader(storage, name(span))) {
                    for (RejectedRow row = rows.next(); row != null; row = rows.next()) {
                        writeLine(sink, toJson(file, span, linesBefore, relation, row));
                    }
                }
            }
            linesBefore += span.lines();
        }
    }

    /** Deletes the chunks' small files, once no resumed load stages again. */
    public static void deleteChunks(Storage storage, int loadNumber) throws IOException {
        for (String name : storage.list()) {
            if (name.startsWith(StoreFiles.rejectPrefix(loadNumber))) {
                storage.delete(name);
            }
        }
    }

    private SourceFile file(ChunkSpan span) {
        return source.files().get(span.id().fileIndex());
    }

    private String name(ChunkSpan span) {
        return StoreFiles.rejects(loadNumber, span.id());
    }

    private static String toJson(
            SourceFile file, ChunkSpan span, long linesBefore, int relation, RejectedRow row)
            throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", file.name());
        fields.put("line", linesBefore + row.line());
        fields.put("offset", span.startByte() + row.byteOffset());
        fields.put("column", row.column());
        fields.put("cause", row.cause());
        fields.put("relation", relation);
        if (row.row().length == Rejects.ROW_BYTES_MAX) {
            fields.put("row_cut", true);
        }
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
        return Json.MAPPER.writeValueAsString(fields);
    }

    private static void writeLine(Storage.Sink sink, String line) throws IOException {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes));
    }

    /** Made for the first rejected row, as it takes longer than many a load. */
    private static final class Json {
        static final ObjectMapper MAPPER = new ObjectMapper();
    }
}
