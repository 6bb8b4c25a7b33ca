package sluice.cli.logs;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Where the bytes of a log go; each call has whole records. */
interface LogSink extends AutoCloseable {
    void write(byte[] records) throws IOException;

    @Override
    default void close() throws IOException {}

    static LogSink standardError() {
        return new FileOutputStream(FileDescriptor.err)::write;
    }
}
