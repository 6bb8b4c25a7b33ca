package sluice.export;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sluice.dictionary.Name;
import sluice.export.files.TargetFiles;
import sluice.ingest.row.RowParser;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.RowKind;
import sluice.model.SluiceException;
import sluice.model.Visibility;
import sluice.storage.Storage;
import sluice.store.ScanProgress;
import sluice.store.StoreNames;

/**
 * Writes the rows of some buckets, each to the file of its relation. Belongs to one thread. Has a
 * file open and a buffer for every relation that it meets: as many as groups are linked with
 * groups.
 */
final class ExportPart implements GraphReader.Visitor, AutoCloseable {
    private static final int ROWS_PER_REPORT = 1 << 12;

    private final int number;
    private final ExportOptions.Format format;
    private final TargetFiles target;
    private final StoreNames names;
    private final ExportNames fileNames;
    private final ScanProgress progress;
    private final Map<ExportRelation, RowFile> files = new HashMap<>();
    private long nodes;
    private long links;

    /** The part {@code number}. */
    ExportPart(
            int number,
            ExportOptions.Format format,
            TargetFiles target,
            StoreNames names,
            ExportNames fileNames,
            ScanProgress progress) {
        this.number = number;
        this.format = format;
        this.target = target;
        this.names = names;
        this.fileNames = fileNames;
        this.progress = progress;
    }

    @Override
    public void node(Node node) throws IOException {
        boolean named = names.typeName(node.type()).isPresent();
        RowFile file = file(new ExportRelation(RowKind.NODE, groupOf(node.id()), "", named));
        putId(file, node.id());
        putType(file, node.type());
        file.signed(node.time());
        file.signed(node.version());
        file.bytes(node.data());
        nodes++;
        endRow(file, "node", node.id());
    }

    @Override
    public void link(Link link) throws IOException {
        boolean named = names.typeName(link.linkType()).isPresent();
        RowFile file =
                file(
                        new ExportRelation(
                                RowKind.LINK, groupOf(link.id1()), groupOf(link.id2()), named));
        putId(file, link.id1());
        putType(file, link.linkType());
        putId(file, link.id2());
        file.signed(link.time());
        file.unsigned(link.visibility() == Visibility.VISIBLE ? 1 : 0);
        file.signed(link.version());
        file.bytes(link.data());
        links++;
        endRow(file, "a link of", link.id1());
    }

    /** Creates the file of {@code relation}, though it has no row yet. */
    RowFile file(ExportRelation relation) throws IOException {
        RowFile known = files.get(relation);
        if (known != null) {
            return known;
        }
        String name = fileNames.file(relation, number);
        RowFile file = open(relation, target.create(name));
        files.put(relation, file);
        return file;
    }

    /** Begins a file; the caller closes it, which closes {@code sink}. */
    private RowFile open(ExportRelation relation, Storage.Sink sink) throws IOException {
        try {
            if (format == ExportOptions.Format.PARQUET) {
                return new ParquetRows(
                        sink, progress, ParquetRows.fields(relation, names.idsAreNames()));
            }
            ExportFile file = new ExportFile(sink, progress);
            file.header(ExportMapping.header(relation));
            return file;
        } catch (Throwable failure) {
            sink.close();
            throw failure;
        }
    }

    /** Makes all files durable, still under temporary names. */
    void finish() throws IOException {
        progress.addRows((nodes + links) % ROWS_PER_REPORT);
        for (RowFile file : files.values()) {
            file.finish();
        }
    }

    Set<ExportRelation> relations() {
        return files.keySet();
    }

    long nodes() {
        return nodes;
    }

    long links() {
        return links;
    }

    @Override
    public void close() throws IOException {
        for (RowFile file : files.values()) {
            file.close();
        }
    }

    private String groupOf(long id) throws IOException {
        return names.idsAreNames() ? names.idName(id).group() : "";
    }

    private void putId(RowFile file, long id) throws IOException {
        if (names.idsAreNames()) {
            Name name = names.idName(id);
            file.name(name.bytes());
        } else {
            file.unsigned(id);
        }
    }

    private void putType(RowFile file, long type) {
        Optional<byte[]> name = names.typeName(type);
        if (name.isPresent()) {
            file.name(name.get());
        } else {
            file.unsigned(type);
        }
    }

    private void endRow(RowFile file, String what, long id) throws IOException {
        int length = file.endRow();
        if (length > RowParser.ROW_BYTES_MAX) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the row of %s %s takes %d bytes with the quotes in it doubled, but a row may have"
                                    .formatted(what, names.idText(id), length)
                            + " %d to be loaded again; delete it or shorten its data"
                                    .formatted(RowParser.ROW_BYTES_MAX));
        }
        if ((nodes + links) % ROWS_PER_REPORT == 0) {
            progress.addRows(ROWS_PER_REPORT);
        }
    }
}
