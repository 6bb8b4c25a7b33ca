package sluice.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.model.ErrorCode;
import sluice.model.PropertyTypes;
import sluice.model.SluiceException;

/**
 * The names of a store's ids and types for who reads rows: numbers in, names out. Belongs to one
 * thread; the dictionary stays open meanwhile.
 *
 * <p>Cost of an id: a place in a small cache, or else a search in the dictionary.
 */
public final class StoreNames {
    private static final int CACHED_COUNT = 1 << 12;

    private final Manifest manifest;
    private final Dictionary dictionary;
    private final @Nullable Name[] cachedNames;
    private final long[] cachedIds;
    private final Map<Long, Optional<byte[]>> types = new HashMap<>();

    /** The names in {@code dictionary}, which was opened with {@code manifest}. */
    public StoreNames(Manifest manifest, Dictionary dictionary) {
        this.manifest = manifest;
        this.dictionary = dictionary;
        int cached = manifest.idNames() ? CACHED_COUNT : 0;
        this.cachedNames = new Name[cached];
        this.cachedIds = new long[cached];
    }

    /** Whether ids stand for names rather than for themselves. */
    public boolean idsAreNames() {
        return manifest.idNames();
    }

    /**
     * The name of an id in a store whose ids are names; empty for one that has none, as the id of a
     * node that was added online.
     */
    public Optional<Name> find(long id) throws IOException {
        int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 52);
        Name cached = cachedNames[slot];
        if (cached != null && cachedIds[slot] == id) {
            return Optional.of(cached);
        }
        Optional<Name> found = dictionary.name(id);
        if (found.isPresent()) {
            cachedNames[slot] = found.get();
            cachedIds[slot] = id;
        }
        return found;
    }

    /** As above; fails for an id without a name, which no file of an export can have. */
    public Name idName(long id) throws IOException {
        return find(id).orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "the id %s has no name, as that of a node that was added online; delete its rows, or copy the store with: sluice backup STORE DIR"
                                                .formatted(Long.toUnsignedString(id))));
    }

    /** The bytes of a type's name, not to be written to; empty where the type is a number only. */
    public Optional<byte[]> typeName(long type) {
        return types.computeIfAbsent(type, dictionary::typeNameBytes);
    }

    /** An id as a user writes it: its name with its group, or its number. */
    public String idText(long id) throws IOException {
        Optional<Name> name = idsAreNames() ? find(id) : Optional.empty();
        return name.map(Name::toString).orElseGet(() -> Long.toUnsignedString(id));
    }

    /** A type as a user writes it: its name, for values that of their predicate; or its number. */
    public String typeText(long type) {
        return typeName(PropertyTypes.isProperty(type) ? PropertyTypes.predicateOf(type) : type)
                .map(name -> new String(name, StandardCharsets.UTF_8))
                .orElse(Long.toUnsignedString(type));
    }
}
