package sluice.gremlin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.configuration2.MapConfiguration;
import org.jspecify.annotations.Nullable;
import sluice.ingest.Source;
import sluice.ingest.mapping.FactOptions;
import sluice.ingest.mapping.SourceOptions;
import sluice.live.Live;
import sluice.live.LiveSettings;

/** Stores for tests, loaded as the command loads them. */
final class TestStores {
    private TestStores() {}

    /** A source in one file; {@code schema} is null for one that declares nothing. */
    static Source source(Path file, @Nullable Path schema) throws IOException {
        FactOptions facts =
                FactOptions.NONE.withSchemas(schema == null ? List.of() : List.of(schema));
        return Source.open(
                List.of(file.toString()), null, SourceOptions.standard().withFacts(facts));
    }

    /** Loads a file into the store in {@code directory}. */
    static void load(Path directory, Path file, @Nullable Path schema) throws IOException {
        try (Live live = Live.open(directory, LiveSettings.usual())) {
            live.load(source(file, schema));
        }
    }

    /** Opens a graph as its properties say: keys and values, one after the other. */
    static SluiceGraph open(String... properties) throws IOException {
        Map<String, Object> map = new TreeMap<>();
        for (int i = 0; i < properties.length; i += 2) {
            map.put(properties[i], properties[i + 1]);
        }
        return SluiceGraph.open(new MapConfiguration(map));
    }
}
