package sluice.cli.console;

import picocli.CommandLine.IVersionProvider;

/** What {@code sluice --version} prints; the version itself is in the manifest of the jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "sluice %s, Java %s, %s %s"
                    .formatted(
                            number(),
                            Runtime.version(),
                            System.getProperty("os.name"),
                            System.getProperty("os.arch"))
        };
    }

    /** The version alone; "from source" for classes that are in no jar. */
    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "from source" : version;
    }
}
