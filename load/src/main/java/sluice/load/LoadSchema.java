package sluice.load;

import org.jspecify.annotations.Nullable;

import sluice.dictionary.Dictionary;
import sluice.dictionary.NameFile;
import sluice.schema.Schema;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreSchema;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a load declares, added to what its store declares. */
final class LoadSchema {
    private LoadSchema() {}

    /**
     * Writes the schema file of load {@code loadNumber}; returns the store's own where the load
     * declares nothing new, and null where nothing is declared at all. The file's name is durable
     * once the directory was synced.
     */
    static @Nullable FileEntry write(
            Storage storage, Optional<Manifest> before, Schema declared, int loadNumber)
            throws IOException {
        @Nullable FileEntry held = before.isEmpty() ? null : before.get().schema();
        if (declared.equals(Schema.EMPTY)) {
            return held;
        }
        StoreSchema old = held == null ? StoreSchema.EMPTY : StoreSchema.read(storage, held);
        List<FileEntry> names = before.map(Manifest::dictionaries).orElse(List.of());
        try (Dictionary dictionary = Dictionary.open(storage, NameFile.of(names))) {
            // A store has a name for each predicate that it has rows of.
            StoreSchema merged =
                    old.with(
                            declared,
                            predicate -> dictionary.type(predicate.typeName("")).isPresent());
            return merged.equals(old) ? held : merged.write(storage, loadNumber);
        }
    }
}
