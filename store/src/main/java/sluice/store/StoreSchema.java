package sluice.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.model.SluiceException;
import sluice.schema.IndexNumbers;
import sluice.schema.PredicateRows;
import sluice.schema.Schema;
import sluice.schema.SchemaReader;
import sluice.segment.IndexKeys;
import sluice.storage.CorruptFileException;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;

/**
 * The schema of a store, and the numbers of its indexes: the file that {@link Manifest#schema}
 * lists. Layout: docs/format-properties.md, "Schema file".
 */
public record StoreSchema(Schema schema, IndexNumbers numbers) {
    /** That of a store that declares nothing. */
    public static final StoreSchema EMPTY = new StoreSchema(Schema.EMPTY, IndexNumbers.NONE);

    private static final String PREFIX = "schema-";
    private static final int LENGTH_MAX = 1 << 28;
    private static final String ADVICE = "run: sluice verify";

    /** The name of the file that load {@code loadNumber} writes. */
    public static String fileName(int loadNumber) {
        return PREFIX + "%06d".formatted(loadNumber);
    }

    /** Whether {@code name} is one that {@link #fileName} gives. */
    public static boolean isFileName(String name) {
        return name.startsWith(PREFIX);
    }

    /** The schema of the store of {@code manifest}; {@link #EMPTY} if it has no such file. */
    public static StoreSchema read(Storage storage, Manifest manifest) throws IOException {
        @Nullable FileEntry entry = manifest.schema();
        return entry == null ? EMPTY : read(storage, entry);
    }

    /** The schema in the file {@code entry}, whose bytes are compared with its checksum. */
    public static StoreSchema read(Storage storage, FileEntry entry) throws IOException {
        String name = entry.name();
        byte[] bytes;
        try (Storage.Source source = storage.open(name)) {
            long length = source.lengthBytes();
            if (length != entry.lengthBytes() || length > LENGTH_MAX) {
                throw new CorruptFileException(
                        name,
                        length,
                        "expected a length of %d bytes".formatted(entry.lengthBytes()),
                        ADVICE);
            }
            ByteBuffer buffer = ByteBuffer.allocate((int) length);
            StorageFiles.readFully(source, buffer, 0);
            bytes = buffer.array();
        }
        if (checksum(bytes) != entry.checksum()) {
            throw new CorruptFileException(
                    name, 0, "the schema does not match its checksum", ADVICE);
        }
        try {
            return new StoreSchema(
                    SchemaReader.read(name, bytes),
                    IndexNumbers.read(name, new String(bytes, StandardCharsets.UTF_8)));
        } catch (SluiceException e) {
            CorruptFileException damaged =
                    new CorruptFileException(name, 0, String.valueOf(e.getMessage()), ADVICE);
            damaged.initCause(e);
            throw damaged;
        }
    }

    /**
     * Writes the file of load {@code loadNumber}, durable but for its name: the caller syncs the
     * directory before a manifest lists it.
     */
    public FileEntry write(Storage storage, int loadNumber) throws IOException {
        byte[] bytes = (schema.text() + numbers.text()).getBytes(StandardCharsets.UTF_8);
        String name = fileName(loadNumber);
        StorageFiles.publish(
                storage, name, sink -> StorageFiles.writeFully(sink, ByteBuffer.wrap(bytes)));
        return new FileEntry(name, bytes.length, checksum(bytes));
    }

    /**
     * This with what a later load declares, and numbers for its new indexes. Fails where {@code
     * later} contradicts rows that the store has.
     */
    public StoreSchema with(Schema later, PredicateRows rows) {
        Schema merged = schema.with(later, rows);
        return new StoreSchema(merged, numbers.with(merged));
    }

    /** Whether there is an index of anything. */
    public boolean hasIndexes() {
        return numbers.next() > 1;
    }

    /** Whether index {@code number} is one of how many links or values there are. */
    boolean isCount(int number) {
        for (Map.Entry<IndexNumbers.Key, Integer> each : numbers.numbers().entrySet()) {
            if (each.getValue() == number) {
                return each.getKey().tokenizer() == null;
            }
        }
        return false;
    }

    /**
     * Makes the keys of rows of the store of {@code manifest}; null if it has no indexes. Cost:
     * opens the dictionary for the types' names.
     */
    public static IndexKeys.@Nullable Maker keys(Storage storage, Manifest manifest)
            throws IOException {
        StoreSchema schema = read(storage, manifest);
        if (!schema.hasIndexes()) {
            return null;
        }
        try (Dictionary dictionary = Dictionary.open(storage, manifest.nameFiles())) {
            return schema.keys(dictionary::type);
        }
    }

    /**
     * Makes the keys of rows whose types have the numbers that {@code typeOf} gives to their names;
     * null if there are no indexes.
     */
    public IndexKeys.@Nullable Maker keys(Function<String, OptionalLong> typeOf) {
        return hasIndexes() ? SchemaKeys.maker(this, typeOf) : null;
    }

    private static int checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
