package sluice.load.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import sluice.segment.Borders;
import sluice.storage.FileEntry;
import sluice.store.Bucket;
import sluice.store.Manifest;

/** How a load changes a manifest, step by step. */
public final class Manifests {
    private Manifests() {}

    /** The buckets of {@code borders}, each with what was built of it before. */
    public static List<Bucket> buckets(Borders borders, Optional<Manifest> before) {
        Optional<Borders> old = before.map(Manifest::borders);
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < borders.count(); i++) {
            long id1 = borders.id1(i);
            long id2 = borders.id2(i);
            FileEntry segment =
                    before.isEmpty() || old.isEmpty()
                            ? null
                            : before.get().buckets().get(old.get().find(id1, id2)).segment();
            buckets.add(new Bucket(id1, id2, Bucket.State.STAGED, segment, 0));
        }
        return buckets;
    }

    public static Manifest withVersion(Manifest old, long version) {
        return new Manifest(
                version,
                old.idNames(),
                old.loadNumber(),
                old.phase(),
                old.loadIdentity(),
                old.buckets(),
                old.runs(),
                old.dictionaries(),
                old.schema(),
                old.mark());
    }

    /** As the next version. */
    public static Manifest withLoadIdentity(Manifest old, String loadIdentity) {
        return new Manifest(
                old.version() + 1,
                old.idNames(),
                old.loadNumber(),
                old.phase(),
                loadIdentity,
                old.buckets(),
                old.runs(),
                old.dictionaries(),
                old.schema(),
                old.mark());
    }

    /** As the manifest of the next load, whose files have {@code loadNumber} in their names. */
    public static Manifest ofLoad(Manifest old, int loadNumber) {
        return new Manifest(
                old.version(),
                old.idNames(),
                loadNumber,
                old.phase(),
                old.loadIdentity(),
                old.buckets(),
                old.runs(),
                old.dictionaries(),
                old.schema(),
                old.mark());
    }

    public static Manifest withSchema(Manifest old, FileEntry schema) {
        return new Manifest(
                old.version(),
                old.idNames(),
                old.loadNumber(),
                old.phase(),
                old.loadIdentity(),
                old.buckets(),
                old.runs(),
                old.dictionaries(),
                schema,
                old.mark());
    }

    public static Manifest withPhase(Manifest old, Manifest.Phase phase) {
        return new Manifest(
                old.version(),
                old.idNames(),
                old.loadNumber(),
                phase,
                old.loadIdentity(),
                old.buckets(),
                old.runs(),
                old.dictionaries(),
                old.schema(),
                old.mark());
    }

    /** The end of a load, which drops the runs: their rows must all be in segments. */
    public static Manifest complete(Manifest old) {
        for (Bucket bucket : old.buckets()) {
            if (bucket.state() != Bucket.State.BUILT) {
                throw new IllegalStateException(
                        "the bucket from id %s on is not built, so its runs must stay"
                                .formatted(Long.toUnsignedString(bucket.firstId1())));
            }
        }
        return withoutRuns(withPhase(old, Manifest.Phase.COMPLETE));
    }

    public static Manifest withBuckets(Manifest old, IntFunction<Bucket> bucket) {
        List<Bucket> buckets = new ArrayList<>(old.buckets().size());
        for (int i = 0; i < old.buckets().size(); i++) {
            buckets.add(bucket.apply(i));
        }
        return new Manifest(
                old.version(),
                old.idNames(),
                old.loadNumber(),
                old.phase(),
                old.loadIdentity(),
                buckets,
                old.runs(),
                old.dictionaries(),
                old.schema(),
                old.mark());
    }

    /** The numbers in the names of runs put them in the order of the source. */
    public static Manifest withRuns(Manifest old, List<FileEntry> more) {
        List<FileEntry> runs = new ArrayList<>(old.runs());
        runs.addAll(more);
        runs.sort((a, b) -> StoreFiles.compareRuns(a.name(), b.name()));
        return new Manifest(
                old.version(),
                old.idNames(),
                old.loadNumber(),
                old.phase(),
                old.loadIdentity(),
                old.buckets(),
                runs,
                old.dictionaries(),
                old.schema(),
                old.mark());
    }

    /** A store that holds the rows of {@code runs}, which are some of the manifest's, alone. */
    public static Manifest ofRunsAlone(Manifest old, List<FileEntry> runs) {
        Manifest staged =
                withBuckets(
                        old,
                        i -> {
                            Bucket bucket = old.buckets().get(i);
                            return new Bucket(
                                    bucket.firstId1(),
                                    bucket.firstId2(),
                                    Bucket.State.STAGED,
                                    null,
                                    0);
                        });
        return withRuns(withoutRuns(staged), runs);
    }

    public static Manifest withoutRuns(Manifest old) {
        return new Manifest(
                old.version(),
                old.idNames(),
                old.loadNumber(),
                old.phase(),
                old.loadIdentity(),
                old.buckets(),
                List.of(),
                old.dictionaries(),
                old.schema(),
                old.mark());
    }
}
