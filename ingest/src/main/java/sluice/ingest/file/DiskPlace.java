package sluice.ingest.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import sluice.storage.Storage;
import sluice.storage.shared.SharedFiles.Reading;

/** A file on a disk of this machine. */
public record DiskPlace(Path path) implements Place {
    @Override
    public State found() throws IOException {
        return now();
    }

    @Override
    public String token() {
        return "";
    }

    @Override
    public State now() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        return new State(attributes.size(), modified, "");
    }

    @Override
    public Storage.Source open(Reading reading) throws IOException {
        return new Channel(path.toString(), FileChannel.open(path, StandardOpenOption.READ));
    }

    @Override
    public InputStream stream(Reading reading) throws IOException {
        return Files.newInputStream(path);
    }

    @Override
    public String unreadable(String name) {
        return Unreadable.message(name, path);
    }

    @Override
    public Path disk() {
        return path;
    }

    @Override
    public Object identity() throws IOException {
        return path.toRealPath();
    }

    @Override
    public String toString() {
        return path.toString();
    }

    private record Channel(String name, FileChannel channel) implements Storage.Source {
        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            return channel.read(bytes, offset);
        }

        @Override
        public long lengthBytes() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
