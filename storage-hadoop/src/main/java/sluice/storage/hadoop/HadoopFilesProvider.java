package sluice.storage.hadoop;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedFilesProvider;
import sluice.storage.shared.SharedSettings;

/** Opens {@code s3a://} and {@code hdfs://} addresses; named in META-INF/services. */
public final class HadoopFilesProvider implements SharedFilesProvider {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Connections are shared by all who ask for the same settings, and end with the process. */
    private static final Map<SharedSettings, HadoopFiles> OPEN = new ConcurrentHashMap<>();

    @Override
    public Set<String> schemes() {
        return Set.of("s3a", "hdfs");
    }

    @Override
    public SharedFiles open(SharedSettings settings) {
        return files(settings);
    }

    @Override
    public PublishedFiles folder(String address, SharedSettings settings) {
        return new HadoopFolder(files(settings), address, HadoopFilesProvider::uniqueText);
    }

    private static String uniqueText() {
        return "%016x%016x".formatted(RANDOM.nextLong(), RANDOM.nextLong());
    }

    private static HadoopFiles files(SharedSettings settings) {
        return OPEN.computeIfAbsent(
                settings, each -> new HadoopFiles(HadoopSettings.configuration(each)));
    }
}
