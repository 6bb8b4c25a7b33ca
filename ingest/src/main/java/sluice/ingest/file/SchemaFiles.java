package sluice.ingest.file;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.storage.shared.SharedFiles;

/** The files that declare predicates: text or gzip, beside the files of a source. */
public final class SchemaFiles {
    private static final int SCHEMA_BYTES_MAX = 64 << 20;

    private SchemaFiles() {}

    /**
     * The inputs that hold rows. Schemas among the files of directories are added to {@code
     * schemas}, unless that names some.
     */
    public static List<Input> take(List<Input> found, List<Place> schemas) {
        List<Place> given = List.copyOf(schemas);
        List<Input> rows = new ArrayList<>();
        for (Input input : found) {
            if (InputFinder.isAmong(input, given)) {
                continue;
            }
            if (isSchema(input.name())) {
                if (given.isEmpty()) {
                    schemas.add(input.place());
                }
            } else if (!isOfGraphQl(input.name())) {
                rows.add(input);
            }
        }
        if (rows.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "the sources hold schemas alone; name files with statements too");
        }
        return rows;
    }

    /** Whether a file of a directory is a schema, as Dgraph's exports have it. */
    private static boolean isSchema(String fileName) {
        return fileName.endsWith(".schema") || fileName.endsWith(".schema.gz");
    }

    /** Whether it is a schema of GraphQL, which a load has no use for. */
    private static boolean isOfGraphQl(String fileName) {
        return fileName.endsWith(".gql_schema") || fileName.endsWith(".gql_schema.gz");
    }

    /** The declarations in all of {@code files}; two of one predicate must say the same. */
    public static Schema read(List<Place> files) throws IOException {
        Schema all = Schema.EMPTY;
        for (Place file : files) {
            Schema next = SchemaReader.read(file.toString(), bytes(file));
            // As if rows were there: so a second declaration may add indexes, but change nothing.
            all = all.with(next, _ -> true);
        }
        return all;
    }

    private static byte[] bytes(Place file) throws IOException {
        Path disk = file.disk();
        if (disk != null && (!Files.isReadable(disk) || Files.isDirectory(disk))) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": no such schema file, or no permission to read it; check the name");
        }
        try (InputStream raw = new BufferedInputStream(file.stream(SharedFiles.Reading.ONWARD))) {
            raw.mark(2);
            boolean isGzip = raw.read() == 0x1f && raw.read() == 0x8b;
            raw.reset();
            try (InputStream text = isGzip ? new GZIPInputStream(raw) : raw) {
                byte[] bytes = text.readNBytes(SCHEMA_BYTES_MAX + 1);
                if (bytes.length > SCHEMA_BYTES_MAX) {
                    throw new SluiceException(
                            ErrorCode.CONFIG,
                            "%s: the schema has more than %d bytes; is it the right file?"
                                    .formatted(file, SCHEMA_BYTES_MAX));
                }
                return bytes;
            }
        } catch (ZipException | EOFException damaged) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    file + ": the schema is damaged gzip; test it with: gzip -t " + file,
                    damaged);
        }
    }
}
