package sluice.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreReader;

/**
 * Reads a store while it is loaded in one thread: each time a manifest is published, or by chance
 * one of so many, everything is asked and compared with the rows that the manifest promises.
 */
final class ReadingEvents implements LoadEvents {
    private final Storage storage;
    private final TestSource source;
    private final GraphModel before;
    private final RandomGenerator random;
    private final int oneIn;
    final List<Manifest.Phase> phasesRead = new ArrayList<>();
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
                phasesRead.add(manifest.phase());
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
