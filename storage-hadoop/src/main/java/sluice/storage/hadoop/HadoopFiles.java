package sluice.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFile;
import sluice.storage.shared.SharedFiles;

/**
 * The files of HDFS and S3. One file system of Hadoop for each host or bucket, open until the
 * process ends.
 *
 * <p>{@code this} guards {@code systems}.
 */
final class HadoopFiles implements SharedFiles {
    /** How much one request of an object store asks for where a file is read onward. */
    private static final int ONWARD_BYTES = 8 << 20;

    private static final int PLACES_BYTES = 64 << 10;

    /** As many as there usually are replicas. */
    private static final int HOSTS_MAX = 3;

    private final Configuration configuration;
    private final Map<String, FileSystem> systems = new HashMap<>();

    HadoopFiles(Configuration configuration) {
        this.configuration = configuration;
    }

    /** A file with what Hadoop said of it. */
    record Found(SharedFile file, FileStatus status) {}

    @Override
    public Optional<SharedFile> find(String address) throws IOException {
        return findStatus(address).map(Found::file);
    }

    Optional<Found> findStatus(String address) throws IOException {
        return HadoopErrors.call(
                address,
                "look for the file",
                () -> {
                    Path path = path(address);
                    try {
                        FileStatus status = system(address).getFileStatus(path);
                        return Optional.of(new Found(shared(address, status), status));
                    } catch (FileNotFoundException _) {
                        return Optional.empty();
                    }
                });
    }

    @Override
    public List<SharedFile> list(String folder) throws IOException {
        return HadoopErrors.call(
                folder,
                "list the folder",
                () -> {
                    List<SharedFile> found = new ArrayList<>();
                    String root = root(folder);
                    RemoteIterator<? extends FileStatus> files =
                            system(folder).listFiles(path(folder), true);
                    while (files.hasNext()) {
                        FileStatus file = files.next();
                        found.add(shared(root + file.getPath().toUri().getPath(), file));
                    }
                    return found;
                });
    }

    @Override
    public Storage.Source open(SharedFile file, Reading reading) throws IOException {
        return open(file, null, reading);
    }

    /** Opens a file that must stay as it was found: else reading it fails. */
    Storage.Source open(Found found, Reading reading) throws IOException {
        return open(found.file(), found.status(), reading);
    }

    private Storage.Source open(SharedFile file, @Nullable FileStatus status, Reading reading)
            throws IOException {
        boolean isOnward = reading == Reading.ONWARD;
        String address = file.address();
        FSDataInputStream stream =
                HadoopErrors.call(
                        address,
                        "open the file",
                        () -> {
                            FutureDataInputStreamBuilder opening =
                                    system(address).openFile(path(address));
                            // Requests of this many bytes each: one to the end would be cut off.
                            opening.opt(
                                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                                    OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_RANDOM);
                            opening.optLong(
                                    "fs.s3a.readahead.range",
                                    isOnward ? ONWARD_BYTES : PLACES_BYTES);
                            opening.optLong(
                                    OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, file.lengthBytes());
                            if (status != null) {
                                opening.withFileStatus(status);
                            }
                            return FutureIO.awaitFuture(opening.build());
                        });
        return new HadoopSource(this, file, stream);
    }

    /** Those of HDFS: an object store is as far from all machines. */
    @Override
    public List<String> hosts(SharedFile file, long offset, long length) throws IOException {
        if (!file.address().startsWith("hdfs:")) {
            return List.of();
        }
        return HadoopErrors.call(
                file.address(),
                "ask for the hosts of the file",
                () -> {
                    Map<String, Long> bytes = new HashMap<>();
                    for (BlockLocation block :
                            system(file.address())
                                    .getFileBlockLocations(path(file.address()), offset, length)) {
                        long end = Math.min(block.getOffset() + block.getLength(), offset + length);
                        for (String host : block.getHosts()) {
                            bytes.merge(host, end - Math.max(block.getOffset(), offset), Long::sum);
                        }
                    }
                    return bytes.entrySet().stream()
                            .sorted(
                                    Map.Entry.<String, Long>comparingByValue()
                                            .reversed()
                                            .thenComparing(Map.Entry.comparingByKey()))
                            .limit(HOSTS_MAX)
                            .map(Map.Entry::getKey)
                            .toList();
                });
    }

    private static SharedFile shared(String address, FileStatus status) {
        String token = status instanceof EtagSource tagged ? tagged.getEtag() : null;
        return new SharedFile(
                address,
                status.isDirectory(),
                status.isDirectory() ? 0 : status.getLen(),
                TimeUnit.MILLISECONDS.toNanos(status.getModificationTime()),
                token == null ? "" : token);
    }

    /** The scheme and the host or bucket of an address. */
    private static String root(String address) {
        int host = address.indexOf("://") + 3;
        int end = address.indexOf('/', host);
        return end < 0 ? address : address.substring(0, end);
    }

    static Path path(String address) {
        String root = root(address);
        int host = root.indexOf("://");
        String name = address.substring(root.length());
        return new Path(
                root.substring(0, host), root.substring(host + 3), name.isEmpty() ? "/" : name);
    }

    synchronized FileSystem system(String address) throws IOException {
        String root = root(address);
        FileSystem known = systems.get(root);
        if (known == null) {
            known = open(URI.create(root + "/"));
            systems.put(root, known);
        }
        return known;
    }

    /** The interface of Hadoop that renames without replacing, which the other one cannot. */
    FileContext context(String address) throws IOException {
        // The file system knows its host, also where the address leaves it to Hadoop's settings.
        return FileContext.getFileContext(system(address).getUri(), configuration);
    }

    private FileSystem open(URI root) throws IOException {
        String user = configuration.get(HadoopSettings.USER);
        if (user == null) {
            return FileSystem.newInstance(root, configuration);
        }
        try {
            return FileSystem.newInstance(root, configuration, user);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + root + " was opened", e);
        }
    }
}
