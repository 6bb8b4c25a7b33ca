package sluice.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.Name;
import sluice.dictionary.NameCollector;
import sluice.dictionary.NameFile;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.model.names.WrittenNumber;
import sluice.storage.Storage;

/**
 * The dictionary of a store that may be loaded while it is read: the one place that understands ids
 * and types as people write them, {@code Person:933} and {@code knows}.
 *
 * <p>It stays on the manifest that {@link #show} gave it last, and has the files of that one open
 * alone: those of an earlier one are closed with their last look-up. Thread-safe; the caller closes
 * it.
 */
public final class StoreDictionary implements Names, AutoCloseable {
    private static final int NAMES_SHOWN_MAX = 12;

    private final Storage storage;
    private volatile Opened current;

    private StoreDictionary(Storage storage, Opened first) {
        this.storage = storage;
        this.current = first;
    }

    /** The dictionary that {@code manifest} lists; an empty one where there is no manifest. */
    public static StoreDictionary open(Storage storage, @Nullable Manifest manifest)
            throws IOException {
        return new StoreDictionary(storage, Opened.of(storage, manifest));
    }

    /** One dictionary, and how many use it: this class, and each look-up. */
    private record Opened(
            boolean isLoaded,
            boolean idsAreNames,
            boolean isRdf,
            Dictionary dictionary,
            AtomicInteger users) {
        static Opened of(Storage storage, @Nullable Manifest manifest) throws IOException {
            List<NameFile> files =
                    manifest == null ? List.of() : NameFile.of(manifest.dictionaries());
            return new Opened(
                    manifest != null,
                    manifest != null && manifest.idNames(),
                    manifest != null && manifest.schema() != null,
                    Dictionary.open(storage, files),
                    new AtomicInteger(1));
        }

        boolean isOf(Manifest manifest) {
            return isLoaded
                    && idsAreNames == manifest.idNames()
                    && isRdf == (manifest.schema() != null)
                    && hasNamesOf(manifest);
        }

        /**
         * Where an earlier version is served again, the names of the later one stay: answers that
         * are under way have its ids, which never stand for other names.
         */
        private boolean hasNamesOf(Manifest manifest) {
            List<NameFile> shown = dictionary.files();
            List<NameFile> listed = NameFile.of(manifest.dictionaries());
            boolean isEarlier = manifest.mark() != null && listed.size() < shown.size();
            return listed.equals(isEarlier ? shown.subList(0, listed.size()) : shown);
        }

        boolean use() {
            int count = users.get();
            while (count > 0 && !users.compareAndSet(count, count + 1)) {
                count = users.get();
            }
            return count > 0;
        }

        void release() throws IOException {
            if (users.decrementAndGet() == 0) {
                dictionary.close();
            }
        }
    }

    /** A look-up in the dictionary, which stays open for it. */
    private interface Lookup<T> {
        T in(Opened opened) throws IOException;
    }

    private <T> T look(Lookup<T> lookup) throws IOException {
        Opened opened = current;
        while (!opened.use()) {
            Opened next = current;
            if (next == opened) {
                throw new IllegalStateException("the dictionary was closed");
            }
            opened = next;
        }
        try {
            return lookup.in(opened);
        } finally {
            opened.release();
        }
    }

    /** As {@link #look}, of types, which are in memory: nothing of them is read. */
    private <T> T lookAtTypes(Lookup<T> lookup) {
        try {
            return look(lookup);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Moves on to the names that {@code manifest} lists. */
    public synchronized void show(Manifest manifest) throws IOException {
        Opened before = current;
        if (before.users().get() > 0 && !before.isOf(manifest)) {
            current = Opened.of(storage, manifest);
            before.release();
        }
    }

    /** The dictionary of now; not to be used after the next {@link #show}. */
    Dictionary dictionary() {
        return current.dictionary();
    }

    @Override
    public boolean idsAreNames() {
        return current.idsAreNames();
    }

    @Override
    public boolean areKnown() {
        return current.isLoaded();
    }

    @Override
    public OptionalLong id(WrittenName name) throws IOException {
        // A name without a group may be from an answer if the store has a schema: see written.
        return look(opened -> id(opened, name, opened.isRdf()).id());
    }

    @Override
    public OptionalLong writtenId(String text) throws IOException {
        return look(opened -> writtenId(opened, text));
    }

    private OptionalLong writtenId(Opened opened, String text) throws IOException {
        OptionalLong number = WrittenNumber.of(text);
        Found found = id(opened, WrittenName.of(text), false);
        if (found.id().isPresent()) {
            return found.id();
        }
        if (!opened.idsAreNames()) {
            throw notUnderstood("id", text, "the ids of this store are unsigned numbers");
        }
        if (number.isPresent() || found.inGroup()) {
            return number;
        }
        throw notUnderstood(
                "id",
                text,
                "expected GROUP:NAME with one of the groups "
                        + String.join(", ", shortened(opened.dictionary().groups())));
    }

    /**
     * The result of a search for a name.
     *
     * @param inGroup whether it is well written: the store has a group that it may belong to
     */
    private record Found(OptionalLong id, boolean inGroup) {
        static Found of(long id, boolean inGroup) {
            return new Found(id < 0 ? OptionalLong.empty() : OptionalLong.of(id), inGroup);
        }
    }

    private Found id(Opened opened, WrittenName name, boolean rdfFirst) throws IOException {
        byte[] bytes = name.bytes();
        Dictionary names = opened.dictionary();
        if (!opened.idsAreNames()) {
            OptionalLong uid = WrittenNames.uid(name.toString());
            return new Found(uid.isPresent() ? uid : WrittenNumber.of(name.toString()), true);
        }
        String group = name.group();
        if (group != null) {
            int number = names.group(group);
            return Found.of(names.find(number, segment(bytes), 0, bytes.length), number >= 0);
        }
        return unparted(opened, bytes, rdfFirst);
    }

    /**
     * A name as RDF writes it, the name without a group, or the name behind a colon in the group
     * before it. Throws if there are two, unless the first of these kinds is to count.
     */
    private Found unparted(Opened opened, byte[] bytes, boolean rdfFirst) throws IOException {
        Dictionary names = opened.dictionary();
        String written = new String(bytes, StandardCharsets.UTF_8);
        long found = WrittenNames.find(names, bytes);
        if (found >= 0 && rdfFirst) {
            return Found.of(found, true);
        }
        MemorySegment text = segment(bytes);
        int none = names.group("");
        found = oneOf(opened, written, found, names.find(none, text, 0, bytes.length));
        boolean inGroup = none >= 0 || WrittenNames.isWritten(written);
        for (int colon = 1; colon < bytes.length; colon++) {
            if (bytes[colon] != ':') {
                continue;
            }
            if (colon > NameCollector.GROUP_NAME_BYTES_MAX) {
                break;
            }
            int group = names.group(new String(bytes, 0, colon, StandardCharsets.UTF_8));
            if (group >= 0) {
                inGroup = true;
                long id = names.find(group, text, colon + 1L, bytes.length - colon - 1);
                found = oneOf(opened, written, found, id);
            }
        }
        return Found.of(found, inGroup);
    }

    /** That one of two ids which is not -1; throws where they are the ids of two names. */
    private long oneOf(Opened opened, String text, long first, long second) throws IOException {
        if (first >= 0 && second >= 0 && first != second) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s: \"%s\" can be two names: %s, and %s; give the id instead"
                            .formatted(
                                    storage.location(),
                                    text,
                                    inWords(opened, first),
                                    inWords(opened, second)));
        }
        return Math.max(first, second);
    }

