package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import sluice.load.job.LoadEvents;
import sluice.storage.Storage;
import sluice.store.Bucket;
import sluice.store.Manifest;
import sluice.store.StoreReader;

/**
 * Reads a store while it is loaded in one thread: each time a manifest is published, or by chance
 * one of so many, everything is asked and compared with the rows that the manifest promises.
 */
final class ReadingEvents implements LoadEvents {
    /** How far a load is, as its readers see it. */
    enum Moment {
        /** Some rows are staged, and answers say that they are partial. */
        STAGING,
        /** All rows are in runs, no bucket is built yet. */
        UPTIME,
        /** Some buckets of this load are built, some are not. */
        MID_BUILD,
        AFTER;

        static Moment of(Manifest manifest) {
            long built =
                    manifest.buckets().stream()
                            .filter(bucket -> bucket.state() == Bucket.State.BUILT)
                            .count();
            return switch (manifest.phase()) {
                case STAGING -> STAGING;
                case BUILDING -> built == 0 ? UPTIME : MID_BUILD;
                case COMPLETE -> AFTER;
                case ABSORBING -> throw new AssertionError("a load does not absorb");
            };
        }
    }

    private final Storage storage;
    private final TestSource source;
    private final GraphModel before;
    private final RandomGenerator random;
    private final int oneIn;
    final Set<Moment> momentsRead = EnumSet.noneOf(Moment.class);
    long answers;

    ReadingEvents(
            Storage storage,
            TestSource source,
            GraphModel before,
            RandomGenerator random,
            int oneIn) {
        this.storage = storage;
        this.source = source;
        this.before = before;
        this.random = random;
        this.oneIn = oneIn;
    }

    @Override
    public void published(Manifest manifest) {
        if (random.nextInt(oneIn) > 0) {
            return;
        }
        try (StoreReader reader = StoreReader.open(storage)) {
            assertEquals(manifest, reader.manifest());
            Optional<GraphModel> model = model(storage, manifest, source, before);
            if (model.isPresent()) {
                answers += Answers.check(reader, model.get(), random);
                momentsRead.add(Moment.of(manifest));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a store must hold whose manifest is {@code manifest}; empty where that is not plain. */
    static Optional<GraphModel> model(
            Storage storage, Manifest manifest, TestSource source, GraphModel before)
            throws IOException {
        Optional<List<TestRow>> staged =
                manifest.complete()
                        ? Optional.of(source.rows())
                        : StagedRows.of(storage, manifest, source);
        if (staged.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(GraphModel.of(before, source.resolved(staged.get(), storage, manifest)));
    }
}
