package sluice.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sluice.model.ErrorCode;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.parquet.ParquetWriter;
import sluice.parquet.ParquetWriter.Field;
import sluice.parquet.ParquetWriter.Kind;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.ScanProgress;

/**
 * One Parquet file of an export. Ids and types are numbers or, where they are names, texts; data
 * are bytes.
 */
final class ParquetRows implements RowFile {
    private final Storage.Sink sink;
    private final ParquetWriter writer;
    private int rowLength;

    ParquetRows(Storage.Sink sink, ScanProgress progress, List<Field> fields) throws IOException {
        this.sink = sink;
        this.writer =
                new ParquetWriter(
                        fields,
                        bytes -> {
                            progress.addBytes(bytes.remaining());
                            StorageFiles.writeFully(sink, bytes);
                        });
    }

    /** The columns of a relation's files, called as in a header. */
    static List<Field> fields(ExportRelation relation, boolean idsAreNames) {
        Kind ids = idsAreNames ? Kind.TEXT : Kind.UNSIGNED;
        Kind types = relation.namedTypes() ? Kind.TEXT : Kind.UNSIGNED;
        List<String> titles = ExportMapping.columns(relation);
        List<Field> fields = new ArrayList<>();
        fields.add(new Field(titles.get(0), ids));
        fields.add(new Field(titles.get(1), types));
        if (relation.kind() == RowKind.LINK) {
            fields.add(new Field(titles.get(2), ids));
        }
        for (String title : titles.subList(fields.size(), titles.size())) {
            fields.add(new Field(title, title.equals("data") ? Kind.BYTES : Kind.SIGNED));
        }
        return fields;
    }

    @Override
    public void unsigned(long number) {
        writer.number(number);
        rowLength += Long.toUnsignedString(number).length() + 1;
    }

    @Override
    public void signed(long number) {
        writer.number(number);
        rowLength += Long.toString(number).length() + 1;
    }

    @Override
    public void name(byte[] field) {
        if (!isAscii(field) && !isUtf8(field)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the name \"%s\" is no UTF-8, and a Parquet file has no other texts; export it as comma-separated values"
                            .formatted(new String(field, StandardCharsets.UTF_8)));
        }
        bytes(field);
    }

    @Override
    public void bytes(byte[] field) {
        writer.bytes(field);
        rowLength += field.length + 3;
        for (byte value : field) {
            rowLength += value == '"' ? 1 : 0;
        }
    }

    @Override
    public int endRow() throws IOException {
        writer.endRow();
        int length = rowLength;
        rowLength = 0;
        return length;
    }

    @Override
    public void finish() throws IOException {
        writer.finish();
        sink.sync();
        sink.close();
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }

    private static boolean isAscii(byte[] text) {
        boolean ascii = true;
        for (byte value : text) {
            ascii &= value >= 0;
        }
        return ascii;
    }

    private static boolean isUtf8(byte[] text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
