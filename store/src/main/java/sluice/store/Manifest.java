package sluice.store;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.storage.StoreMark;

/**
 * What a store is at one moment: its buckets, runs and dictionaries. Immutable; a store goes from
 * one manifest to the next in one step.
 *
 * @param version counts the manifests of a store from 1
 * @param idNames whether ids stand for names of the dictionary rather than for themselves
 * @param loadNumber counts the loads from 1; the last one may still be running
 * @param phase of that load
 * @param loadIdentity what the load is bound to: its input, mapping and options, as text
 * @param buckets in key order, the first from (0, 0)
 * @param runs of the load, in source order
 * @param dictionaries by generation
 * @param schema what is declared of predicates, as {@link StoreSchema} reads it; null where nothing
 *     is
 * @param mark what it says of versions; null in a store that has none
 */
public record Manifest(
        long version,
        boolean idNames,
        int loadNumber,
        Phase phase,
        String loadIdentity,
        List<Bucket> buckets,
        List<FileEntry> runs,
        List<FileEntry> dictionaries,
        @Nullable FileEntry schema,
        @Nullable VersionMark mark) {

    /** The name of the one file that says what the store is. */
    public static final String FILE_NAME = StoreMark.FILE_NAME;

    /** Where the last load stands. */
    public enum Phase {
        /** Rows are still being copied; answers are partial. */
        STAGING,
        /** All rows are there; buckets are being built. */
        BUILDING,
        /** Every bucket is built. */
        COMPLETE,
        /**
         * As {@link #BUILDING}, but the runs hold online writes, not a load's rows: a row in a run
         * wins whatever its version and time.
         */
        ABSORBING;

        /** Whether a load has begun and not ended. */
        public boolean isOfLoad() {
            return this == STAGING || this == BUILDING;
        }
    }

    public Manifest {
        buckets = List.copyOf(buckets);
        runs = List.copyOf(runs);
        dictionaries = List.copyOf(dictionaries);
        if (buckets.isEmpty()) {
            throw new IllegalArgumentException("a store has at least one bucket");
        }
    }

    /** The manifest of a store that declares nothing. */
    public Manifest(
            long version,
            boolean idNames,
            int loadNumber,
            Phase phase,
            String loadIdentity,
            List<Bucket> buckets,
            List<FileEntry> runs,
            List<FileEntry> dictionaries) {
        this(version, idNames, loadNumber, phase, loadIdentity, buckets, runs, dictionaries, null);
    }

    /** The manifest of a store without versions. */
    public Manifest(
            long version,
            boolean idNames,
            int loadNumber,
            Phase phase,
            String loadIdentity,
            List<Bucket> buckets,
            List<FileEntry> runs,
            List<FileEntry> dictionaries,
            @Nullable FileEntry schema) {
        this(
                version,
                idNames,
                loadNumber,
                phase,
                loadIdentity,
                buckets,
                runs,
                dictionaries,
                schema,
                null);
    }

    /** This manifest with another mark, as {@code newVersion} of the manifest. */
    public Manifest marked(VersionMark other, long newVersion) {
        return new Manifest(
                newVersion,
                idNames,
                loadNumber,
                phase,
                loadIdentity,
                buckets,
                runs,
                dictionaries,
                schema,
                other);
    }

    /** This manifest as {@code newVersion}. */
    public Manifest withVersion(long newVersion) {
        return new Manifest(
                newVersion,
                idNames,
                loadNumber,
                phase,
                loadIdentity,
                buckets,
                runs,
                dictionaries,
                schema,
                mark);
    }

    /** This manifest with each bucket in another state, for what was built elsewhere. */
    public Manifest withStates(Bucket.State[] states) {
        List<Bucket> changed =
                IntStream.range(0, states.length)
                        .mapToObj(bucket -> buckets.get(bucket).withState(states[bucket]))
                        .toList();
        return new Manifest(
                version,
                idNames,
                loadNumber,
                phase,
                loadIdentity,
                changed,
                runs,
                dictionaries,
                schema,
                mark);
    }

    /** The number of the version that this is; 0 in a store without versions. */
    public int versionNumber() {
        return mark == null ? 0 : loadNumber;
    }

    /**
     * The highest number of a version that was ever served, where this is the manifest that is: one
     * between {@link #loadNumber} and it was rolled back.
     */
    public int newestServed() {
        return mark == null ? loadNumber : Math.max(loadNumber, mark.newest());
    }

    /** Whether every query can be answered completely. */
    public boolean complete() {
        return phase != Phase.STAGING;
    }

    /** Whether a row of a later part wins whatever its version and time. */
    public boolean laterWins() {
        return phase == Phase.ABSORBING;
    }

    /** Where the buckets begin. */
    public Borders borders() {
        long[] id1s = new long[buckets.size()];
        long[] id2s = new long[buckets.size()];
        for (int i = 0; i < id1s.length; i++) {
            id1s[i] = buckets.get(i).firstId1();
            id2s[i] = buckets.get(i).firstId2();
        }
        return new Borders(id1s, id2s);
    }

    /** The dictionaries as a {@link Dictionary} is opened with them. */
    public List<NameFile> nameFiles() {
        return NameFile.of(dictionaries);
    }

    /** Every file of the store but the manifest itself, each once. */
    public List<FileEntry> files() {
        Set<FileEntry> files = new LinkedHashSet<>(dictionaries);
        if (schema != null) {
            files.add(schema);
        }
        files.addAll(blockFiles());
        return List.copyOf(files);
    }

    /** The segments and runs, each once. */
    public List<FileEntry> blockFiles() {
        Set<FileEntry> files = new LinkedHashSet<>();
        for (Bucket bucket : buckets) {
            FileEntry segment = bucket.segment();
            if (segment != null) {
                files.add(segment);
            }
        }
        files.addAll(runs);
        return List.copyOf(files);
    }
}
