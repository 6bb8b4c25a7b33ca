package sluice.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.store.NamedStore;

/**
 * The texts of ids and types of a store, as UTF-8. Belongs to one thread. Cost of an id: a place in
 * a small cache, or else a search in the dictionary.
 */
final class RowNames {
    private static final int CACHED_BITS = 12;

    /** The names of a store, however its files are held. */
    interface Texts {
        String id(long id) throws IOException;

        String type(long type);
    }

    private final Texts texts;
    private final byte[] @Nullable [] ids = new byte[1 << CACHED_BITS][];
    private final long[] cachedIds = new long[1 << CACHED_BITS];
    private final byte[] @Nullable [] types = new byte[1 << CACHED_BITS][];
    private final long[] cachedTypes = new long[1 << CACHED_BITS];

    RowNames(Texts texts) {
        this.texts = texts;
    }

    /** The name of an id, or its number where it has none. */
    static String idText(NamedStore store, long id) throws IOException {
        return store.idName(id).orElseGet(() -> Long.toUnsignedString(id));
    }

    /** The name of a type, or its number where it has none. */
    static String typeText(NamedStore store, long type) {
        return store.typeName(type).orElseGet(() -> Long.toUnsignedString(type));
    }

    /** Not to be written to. */
    byte[] id(long id) throws IOException {
        int slot = slot(id);
        byte[] known = ids[slot];
        if (known == null || cachedIds[slot] != id) {
            known = texts.id(id).getBytes(StandardCharsets.UTF_8);
            ids[slot] = known;
            cachedIds[slot] = id;
        }
        return known;
    }

    /** Not to be written to. */
    byte[] type(long type) {
        int slot = slot(type);
        byte[] known = types[slot];
        if (known == null || cachedTypes[slot] != type) {
            known = texts.type(type).getBytes(StandardCharsets.UTF_8);
            types[slot] = known;
            cachedTypes[slot] = type;
        }
        return known;
    }

    private static int slot(long number) {
        return (int) ((number * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - CACHED_BITS));
    }
}
