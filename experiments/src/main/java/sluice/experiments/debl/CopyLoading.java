package sluice.experiments.debl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import sluice.model.GraphStore;

/** Copies the files to the disk and waits until it has them. Nobody can ask it. */
record CopyLoading(Site site) implements Loading {
    private static final int PIECE_BYTES = 1 << 18;

    @Override
    public void load(Runnable uptime) throws IOException {
        SlowSource source = site.source();
        List<FileChannel> copies = new ArrayList<>();
        try {
            for (Path file : site.files().files()) {
                FileChannel copy =
                        FileChannel.open(
                                site.folder().resolve(file.getFileName()),
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.WRITE);
                copies.add(copy);
                copy(source, file, copy);
            }
            double copied = site.phases().ended("copy", 0);
            for (FileChannel copy : copies) {
                copy.force(true);
            }
            site.phases().ended("sync", copied);
        } finally {
            for (FileChannel copy : copies) {
                copy.close();
            }
        }
        uptime.run();
    }

    private static void copy(SlowSource source, Path file, FileChannel copy) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream input = source.open(file)) {
            for (int read = input.read(piece); read >= 0; read = input.read(piece)) {
                ByteBuffer bytes = ByteBuffer.wrap(piece, 0, read);
                while (bytes.hasRemaining()) {
                    copy.write(bytes);
                }
            }
        }
    }

    @Override
    public GraphStore connect() {
        throw new IllegalStateException("copied files cannot be asked");
    }

    @Override
    public void close() {}
}
