package sluice.readonly.node;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.question.Declarations;
import sluice.question.Declaring;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreDictionary;
import sluice.store.StoreSchema;

/** The names and declarations of the version that a node serves. Thread-safe. */
final class NodeNames implements Declaring, AutoCloseable {
    private final Storage storage;
    private final StoreDictionary dictionary;
    private volatile Shown shown = new Shown(null, Declarations.NONE);

    private record Shown(@Nullable FileEntry file, Declarations declarations) {}

    NodeNames(Storage storage) throws IOException {
        this.storage = storage;
        this.dictionary = StoreDictionary.open(storage, null);
    }

    /** Moves on to those of {@code manifest}, before its rows are read. */
    synchronized void show(Manifest manifest) throws IOException {
        FileEntry file = manifest.schema();
        if (!Objects.equals(file, shown.file)) {
            StoreSchema schema = StoreSchema.read(storage, manifest);
            shown = new Shown(file, new Declarations(schema.schema(), schema.numbers()));
        }
        dictionary.show(manifest);
    }

    StoreDictionary names() {
        return dictionary;
    }

    @Override
    public Declarations declarations() {
        return shown.declarations;
    }

    @Override
    public boolean complete() {
        return true;
    }

    @Override
    public void close() throws IOException {
        dictionary.close();
    }
}
