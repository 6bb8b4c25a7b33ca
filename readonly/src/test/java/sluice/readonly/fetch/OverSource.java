package sluice.readonly.fetch;

import java.io.IOException;
import sluice.storage.Storage;

/** A file over another one; how it is read, a test decides. */
abstract class OverSource implements Storage.Source {
    final Storage.Source source;

    OverSource(Storage.Source source) {
        this.source = source;
    }

    @Override
    public final String name() {
        return source.name();
    }

    @Override
    public final long lengthBytes() throws IOException {
        return source.lengthBytes();
    }

    @Override
    public final void close() throws IOException {
        source.close();
    }
}
