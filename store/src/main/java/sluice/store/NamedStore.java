package sluice.store;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import sluice.dictionary.Dictionary;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.storage.FileEntry;
import sluice.storage.Storage;

/**
 * A store opened for reading together with its dictionary: ids and types go in and come out as
 * people write them, {@code Person:933} and {@code knows}, or as numbers.
 *
 * <p>Safe for any number of threads. Numbers always work; names work where the store has them. A
 * name that is well written but not in the store is an absent id, no failure.
 */
public final class NamedStore implements AutoCloseable {
    private final StoreReader reader;
    private final Storage storage;
    private final StoreDictionary names;
    private volatile StoreSchema schema;

    private NamedStore(
            Storage storage, StoreReader reader, StoreDictionary names, StoreSchema schema) {
        this.storage = storage;
        this.reader = reader;
        this.names = names;
        this.schema = schema;
    }

    /** Opens the store in {@code storage} for reading. The caller closes it. */
    public static NamedStore open(Storage storage) throws IOException {
        return open(storage, id1 -> {});
    }

    /** As {@link #open(Storage)}; {@code demand} is told the id1 or id of every query. */
    public static NamedStore open(Storage storage, LongConsumer demand) throws IOException {
        StoreReader reader = StoreReader.open(storage, demand);
        try {
            StoreSchema schema = StoreSchema.read(storage, reader.manifest());
            StoreDictionary names = StoreDictionary.open(storage, reader.manifest());
            return new NamedStore(storage, reader, names, schema);
        } catch (Throwable failure) {
            reader.close();
            throw failure;
        }
    }

    /** What answers the queries. */
    public StoreReader reader() {
        return reader;
    }

    /** The names of the store, which move on with {@link #refresh}. */
    public Names names() {
        return names;
    }

    /** The names of the store; not to be used after the next {@link #refresh}. */
    public Dictionary dictionary() {
        return names.dictionary();
    }

    /** The schema of the store. */
    public StoreSchema schema() {
        return schema;
    }

    /** Moves on to the store's present manifest; says whether there was a newer one. */
    public synchronized boolean refresh() throws IOException {
        FileEntry schemaBefore = reader.manifest().schema();
        boolean moved = reader.refresh(names::show);
        if (!Objects.equals(reader.manifest().schema(), schemaBefore)) {
            schema = StoreSchema.read(storage, reader.manifest());
        }
        return moved;
    }

    /**
     * The id that {@code text} stands for, or empty when it is a name that the store does not hold.
     *
     * <p>Where ids are names: as RDF writes it, {@code <http://a/b>}, {@code _:label} or {@code
     * <0x1f>}; else {@code Group:name}, or the bare name where ids have no group; an unsigned
     * number that is no such name is the id itself. Where ids are numbers: the number. Throws a
     * {@link sluice.model.SluiceException} if the text has colons and stands for names in two
     * groups.
     */
    public OptionalLong id(String text) throws IOException {
        return names.writtenId(text);
    }

    /**
     * The number of the type {@code text}, which is the name that the source gave, or a number; as
     * with ids a name of digits goes before the number.
     */
    public long type(String text) {
        return names.writtenType(text);
    }

    /**
     * The name of an id, {@code Person:933}, where it has one; in a store with a schema as RDF
     * writes it, {@code <http://a/b>}.
     */
    public Optional<String> idName(long id) throws IOException {
        return names.idName(id).map(WrittenName::toString);
    }

    /** The name of a type where it has one. */
    public Optional<String> typeName(long type) {
        return names.typeName(type).map(WrittenName::toString);
    }

    @Override
    public void close() throws IOException {
        try (reader) {
            names.close();
        }
    }
}
