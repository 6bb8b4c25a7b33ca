package sluice.dictionary;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.shard.NameShard;
import sluice.dictionary.table.NameBytes;
import sluice.storage.Storage;

/**
 * The names of a run by the numbers that its trails have for them, with their ids: those that the
 * merge of the runs left beside the run, else each is looked up. Belongs to one thread.
 */
final class NumberedNames implements Closeable {
    private final Dictionary dictionary;
    private final NameRunCursor names;
    private final RunColumn numbers;
    private final @Nullable RunColumn ids;

    /** Receives the names of a run. */
    interface Names {
        /**
         * The name of this number has an id, or is that of a type with that number.
         *
         * @param number from 0 on; each once, if the run is not damaged
         * @param group of the dictionary, where hashes were asked for; -1 for a type
         */
        void put(int number, int group, long hash, long id);
    }

    private NumberedNames(
            Dictionary dictionary,
            NameRunCursor names,
            RunColumn numbers,
            @Nullable RunColumn ids) {
        this.dictionary = dictionary;
        this.names = names;
        this.numbers = numbers;
        this.ids = ids;
    }

    /** The names of the run of {@code label}; empty where it left no numbers. */
    static Optional<NumberedNames> open(Storage storage, String label, Dictionary dictionary)
            throws IOException {
        NameFile run = NameRun.open(storage, NameCollector.runName(label)).file();
        Optional<RunColumn> numbers = RunColumn.open(storage, RunColumn.numbers(label), run);
        if (numbers.isEmpty()) {
            return Optional.empty();
        }
        List<Closeable> opened = new ArrayList<>(List.of(numbers.get()));
        try {
            NameRunCursor names =
                    NameRunCursor.open(storage, run, NameBytes.HASH, NameShard.ALL, 0);
            opened.add(names);
            Optional<RunColumn> ids = RunColumn.open(storage, RunColumn.ids(label), run);
            return Optional.of(
                    new NumberedNames(dictionary, names, numbers.get(), ids.orElse(null)));
        } catch (Throwable failure) {
            for (Closeable each : opened) {
                try {
                    each.close();
                } catch (IOException e) {
                    failure.addSuppressed(e);
                }
            }
            throw failure;
        }
    }

    /** The trails that know the names by these numbers. */
    Set<NameFile> trails() {
        return numbers.trails();
    }

    /** How many names there are. */
    long count() {
        return names.count();
    }

    /**
     * Hands all names to {@code into}; false where there are not as many numbers or ids. Used once.
     *
     * @param withHashes whether {@code into} needs hashes, for which the names must be read
     */
    boolean read(boolean withHashes, Names into) throws IOException {
        boolean isWhole = ids == null || withHashes ? readNames(into) : readIds(ids, types(), into);
        return isWhole && !numbers.ensure(1) && (ids == null || !ids.ensure(1));
    }

    /** The numbers of the types among the names, which come first. */
    private List<Long> types() throws IOException {
        List<Long> types = new ArrayList<>();
        while (names.next() && names.groups().get(names.group()).types()) {
            types.add(dictionary.type(names.segment(), names.offset(), names.length()));
        }
        return types;
    }

    private boolean readIds(RunColumn merged, List<Long> types, Names into) throws IOException {
        int typeCount = 0;
        while (merged.ensure(Long.BYTES)) {
            int number = nextNumber();
            if (number < 0) {
                return false;
            }
            long id = merged.nextLong();
            if (id != MergedIds.TYPE) {
                into.put(number, 0, 0, id);
            } else if (typeCount == types.size()) {
                return false;
            } else {
                into.put(number, -1, 0, types.get(typeCount++));
            }
        }
        return typeCount == types.size();
    }

    private boolean readNames(Names into) throws IOException {
        int[] groups =
                names.groups().stream()
                        .mapToInt(group -> group.types() ? -1 : dictionary.group(group.name()))
                        .toArray();
        while (names.next()) {
            int number = nextNumber();
            if (number < 0 || ids != null && !ids.ensure(Long.BYTES)) {
                return false;
            }
            long merged = ids == null ? MergedIds.TYPE : ids.nextLong();
            int group = groups[names.group()];
            boolean isType = names.groups().get(names.group()).types();
            if (isType || group >= 0) {
                long id = merged == MergedIds.TYPE ? lookUp(group) : merged;
                into.put(number, group, names.hash(), id);
            }
        }
        return true;
    }

    private long lookUp(int group) throws IOException {
        return group < 0
                ? dictionary.type(names.segment(), names.offset(), names.length())
                : dictionary.find(
                        group, names.hash(), names.segment(), names.offset(), names.length());
    }

    /** The number of the next name; -1 where it is missing, or not one of a name. */
    private int nextNumber() throws IOException {
        if (!numbers.ensure(Integer.BYTES)) {
            return -1;
        }
        int number = numbers.nextInt();
        return number < names.count() ? number : -1;
    }

    @Override
    public void close() throws IOException {
        try (names;
                numbers;
                RunColumn _ = ids) {
            // All are closed, also where one fails.
        }
    }
}
