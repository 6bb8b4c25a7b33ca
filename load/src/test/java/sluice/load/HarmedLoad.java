package sluice.load;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import sluice.ingest.Source;
import sluice.load.files.StoreFiles;
import sluice.load.job.LoadEvents;
import sluice.load.job.LoadOptions;
import sluice.storage.MemoryStorage;
import sluice.store.Manifest;

/** Loads to which something happens between their two passes, when staging begins. */
final class HarmedLoad {
    private HarmedLoad() {}

    /** Something that happens to the files of a load. */
    interface Harm {
        void to(MemoryStorage storage) throws IOException;
    }

    /** Something that happens to one trail. */
    interface HarmOfTrail {
        void to(MemoryStorage storage, String trail) throws IOException;
    }

    /** Does the same to every trail. */
    static Harm each(HarmOfTrail harm) {
        return storage -> {
            for (String trail : trails(storage.list())) {
                harm.to(storage, trail);
            }
        };
    }

    /** Loads; returns the files that there were when the manifest said uptime. */
    static List<String> load(MemoryStorage storage, Source source, LoadOptions options, Harm harm)
            throws IOException {
        List<String> atUptime = new ArrayList<>();
        LoadEvents events =
                new LoadEvents() {
                    private boolean begun;

                    @Override
                    public void published(Manifest manifest) {
                        if (!begun) {
                            begun = true;
                            harm(storage, harm);
                        }
                        if (manifest.phase() == Manifest.Phase.BUILDING && atUptime.isEmpty()) {
                            atUptime.addAll(storage.list());
                        }
                    }
                };
        LoadFixture.load(storage, source, options, events);
        return atUptime;
    }

    private static void harm(MemoryStorage storage, Harm harm) {
        try {
            assertTrue(trails(storage.list()).size() > 3, () -> "files: " + storage.list());
            harm.to(storage);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those of {@code files} that are trails. */
    static List<String> trails(List<String> files) {
        return files.stream().filter(name -> name.startsWith(StoreFiles.TRAIL_PREFIX)).toList();
    }
}
