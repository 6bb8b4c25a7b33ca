package sluice.storage.shared;

import java.util.Map;

/**
 * How shared storage is reached: the variables of a process, which name services, files of settings
 * and credentials. They hold secrets, so its text shows none of them.
 */
public record SharedSettings(Map<String, String> environment) {
    public SharedSettings {
        environment = Map.copyOf(environment);
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
