package sluice.gremlin.access;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.names.Names;
import sluice.question.Condition;
import sluice.question.Declarations;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;
import sluice.question.NameLookup;
import sluice.question.Questions;
import sluice.schema.Schema;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.store.StoreDictionary;
import sluice.store.StoreReader;
import sluice.store.StoreSchema;

/**
 * The segments and runs in a directory, read alone, also while another process loads into it. It
 * has nothing that was written online since the last absorption.
 */
public final class DirectoryAccess implements GraphAccess {
    private final Storage storage;
    private final StoreReader reader;
    private final StoreDictionary names;
    private volatile Declared declared;

    /** The schema file of one manifest; {@code file} is null if it lists none. */
    private record Declared(@Nullable FileEntry file, Declarations declarations) {
        static Declared of(Storage storage, StoreReader reader) throws IOException {
            StoreSchema schema = StoreSchema.read(storage, reader.manifest());
            return new Declared(
                    reader.manifest().schema(),
                    new Declarations(schema.schema(), schema.numbers()));
        }
    }

    private DirectoryAccess(
            Storage storage, StoreReader reader, StoreDictionary names, Declared declared) {
        this.storage = storage;
        this.reader = reader;
        this.names = names;
        this.declared = declared;
    }

    /** Opens the store in {@code directory}; throws if it has no store. */
    public static DirectoryAccess open(Path directory) throws IOException {
        Storage storage = DirectoryStorage.open(directory);
        StoreReader reader = StoreReader.open(storage);
        try {
            Declared declared = Declared.of(storage, reader);
            StoreDictionary names = StoreDictionary.open(storage, reader.manifest());
            return new DirectoryAccess(storage, reader, names, declared);
        } catch (Throwable failure) {
            reader.close();
            throw failure;
        }
    }

    @Override
    public GraphReader reader() {
        return reader;
    }

    @Override
    public @Nullable GraphStore writer() {
        return null;
    }

    @Override
    public Names names() {
        return names;
    }

    @Override
    public Schema schema() {
        return declared.declarations.schema();
    }

    @Override
    public FoundIds find(List<Condition> conditions, OptionalLong after, int limit)
            throws IOException {
        NameLookup asked = NameLookup.of(names, () -> reader.manifest().complete());
        Questions questions = new Questions(reader, declared.declarations, asked);
        return found(questions.find(question(conditions, after, limit)));
    }

    static FindQuestion question(List<Condition> conditions, OptionalLong after, int limit) {
        return new FindQuestion(
                conditions, List.of(), null, false, after, limit, false, Long.MAX_VALUE);
    }

    static FoundIds found(FoundNodes found) {
        long[] ids = found.nodes().stream().mapToLong(FoundNodes.Found::id).toArray();
        return new FoundIds(ids, found.more(), found.complete());
    }

    @Override
    public void setProperty(long id, String predicate, String value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void deleteProperty(long id, String predicate, @Nullable String value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized void refresh() throws IOException {
        reader.refresh(names::show);
        if (!Objects.equals(reader.manifest().schema(), declared.file)) {
            declared = Declared.of(storage, reader);
        }
    }

    @Override
    public void close() throws IOException {
        try (names) {
            reader.close();
        }
    }
}
