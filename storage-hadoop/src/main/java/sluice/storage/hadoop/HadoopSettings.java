package sluice.storage.hadoop;

import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.apart.OwnLoader;
import sluice.storage.shared.SharedSettings;

/**
 * Hadoop's settings: those that a program gives, then what the user's files say, then variables of
 * the environment, then our own defaults, which have a storage that is away found out within a
 * minute.
 */
final class HadoopSettings {
    /** Our own name for the user that HDFS takes us for, where there is no Kerberos. */
    static final String USER = "sluice.user";

    private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

    private static final Map<String, String> DEFAULTS = new LinkedHashMap<>();

    static {
        // Without this one each read asks a library that reads ahead what nobody wants.
        DEFAULTS.put("fs.s3a.input.stream.type", "classic");
        // Some services give no entity tags; then length and time tell versions of a file apart.
        DEFAULTS.put("fs.s3a.change.detection.version.required", "false");
        DEFAULTS.put("fs.s3a.attempts.maximum", "3");
        DEFAULTS.put("fs.s3a.retry.limit", "4");
        DEFAULTS.put("fs.s3a.retry.interval", "250ms");
        DEFAULTS.put("fs.s3a.connection.establish.timeout", "10s");
        DEFAULTS.put("ipc.client.connect.max.retries", "5");
        DEFAULTS.put("ipc.client.connect.max.retries.on.timeouts", "2");
        DEFAULTS.put("ipc.client.connect.timeout", "10000");
        DEFAULTS.put("dfs.client.failover.max.attempts", "5");
        // A signal would close what a server still needs for the requests that run.
        DEFAULTS.put("fs.automatic.close", "false");
    }

    private HadoopSettings() {}

    static Configuration configuration(SharedSettings settings) {
        try (OwnLoader _ = new OwnLoader(HadoopSettings.class)) {
            Configuration configuration = new Configuration();
            configuration.setClassLoader(HadoopSettings.class.getClassLoader());
            addFiles(configuration, settings);
            settings.properties().forEach(configuration::set);
            addObjectStore(configuration, settings);
            copy(settings.environment(), "HADOOP_USER_NAME", configuration, USER);
            DEFAULTS.forEach((name, value) -> setDefault(configuration, name, value));
            return configuration;
        }
    }

    private static void addFiles(Configuration configuration, SharedSettings settings) {
        String variable = first(settings.environment(), "HADOOP_CONF_DIR");
        if (variable == null) {
            return;
        }
        Path folder = Path.of(variable);
        boolean isFound = false;
        for (String name : FILES) {
            Path file = folder.resolve(name);
            if (Files.isReadable(file)) {
                isFound = true;
                try {
                    configuration.addResource(file.toUri().toURL());
                } catch (MalformedURLException e) {
                    throw new IllegalStateException("a file has no address: " + file, e);
                }
            }
        }
        if (!isFound) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "HADOOP_CONF_DIR=%s: neither core-site.xml nor hdfs-site.xml can be read there; name the folder of Hadoop's settings"
                            .formatted(folder));
        }
    }

    private static void addObjectStore(Configuration configuration, SharedSettings settings) {
        Map<String, String> environment = settings.environment();
        String endpoint = first(environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
        if (endpoint != null) {
            setDefault(configuration, "fs.s3a.endpoint", endpoint);
            // Names of buckets are no names of hosts at services of one's own.
            boolean isOfAmazon = endpoint.contains("amazonaws.");
            setDefault(configuration, "fs.s3a.path.style.access", Boolean.toString(!isOfAmazon));
        }
        String region = first(environment, "AWS_REGION", "AWS_DEFAULT_REGION");
        if (region != null || endpoint != null) {
            setDefault(
                    configuration, "fs.s3a.endpoint.region", region == null ? "us-east-1" : region);
        }
        copy(environment, "AWS_ACCESS_KEY_ID", configuration, "fs.s3a.access.key");
        copy(environment, "AWS_SECRET_ACCESS_KEY", configuration, "fs.s3a.secret.key");
        copy(environment, "AWS_SESSION_TOKEN", configuration, "fs.s3a.session.token");
    }

    private static @Nullable String first(Map<String, String> environment, String... names) {
        for (String name : names) {
            String value = environment.get(name);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return null;
    }

    private static void copy(
            Map<String, String> environment,
            String variable,
            Configuration configuration,
            String name) {
        String value = first(environment, variable);
        if (value != null) {
            setDefault(configuration, name, value);
        }
    }

    /** Sets what the user's files do not; Hadoop's own defaults do not count. */
    private static void setDefault(Configuration configuration, String name, String value) {
        String[] sources = configuration.getPropertySources(name);
        boolean isOfHadoop = sources == null || sources.length == 0;
        for (String source : sources == null ? new String[0] : sources) {
            isOfHadoop |= source.endsWith("-default.xml");
        }
        if (isOfHadoop) {
            configuration.set(name, value);
        }
    }
}
