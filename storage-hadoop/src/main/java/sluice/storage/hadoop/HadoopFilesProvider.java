package sluice.storage.hadoop;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedFilesProvider;
import sluice.storage.shared.SharedSettings;

/** Opens {@code s3a://} and {@code hdfs://} addresses; named in META-INF/services. */
public final class HadoopFilesProvider implements SharedFilesProvider {
    /** Connections are shared by all who ask for the same settings, and end with the process. */
    private static final Map<SharedSettings, HadoopFiles> OPEN = new ConcurrentHashMap<>();

    @Override
    public Set<String> schemes() {
        return Set.of("s3a", "hdfs");
    }

    @Override
    public SharedFiles open(SharedSettings settings) {
        return OPEN.computeIfAbsent(
                settings, each -> new HadoopFiles(HadoopSettings.configuration(each)));
    }
}
