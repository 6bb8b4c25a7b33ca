package sluice.ingest.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.ingest.fact.FactFormat;
import sluice.ingest.fact.FactRules;
import sluice.ingest.file.Input;
import sluice.ingest.file.SourceFile;
import sluice.ingest.file.TextCoding;
import sluice.ingest.layout.FileHead;
import sluice.ingest.row.Column;
import sluice.ingest.row.Relation;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.shared.SharedFiles;

/**
 * Reject ledgers as sources: each becomes as many source files as rows of different relations stand
 * in it, all of them the one file on disk.
 */
public final class LedgerFiles {
    private static final int HEADER_BYTES_MAX = 64 << 20;

    private LedgerFiles() {}

    /** The files of {@code inputs}, which are ledgers all. */
    public static List<SourceFile> resolve(List<Input> inputs, List<FileHead> heads)
            throws IOException {
        List<SourceFile> files = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            Input input = inputs.get(i);
            FileHead head = heads.get(i);
            refuseOthers(input, head);
            byte[] header = firstLine(input, head);
            String line = new String(header, StandardCharsets.UTF_8);
            for (Relation relation : LedgerHeader.relations(input.name(), line)) {
                files.add(
                        new SourceFile(
                                files.size(),
                                input.name(),
                                input.place(),
                                head.codec(),
                                TextCoding.NONE,
                                head.lengthBytes(),
                                head.modifiedNanos(),
                                head.startByte() + header.length,
                                1,
                                relation));
            }
        }
        refuseTwoKindsOfIds(files);
        return files;
    }

    private static void refuseOthers(Input input, FileHead head) {
        if (!head.isLedger()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: not a reject ledger, and another source is one; load ledgers by themselves"
                            .formatted(input.name()));
        }
        if (head.codec() != SourceFile.Codec.PLAIN
                || !head.coding().changesNothing()
                || input.isStandardInput()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: a reject ledger is packed or comes by standard input; put it into a file as text"
                            .formatted(input.name()));
        }
    }

    private static void refuseTwoKindsOfIds(List<SourceFile> files) {
        boolean names = false;
        boolean numbers = false;
        for (SourceFile file : files) {
            FactFormat facts = file.relation().facts();
            names |= facts != null && facts.ids() == FactRules.Ids.NAMES;
            numbers |= facts != null && facts.ids() == FactRules.Ids.UIDS;
            for (Column column : file.relation().columns()) {
                boolean id = column.role() == Column.Role.ID1 || column.role() == Column.Role.ID2;
                names |= id && column.group() != null;
                numbers |= id && column.group() == null;
            }
        }
        if (names && numbers) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the ids of one reject ledger are names, those of another are numbers; load"
                            + " each into its own store");
        }
    }

    /** The ledger's first line with its end. */
    private static byte[] firstLine(Input input, FileHead head) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream file = input.place().stream(SharedFiles.Reading.PLACES)) {
            file.skipNBytes(head.startByte());
            byte[] block = new byte[FileHead.HEAD_BYTES];
            for (int count = file.read(block); count > 0; count = file.read(block)) {
                for (int i = 0; i < count; i++) {
                    if (block[i] == '\n') {
                        line.write(block, 0, i + 1);
                        return line.toByteArray();
                    }
                }
                line.write(block, 0, count);
                if (line.size() > HEADER_BYTES_MAX) {
                    throw new SluiceException(
                            ErrorCode.INPUT,
                            "%s:1: the first line of a reject ledger is longer than %d bytes; take it from the ledger in the store"
                                    .formatted(input.name(), HEADER_BYTES_MAX));
                }
            }
        }
        return line.toByteArray();
    }
}
