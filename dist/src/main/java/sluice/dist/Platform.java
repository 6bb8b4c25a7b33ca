package sluice.dist;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The system that a package is for: the one that builds it.
 *
 * @param name as it is part of the archive's name
 * @param debian what Debian calls the processor, or nothing where there is no such package
 * @param libraries the paths in jars of the native libraries that it uses
 */
record Platform(String name, String debian, List<Pattern> libraries) {
    /** A native library in a jar, for whichever system. */
    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib)");

    Platform {
        libraries = List.copyOf(libraries);
    }

    /** The system with these values of {@code os.name} and {@code os.arch}. */
    static Platform of(String system, String processor) {
        String known = system.toLowerCase(Locale.ROOT) + " " + processor;
        return switch (known) {
            case "linux amd64" ->
                    new Platform(
                            "linux-x86_64",
                            "amd64",
                            patterns(
                                    "linux64\\.so",
                                    "linux/amd64/",
                                    "linux_x86_64",
                                    "epoll_x86_64"));
            case "linux aarch64" ->
                    new Platform(
                            "linux-aarch64",
                            "arm64",
                            patterns(
                                    "linux-aarch64\\.so",
                                    "linux/aarch64/",
                                    "linux_aarch_64",
                                    "epoll_aarch_64"));
            case "mac os x aarch64" ->
                    new Platform(
                            "macos-aarch64",
                            "",
                            patterns("osx-arm64", "darwin/aarch64/", "osx_aarch_64"));
            case "mac os x x86_64" ->
                    new Platform(
                            "macos-x86_64",
                            "",
                            patterns("osx-x86_64", "darwin/x86_64/", "osx_x86_64"));
            default ->
                    throw new IllegalArgumentException(
                            "no packages are made on %s %s; expected Linux or macOS on x86_64 or aarch64"
                                    .formatted(system, processor));
        };
    }

    private static List<Pattern> patterns(String... parts) {
        return List.of(parts).stream().map(part -> Pattern.compile(".*" + part + ".*")).toList();
    }

    /** Whether the entry {@code path} of a jar is a native library of another system. */
    boolean isForOthers(String path) {
        return NATIVE.matcher(path).matches()
                && libraries.stream().noneMatch(own -> own.matcher(path).matches());
    }
}
