package sluice.dictionary;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.storage.CorruptFileException;
import sluice.storage.Storage;

/**
 * The ids by which the rows of trails know the names of runs: of the runs that were asked for last,
 * as chunks that are next to each other have their names in a few runs. Any number of threads may
 * use it.
 *
 * <p>Takes 4 bytes for each name of a run, 8 where ids are large.
 */
public final class TrailIds {
    private final Storage storage;
    private final Dictionary dictionary;
    private final boolean areSmall;

    /** Those that were asked for last are the last ones. */
    private final Map<String, Run> runs;

    /** The ids of {@code runsMax} runs at most, in {@code dictionary}. */
    public TrailIds(Storage storage, Dictionary dictionary, int runsMax) {
        this(storage, dictionary, runsMax, dictionary.count() <= Integer.MAX_VALUE);
    }

    TrailIds(Storage storage, Dictionary dictionary, int runsMax, boolean areSmall) {
        this.storage = storage;
        this.dictionary = dictionary;
        this.areSmall = areSmall;
        this.runs =
                new LinkedHashMap<>(16, 0.75f, true) {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Run> run) {
                        return size() > runsMax;
                    }
                };
    }

    /** Those of the run of {@code label}; empty where it is missing, damaged or has no numbers. */
    Optional<OfRun> of(String label) throws IOException {
        Run run;
        synchronized (runs) {
            run = runs.computeIfAbsent(label, Run::new);
        }
        return run.ids();
    }

    /** Read by the first thread that asks, while others read other runs. */
    private final class Run {
        private final String label;
        private boolean isRead;
        private @Nullable OfRun ids;

        Run(String label) {
            this.label = label;
        }

        synchronized Optional<OfRun> ids() throws IOException {
            if (!isRead) {
                ids = read(label).orElse(null);
                isRead = true;
            }
            return Optional.ofNullable(ids);
        }
    }

    private Optional<OfRun> read(String label) throws IOException {
        try {
            Optional<NumberedNames> names = NumberedNames.open(storage, label, dictionary);
            if (names.isEmpty()) {
                return Optional.empty();
            }
            try (NumberedNames all = names.get()) {
                return OfRun.read(all, areSmall);
            }
        } catch (NoSuchFileException | CorruptFileException _) {
            // The source has the names too.
            return Optional.empty();
        }
    }

    /**
     * The ids of the names of a run by the numbers that its trails have for them. Never changes.
     */
    static final class OfRun {
        private static final int UNKNOWN = -1;

        /**
         * The id of each name by its number; {@link #UNKNOWN}, or below it for the types by their
         * places. One of the two is there.
         */
        private final int @Nullable [] smallIds;

        private final long @Nullable [] largeIds;
        private final List<Long> types = new ArrayList<>();
        private final Set<NameFile> trails;

        private OfRun(int count, boolean areSmall, Set<NameFile> trails) {
            this.trails = trails;
            smallIds = areSmall ? new int[count] : null;
            largeIds = areSmall ? null : new long[count];
            for (int number = 0; number < count; number++) {
                set(number, UNKNOWN);
            }
        }

        /** Reads the ids of {@code names}; empty where these are not whole. */
        static Optional<OfRun> read(NumberedNames names, boolean areSmall) throws IOException {
            if (names.count() > Integer.MAX_VALUE - 8) {
                return Optional.empty();
            }
            OfRun ids = new OfRun((int) names.count(), areSmall, names.trails());
            return names.read(false, ids::put) ? Optional.of(ids) : Optional.empty();
        }

        private void put(int number, int group, long hash, long id) {
            if (group < 0 && id >= 0) {
                set(number, UNKNOWN - 1 - types.size());
                types.add(id);
            } else {
                set(number, Math.max(id, UNKNOWN));
            }
        }

        private void set(int number, long id) {
            if (smallIds != null) {
                smallIds[number] = id > Integer.MAX_VALUE ? UNKNOWN : (int) id;
            } else if (largeIds != null) {
                largeIds[number] = id;
            }
        }

        /** The trails whose numbers these are. */
        Set<NameFile> trails() {
            return trails;
        }

        /**
         * The id of the name of {@code number}, which may be damaged; negative where it has none.
         */
        long at(int number) {
            int[] small = smallIds;
            long[] large = largeIds;
            if (small != null) {
                return number >= 0 && number < small.length ? small[number] : UNKNOWN;
            }
            return large != null && number >= 0 && number < large.length ? large[number] : UNKNOWN;
        }

        /**
         * The number of the type whose name has {@code number}; negative where it is not of one.
         */
        long type(int number) {
            long place = UNKNOWN - 1 - at(number);
            return place < 0 || place >= types.size() ? UNKNOWN : types.get((int) place);
        }
    }
}
