package sluice.coordinator;

import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sluice.question.Declarations;
import sluice.question.Declaring;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

/**
 * The declarations of the store in a directory, as of the manifest that {@link #show} gave last.
 * The schema is read again where it is another file. Thread-safe.
 */
final class StoreDeclarations implements Declaring {
    private final Storage storage;
    private volatile Shown shown = new Shown(null, Declarations.NONE, false);

    /** The state of one manifest; {@code file} is null if it lists no schema. */
    private record Shown(@Nullable FileEntry file, Declarations declarations, boolean complete) {}

    StoreDeclarations(Storage storage) {
        this.storage = storage;
    }

    /** Moves on to what {@code manifest} lists. */
    synchronized void show(Manifest manifest) throws IOException {
        FileEntry file = manifest.schema();
        Declarations declarations = shown.declarations;
        if (!Objects.equals(file, shown.file)) {
            StoreSchema schema = StoreSchema.read(storage, manifest);
            declarations = new Declarations(schema.schema(), schema.numbers());
        }
        shown = new Shown(file, declarations, manifest.complete());
    }

    @Override
    public Declarations declarations() {
        return shown.declarations;
    }

    @Override
    public boolean complete() {
        return shown.complete;
    }
}