    private static String inWords(Opened opened, long id) throws IOException {
        Name name = opened.dictionary().name(id).orElseThrow();
        return "id %d is %s of group \"%s\"".formatted(id, name.text(), name.group());
    }

    /** A segment of {@code bytes}; of one byte for none, as a dictionary takes no empty one. */
    private static MemorySegment segment(byte[] bytes) {
        return MemorySegment.ofArray(bytes.length == 0 ? new byte[1] : bytes);
    }

    @Override
    public OptionalLong type(WrittenName name) {
        return lookAtTypes(
                opened -> {
                    byte[] bytes = name.bytes();
                    long type = opened.dictionary().type(segment(bytes), 0, bytes.length);
                    if (type >= 0) {
                        return OptionalLong.of(type);
                    }
                    OptionalLong inBrackets =
                            opened.dictionary().type(WrittenNames.type(name.text()));
                    return inBrackets.isPresent() ? inBrackets : WrittenNumber.of(name.text());
                });
    }

    @Override
    public long writtenType(String text) {
        return type(WrittenName.of(text))
                .orElseThrow(
                        () -> {
                            // One more than is shown tells that there are more.
                            List<String> types = shortened(someTypes(NAMES_SHOWN_MAX + 1));
                            return notUnderstood(
                                    "type",
                                    text,
                                    types.isEmpty()
                                            ? "the types of this store are unsigned numbers"
                                            : "expected a number or one of "
                                                    + String.join(", ", types));
                        });
    }

    @Override
    public Optional<WrittenName> idName(long id) throws IOException {
        return look(
                opened ->
                        opened.idsAreNames()
                                ? opened.dictionary().name(id).map(name -> written(opened, name))
                                : Optional.empty());
    }

    /**
     * A name as RDF writes it where the store has a schema, and where that is exact; else with its
     * group.
     */
    private static WrittenName written(Opened opened, Name name) {
        return opened.isRdf()
                ? WrittenNames.written(name)
                : new WrittenName(name.group(), name.bytes());
    }

    @Override
    public Optional<WrittenName> typeName(long type) {
        return lookAtTypes(
                opened ->
                        opened.dictionary()
                                .typeNameBytes(type)
                                .map(bytes -> new WrittenName(null, bytes)));
    }

    @Override
    public List<String> someTypes(int max) {
        return lookAtTypes(
                opened -> {
                    Dictionary names = opened.dictionary();
                    List<String> types = new ArrayList<>();
                    int count = Math.min(names.typeCount(), max);
                    for (int i = 0; i < count; i++) {
                        names.typeName(names.firstType() + i).ifPresent(types::add);
                    }
                    return types;
                });
    }

    private static List<String> shortened(List<String> names) {
        if (names.size() <= NAMES_SHOWN_MAX) {
            return names;
        }
        List<String> some = new ArrayList<>(names.subList(0, NAMES_SHOWN_MAX));
        some.add("… (%d in all)".formatted(names.size()));
        return some;
    }

    private SluiceException notUnderstood(String what, String text, String expected) {
        return new SluiceException(
                ErrorCode.CONFIG,
                "%s: no %s \"%s\"; %s".formatted(storage.location(), what, text, expected));
    }

    @Override
    public synchronized void close() throws IOException {
        if (current.users().get() > 0) {
            current.release();
        }
    }
}
