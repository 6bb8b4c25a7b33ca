package sluice.ingest.file;

import java.io.IOException;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.apart.ApartModule;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFiles;
import sluice.storage.shared.SharedFilesProvider;
import sluice.storage.shared.SharedSettings;

/**
 * Opens the storage that an address names. Its libraries are large, and are loaded when an address
 * asks for them.
 */
public final class SharedStorages {
    private static final ApartModule MODULE = new ApartModule("storage-hadoop", "HDFS and S3");
    private static final Pattern ADDRESS =
            Pattern.compile("([a-z][a-z0-9+.-]*)://([^/]*)(/.*)?", Pattern.DOTALL);

    /** Names that are meant as addresses; a directory of such a name is written behind "./". */
    private static final Pattern MISTYPED =
            Pattern.compile(
                    "(?i)(s3[an]?|hdfs|webhdfs|viewfs|abfss?|wasbs?|gs|oss|file):.*",
                    Pattern.DOTALL);

    private SharedStorages() {}

    /** Whether {@code name} is an address rather than the name of a file on a disk. */
    public static boolean isAddress(String name) {
        return ADDRESS.matcher(name).matches();
    }

    /**
     * Says how to write {@code name} if it looks like an address and is not one: it would be taken
     * for a directory, and a load would create that.
     */
    public static Optional<String> mistake(String name) {
        return isAddress(name) || !MISTYPED.matcher(name).matches()
                ? Optional.empty()
                : Optional.of(
                        "%s is not an address: write s3a://bucket/… or hdfs://host:port/…, in small letters and with two slashes; a directory is written without a scheme"
                                .formatted(name));
    }

    /** Where the path of an address begins, behind the slash. */
    static int rootEnd(String address) {
        Matcher parts = parts(address);
        return Math.min(parts.end(2) + 1, address.length());
    }

    private static Matcher parts(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not an address: " + address);
        }
        return parts;
    }

    /** The files of the storage that {@code address} names. */
    public static SharedFiles open(String address, SharedSettings settings) throws IOException {
        return provider(address).open(settings);
    }

    /** The folder {@code address} as a place of published files; it may be missing yet. */
    public static PublishedFiles folder(String address, SharedSettings settings)
            throws IOException {
        return provider(address).folder(address, settings);
    }

    private static SharedFilesProvider provider(String address) throws IOException {
        Matcher parts = parts(address);
        String scheme = parts.group(1);
        if (parts.group(2).indexOf('@') >= 0) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "%s://…@…: an address with a user or a key before @ is refused, as addresses are shown and kept; give credentials by the environment"
                            .formatted(scheme));
        }
        if (scheme.equals("s3")) {
            throw new SluiceException(
                    ErrorCode.CONFIG, address + ": write s3a:// in place of s3://");
        }
        return provider(address, scheme);
    }

    /** A provider that is on the class path, as in a program with Hadoop, or the one apart. */
    private static SharedFilesProvider provider(String address, String scheme) throws IOException {
        Optional<SharedFilesProvider> near = find(scheme, SharedStorages.class.getClassLoader());
        if (near.isPresent()) {
            return near.get();
        }
        return find(scheme, MODULE.loader())
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.CONFIG,
                                        address
                                                + ": there is no storage of this scheme; expected"
                                                + " s3a:// or hdfs://"));
    }

    private static Optional<SharedFilesProvider> find(String scheme, ClassLoader loader) {
        for (SharedFilesProvider provider : ServiceLoader.load(SharedFilesProvider.class, loader)) {
            if (provider.schemes().contains(scheme)) {
                return Optional.of(provider);
            }
        }
        return Optional.empty();
    }
}
