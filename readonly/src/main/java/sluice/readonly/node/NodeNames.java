package sluice.readonly.node;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.model.names.Names;
import sluice.model.names.WrittenName;
import sluice.question.Declarations;
import sluice.question.Declaring;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.StoreDictionary;
import sluice.store.StoreSchema;

/**
 * The names and declarations of the version that a node serves. Thread-safe.
 *
 * <p>A node that is behind the ring has the rows of what the ring serves from other nodes, but not
 * its names: a name that is new would be none, and its rows would be said not to be there. So it
 * refuses to answer by name until it has caught up; numbers are asked of other nodes as ever.
 */
final class NodeNames implements Declaring, AutoCloseable {
    private final Storage storage;
    private final String node;
    private final IntSupplier readVersion;
    private final StoreDictionary dictionary;
    private final Names names = new Checked();
    private volatile Shown shown = new Shown(0, false, null, Declarations.NONE);

    /** {@code hasNames} is false in a version of numbers alone. */
    private record Shown(
            int version, boolean hasNames, @Nullable FileEntry file, Declarations declarations) {}

    /** {@code readVersion} tells which version is read at {@code node}, 0 for none. */
    NodeNames(Storage storage, String node, IntSupplier readVersion) throws IOException {
        this.storage = storage;
        this.node = node;
        this.readVersion = readVersion;
        this.dictionary = StoreDictionary.open(storage, null);
    }

    /** Moves on to those of {@code version}, before its rows are read. */
    synchronized void show(int version, Manifest manifest) throws IOException {
        FileEntry file = manifest.schema();
        Declarations declarations = shown.declarations;
        if (!Objects.equals(file, shown.file)) {
            StoreSchema schema = StoreSchema.read(storage, manifest);
            declarations = new Declarations(schema.schema(), schema.numbers());
        }
        dictionary.show(manifest);
        boolean hasNames = file != null || !manifest.nameFiles().isEmpty();
        shown = new Shown(version, hasNames, file, declarations);
    }

    /** The version whose names are shown, 0 for none. */
    int version() {
        return shown.version;
    }

    Names names() {
        return names;
    }

    @Override
    public Declarations declarations() {
        requireCaughtUp();
        return shown.declarations;
    }

    @Override
    public boolean complete() {
        return true;
    }

    private void requireCaughtUp() {
        int wanted = readVersion.getAsInt();
        Shown now = shown;
        if (now.version == 0 && wanted == 0) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "the ring serves no version yet; see: sluice ring status RING");
        }
        if (now.version == 0 || (now.version < wanted && now.hasNames)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "node %s does not have the names of version %d yet, which the ring serves; ask another node, or see: sluice ring status RING"
                            .formatted(node, wanted));
        }
    }

    @Override
    public void close() throws IOException {
        dictionary.close();
    }

    /** The names, where they are those of the version that is read. */
    private final class Checked implements Names {
        private StoreDictionary caughtUp() {
            requireCaughtUp();
            return dictionary;
        }

        @Override
        public boolean idsAreNames() {
            return caughtUp().idsAreNames();
        }

        @Override
        public boolean areKnown() {
            return caughtUp().areKnown();
        }

        @Override
        public OptionalLong id(WrittenName name) throws IOException {
            return caughtUp().id(name);
        }

        @Override
        public OptionalLong type(WrittenName name) {
            return caughtUp().type(name);
        }

        @Override
        public OptionalLong writtenId(String text) throws IOException {
            return caughtUp().writtenId(text);
        }

        @Override
        public long writtenType(String text) {
            return caughtUp().writtenType(text);
        }

        @Override
        public Optional<WrittenName> idName(long id) throws IOException {
            return caughtUp().idName(id);
        }

        @Override
        public Optional<WrittenName> typeName(long type) {
            return caughtUp().typeName(type);
        }

        @Override
        public List<String> someTypes(int max) {
            return caughtUp().someTypes(max);
        }
    }
}
