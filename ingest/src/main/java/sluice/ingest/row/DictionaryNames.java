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
    /** The id of a name of a sample that no row of the source has. */
    public static final long NO_ID = -1;

    private final Dictionary dictionary;
    private final boolean isOfSample;
    private final DictionaryLookup lookup;
    private final NativeName name = new NativeName();
    private @Nullable NameTrail trail;

    public DictionaryNames(Dictionary dictionary) {
        this(dictionary, false);
    }

    /**
     * The names of a sample, which may begin inside of a row and take a part of it for a row with
     * names of its own: those have {@link #NO_ID}, and as types any number of one.
     */
    public static DictionaryNames ofSample(Dictionary dictionary) {
        return new DictionaryNames(dictionary, true);
    }

    private DictionaryNames(Dictionary dictionary, boolean isOfSample) {
        this.dictionary = dictionary;
        this.isOfSample = isOfSample;
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
        if (id < 0 && isOfSample) {
            return NO_ID;
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
        return known(dictionary.type(name).orElse(-1), name);
    }

    @Override
    public long type(byte[] bytes, int offset, int length) {
        long type = dictionary.type(name.of(bytes, offset, length), 0, length);
        return type >= 0 ? type : known(type, text(bytes, offset, length));
    }

    /** The number of the type {@code name}, which is negative where it has none. */
    private long known(long type, String name) {
        if (type >= 0) {
            return type;
        }
        if (isOfSample) {
            return dictionary.firstType();
        }
        throw missing("type " + name);
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
