package sluice.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.dictionary.NameFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
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
    private static final int NAMES_SHOWN_MAX = 12;

    private final Storage storage;
    private final StoreReader reader;
    // Older ones stay open until the end: others may be reading them, and there is one per load.
    private final List<Dictionary> opened = new ArrayList<>();
    private volatile Dictionary dictionary;
    private volatile StoreSchema schema;

    private NamedStore(
            Storage storage, StoreReader reader, Dictionary dictionary, StoreSchema schema) {
        this.storage = storage;
        this.reader = reader;
        this.dictionary = dictionary;
        this.schema = schema;
        opened.add(dictionary);
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
            return new NamedStore(storage, reader, open(storage, reader.manifest()), schema);
        } catch (Throwable failure) {
            reader.close();
            throw failure;
        }
    }

    private static Dictionary open(Storage storage, Manifest manifest) throws IOException {
        return Dictionary.open(storage, NameFile.of(manifest.dictionaries()));
    }

    /** What answers the queries. */
    public StoreReader reader() {
        return reader;
    }

    /** The names of the store. */
    public Dictionary dictionary() {
        return dictionary;
    }

    /** The schema of the store. */
    public StoreSchema schema() {
        return schema;
    }

    /** Moves on to the store's present manifest; says whether there was a newer one. */
    public synchronized boolean refresh() throws IOException {
        List<FileEntry> before = reader.manifest().dictionaries();
        FileEntry schemaBefore = reader.manifest().schema();
        boolean moved = reader.refresh();
        if (!Objects.equals(reader.manifest().schema(), schemaBefore)) {
            schema = StoreSchema.read(storage, reader.manifest());
        }
        if (!reader.manifest().dictionaries().equals(before)) {
            Dictionary next = open(storage, reader.manifest());
            opened.add(next);
            dictionary = next;
        }
        return moved;
    }

    /**
     * The id that {@code text} stands for, or empty when it is a name that the store does not hold.
     *
     * <p>Where ids are names: as RDF writes it, {@code <http://a/b>}, {@code _:label} or {@code
     * <0x1f>}; else {@code Group:name}, or the bare name where ids have no group; an unsigned
     * number that is no such name is the id itself. Where ids are numbers: the number. Of a group
     * and a name with colons the shortest group counts that has the rest for a name.
     */
    public OptionalLong id(String text) throws IOException {
        OptionalLong number = unsigned(text);
        if (!reader.manifest().idNames() && WrittenNames.uid(text).isPresent()) {
            return WrittenNames.uid(text);
        }
        if (!reader.manifest().idNames()) {
            if (number.isEmpty()) {
                throw notUnderstood("id", text, "the ids of this store are unsigned numbers");
            }
            return number;
        }
        Dictionary names = dictionary;
        long written = WrittenNames.find(names, text);
        if (written >= 0) {
            return OptionalLong.of(written);
        }
        boolean inGroup = WrittenNames.isWritten(text);
        for (int colon = text.indexOf(':', 1); colon > 0; colon = text.indexOf(':', colon + 1)) {
            String group = text.substring(0, colon);
            if (names.group(group) >= 0) {
                inGroup = true;
                long id = names.find(group, text.substring(colon + 1));
                if (id >= 0) {
                    return OptionalLong.of(id);
                }
            }
        }
        boolean ungrouped = names.group("") >= 0;
        long bare = ungrouped ? names.find("", text) : -1;
        if (bare >= 0) {
            return OptionalLong.of(bare);
        }
        if (number.isPresent() || inGroup || ungrouped) {
            return number;
        }
        throw notUnderstood(
                "id",
                text,
                "expected GROUP:NAME with one of the groups "
                        + String.join(", ", shortened(names.groups())));
    }

    /**
     * The number of the type {@code text}, which is the name that the source gave, or a number; as
     * with ids a name of digits goes before the number.
     */
    public long type(String text) {
        OptionalLong exact = dictionary.type(text);
        OptionalLong named = exact.isPresent() ? exact : dictionary.type(WrittenNames.type(text));
        OptionalLong type = named.isPresent() ? named : unsigned(text);
        return type.orElseThrow(
                () -> {
                    List<String> types = shortened(typeNames());
                    return notUnderstood(
                            "type",
                            text,
                            types.isEmpty()
                                    ? "the types of this store are unsigned numbers"
                                    : "expected a number or one of " + String.join(", ", types));
                });
    }

    /**
     * The name of an id, {@code Person:933}, where it has one; in a store with a schema as RDF
     * writes it, {@code <http://a/b>}.
     */
    public Optional<String> idName(long id) throws IOException {
        if (!reader.manifest().idNames()) {
            return Optional.empty();
        }
        boolean isRdf = reader.manifest().schema() != null;
        return dictionary.name(id).map(isRdf ? WrittenNames::written : Name::toString);
    }

    /** The name of a type where it has one. */
    public Optional<String> typeName(long type) {
        return dictionary.typeName(type);
    }

    private List<String> typeNames() {
        Dictionary names = dictionary;
        List<String> types = new ArrayList<>();
        for (int i = 0; i < names.typeCount(); i++) {
            names.typeName(names.firstType() + i).ifPresent(types::add);
        }
        return types;
    }

    private static List<String> shortened(List<String> names) {
        if (names.size() <= NAMES_SHOWN_MAX) {
            return names;
        }
        List<String> some = new ArrayList<>(names.subList(0, NAMES_SHOWN_MAX));
        some.add("… (%d in all)".formatted(names.size()));
        return some;
    }

    private static OptionalLong unsigned(String text) {
        boolean digits = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
        try {
            return digits ? OptionalLong.of(Long.parseUnsignedLong(text)) : OptionalLong.empty();
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    private SluiceException notUnderstood(String what, String text, String expected) {
        return new SluiceException(
                ErrorCode.CONFIG,
                "%s: no %s \"%s\"; %s".formatted(storage.location(), what, text, expected));
    }

    @Override
    public void close() throws IOException {
        try (reader) {
            for (Dictionary each : opened) {
                each.close();
            }
        }
    }
}
