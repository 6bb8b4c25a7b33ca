package sluice.storage.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.s3a.RemoteFileChangedException;
import sluice.storage.Storage;
import sluice.storage.publish.PublishedFiles;
import sluice.storage.shared.SharedFiles;

/**
 * A folder of HDFS or of an object store as a place of published files.
 *
 * <p>In HDFS a file is written under a name that nobody else has, made durable and renamed, which
 * the NameNode does in one step. In an object store it is one put, or one upload that is completed,
 * under the condition that the name is free; there is no rename.
 */
final class HadoopFolder implements PublishedFiles {
    /** Files that are being written to HDFS; a folder is no name of a file. */
    private static final String WRITING = ".writing";

    private static final String CREATE_FAST = "fs.s3a.create.performance";

    private final HadoopFiles files;
    private final String address;
    private final boolean isHdfs;

    /** Texts that no other process makes. */
    private final Supplier<String> unique;

    HadoopFolder(HadoopFiles files, String address, Supplier<String> unique) {
        this.files = files;
        this.address = address.endsWith("/") ? address : address + "/";
        this.isHdfs = address.startsWith("hdfs:");
        this.unique = unique;
    }

    @Override
    public Draft begin(String name, Mode mode) throws IOException {
        if (name.isEmpty() || name.indexOf('/') >= 0 || name.startsWith(".")) {
            throw new IllegalArgumentException("\"%s\" is not a name".formatted(name));
        }
        return HadoopErrors.call(
                address + name,
                "write the file",
                () -> isHdfs ? beginInHdfs(name, mode) : beginObject(name, mode));
    }

    private Draft beginInHdfs(String name, Mode mode) throws IOException {
        Path temporary = path(WRITING + "/" + name + "-" + unique.get());
        FSDataOutputStream output = system().create(temporary, false);
        return new HdfsDraft(name, mode, temporary, output);
    }

    private Draft beginObject(String name, Mode mode) throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder =
                system().createFile(path(name)).overwrite(true).recursive();
        builder.must(CREATE_FAST, true);
        if (mode == Mode.IF_ABSENT) {
            builder.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
        }
        return new ObjectDraft(name, (FSDataOutputStream) builder.build());
    }

    @Override
    public Storage.Source open(String name) throws IOException {
        return files.open(found(name), SharedFiles.Reading.PLACES);
    }

    private HadoopFiles.Found found(String name) throws IOException {
        return files.findStatus(address + name)
                .orElseThrow(() -> new NoSuchFileException(address + name));
    }

    @Override
    public List<String> list(String prefix) throws IOException {
        return HadoopErrors.call(
                address,
                "list the folder",
                () -> {
                    List<String> names = new ArrayList<>();
                    try {
                        RemoteIterator<FileStatus> entries = system().listStatusIterator(path(""));
                        while (entries.hasNext()) {
                            FileStatus entry = entries.next();
                            String name = entry.getPath().getName();
                            if (entry.isFile() && name.startsWith(prefix)) {
                                names.add(name);
                            }
                        }
                    } catch (FileNotFoundException _) {
                        // A folder is there with its first file.
                        return names;
                    }
                    Collections.sort(names);
                    return names;
                });
    }

    @Override
    public void delete(String name) throws IOException {
        var unused =
                HadoopErrors.call(
                        address + name,
                        "delete the file",
                        () -> system().delete(path(name), false));
    }

    @Override
    public Set<Claim> claims() {
        return EnumSet.allOf(Claim.class);
    }

    @Override
    public String location() {
        return address.substring(0, address.length() - 1);
    }

    private FileSystem system() throws IOException {
        return files.system(address);
    }

    private Path path(String name) {
        return HadoopFiles.path(address + name);
    }

    /** A file that is there already, in the words of Java's own files. */
    private FileAlreadyExistsException taken(String name, IOException cause) {
        FileAlreadyExistsException failure =
                new FileAlreadyExistsException(
                        address + name, null, "cannot publish: it exists already");
        failure.initCause(cause);
        return failure;
    }

    /** The part that both kinds of drafts share. */
    private abstract class HadoopDraft implements Draft {
        final String name;
        final FSDataOutputStream output;
        long written;
        boolean isPublished;

        HadoopDraft(String name, FSDataOutputStream output) {
            this.name = name;
            this.output = output;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int count = bytes.remaining();
            byte[] some = new byte[Math.min(count, 1 << 20)];
            bytes.get(some);
            return HadoopErrors.call(
                    address + name,
                    "write the file",
                    () -> {
                        output.write(some);
                        written += some.length;
                        return some.length;
                    });
        }
    }

    private final class HdfsDraft extends HadoopDraft {
        private final Mode mode;
        private final Path temporary;

        HdfsDraft(String name, Mode mode, Path temporary, FSDataOutputStream output) {
            super(name, output);
            this.mode = mode;
            this.temporary = temporary;
        }

        @Override
        public long publish() throws IOException {
            return HadoopErrors.call(
                    address + name,
                    "publish the file",
                    () -> {
                        output.hsync();
                        output.close();
                        rename();
                        isPublished = true;
                        return written;
                    });
        }

        private void rename() throws IOException {
            try {
                files.context(address)
                        .rename(
                                system().makeQualified(temporary),
                                system().makeQualified(path(name)),
                                mode == Mode.REPLACE
                                        ? Options.Rename.OVERWRITE
                                        : Options.Rename.NONE);
            } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
                throw taken(name, e);
            }
        }

        @Override
        public void close() throws IOException {
            if (!isPublished) {
                isPublished = true;
                HadoopErrors.call(
                        address + name,
                        "give the file up",
                        () -> {
                            output.close();
                            return system().delete(temporary, false);
                        });
            }
        }
    }

    private final class ObjectDraft extends HadoopDraft {
        ObjectDraft(String name, FSDataOutputStream output) {
            super(name, output);
        }

        @Override
        public long publish() throws IOException {
            return HadoopErrors.call(
                    address + name,
                    "publish the file",
                    () -> {
                        try {
                            isPublished = true;
                            output.close();
                            return written;
                        } catch (RemoteFileChangedException
                                | org.apache.hadoop.fs.FileAlreadyExistsException e) {
                            throw taken(name, e);
                        }
                    });
        }

        @Override
        public void close() throws IOException {
            if (!isPublished) {
                isPublished = true;
                HadoopErrors.call(address + name, "give the file up", output::abort);
            }
        }
    }
}
