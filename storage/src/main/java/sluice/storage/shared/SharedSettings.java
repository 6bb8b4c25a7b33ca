package sluice.storage.shared;

import java.util.Map;

/**
 * How shared storage is reached: the variables of a process, which name services, files of settings
 * and credentials. They hold secrets, so its text shows none of them.
 *
 * @param environment variables by name
 * @param properties settings of the library that reaches the storage, by name, which count more
 *     than its files and the variables; empty where a program gives none
 */
public record SharedSettings(Map<String, String> environment, Map<String, String> properties) {
    public SharedSettings {
        environment = Map.copyOf(environment);
        properties = Map.copyOf(properties);
    }

    /** Variables alone. */
    public SharedSettings(Map<String, String> environment) {
        this(environment, Map.of());
    }

    /** The settings that the environment of this process gives. */
    public static SharedSettings ofProcess() {
        return new SharedSettings(System.getenv());
    }

    @Override
    public String toString() {
        return "shared settings";
    }
}
