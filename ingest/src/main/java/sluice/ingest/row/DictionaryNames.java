package sluice.ingest.row;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.DictionaryLookup;
import sluice.dictionary.NameTrail;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/**
 * The names of the second pass: looks each up in the dictionary that the first pass led to. Belongs
 * to one thread, which closes it before the dictionary is closed.
 *
 * <p>Where the first pass left a trail of the chunk a name costs a hash and one look into memory;
 * elsewhere one that comes again soon costs a hash and a comparison. Where the dictionary is
 * damaged or cannot be read, the calls throw {@link UncheckedIOException}.
 */
public final class DictionaryNames implements NameResolver, AutoCloseable {
    private final Dictionary dictionary;
    private final DictionaryLookup lookup;
    private final NativeName name = new NativeName();
    private @Nullable NameTrail trail;

    public DictionaryNames(Dictionary dictionary) {
        this.dictionary = dictionary;
        lookup = new DictionaryLookup(dictionary);
    }

    /**
     * From here on ids come from the trail of a chunk, for as long as it knows the names; the
     * caller closes it. Null, and all names are looked up.
     */
    public void follow(@Nullable NameTrail next) {
        trail = next;
    }

    /**
     * The number of a group; one without names has the number -1, in which {@link #id} finds none.
     */
    @Override
    public int group(String name) {
        return dictionary.group(name);
    }

    @Override
    public long id(int group, byte[] bytes, int offset, int length) {
        long id;
        try {
            if (trail != null) {
                id = trail.next(group, bytes, offset, length);
                if (id >= 0) {
                    return id;
                }
                trail = null;
            }
            id = lookup.find(group, name.of(bytes, offset, length), 0, length);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        if (id < 0) {
            String text = text(bytes, offset, length);
            throw missing(
                    group < 0
                            ? "name " + text
                            : "name " + dictionary.groups().get(group) + ":" + text);
        }
        return id;
    }

    @Override
    public long type(String name) {
        return dictionary.type(name).orElseThrow(() -> missing("type " + name));
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        long type = dictionary.type(name.of(bytes, offset, length), 0, length);
        if (type < 0) {
            throw missing("type " + text(bytes, offset, length));
        }
        return type;
    }

    @Override
    public void close() {
        lookup.close();
        name.close();
    }

    private static SluiceException missing(String what) {
        return new SluiceException(
                ErrorCode.INTERNAL,
                what
                        + " is not in the dictionary, though the first pass over the source"
                        + " collects all; if the source did not change during the load, report"
                        + " this");
    }

    private static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }
}
