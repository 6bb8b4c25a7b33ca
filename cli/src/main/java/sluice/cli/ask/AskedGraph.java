package sluice.cli.ask;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;
import sluice.question.Declarations;
import sluice.question.NodeProperties;
import sluice.question.Questions;
import sluice.store.NamedStore;
import sluice.store.StoreSchema;

/** What a query asks: the directory of a store, or a server. */
public interface AskedGraph extends AutoCloseable {
    GraphReader reader();

    /** Whether all there is can be seen, for a question that needs not be asked. */
    boolean complete();

    /** The id that {@code text} stands for; empty where it is a name that there is not. */
    OptionalLong id(String text) throws IOException;

    long type(String text);

    Optional<String> idName(long id) throws IOException;

    Optional<String> typeName(long type);

    /** Answers questions about properties and walks. */
    default Questions questions() {
        throw new SluiceException(
                ErrorCode.CONFIG,
                "a server is not asked by values; ask the directory of its store: sluice find STORE"
                        + " …");
    }

    /** The properties of a node, at most {@code limit} values of each. */
    default NodeProperties properties(long id, int limit) throws IOException {
        return new NodeProperties(id, List.of(), true);
    }

    /** Has the names of {@code ids} at hand, as they are shown next. */
    default void willShow(long[] ids) {}

    /** What is left out of the answers; null where nothing can be. */
    @Nullable OnlineWrites online();

    /** Moves on to the present state of what is asked. */
    void refresh() throws IOException;

    @Override
    void close() throws IOException;

    /** The segments and runs in a directory. */
    final class Directory implements AskedGraph {
        private final NamedStore store;
        private OnlineWrites online;

        /** What {@link #declarations} are of. */
        private StoreSchema schema = StoreSchema.EMPTY;

        private Declarations declarations = Declarations.NONE;

        Directory(NamedStore store, OnlineWrites online) {
            this.store = store;
            this.online = online;
        }

        @Override
        public OnlineWrites online() {
            return online;
        }

        @Override
        public void refresh() throws IOException {
            store.refresh();
            online = OnlineWrites.of(online.path());
        }

        @Override
        public GraphReader reader() {
            return store.reader();
        }

        @Override
        public Questions questions() {
            StoreSchema now = store.schema();
            if (now != schema) {
                schema = now;
                declarations = new Declarations(now.schema(), now.numbers());
            }
            return new Questions(store.reader(), declarations, new StoreNames(store));
        }

        @Override
        public NodeProperties properties(long id, int limit) throws IOException {
            return questions().node(id, limit);
        }

        @Override
        public boolean complete() {
            return store.reader().manifest().complete();
        }

        @Override
        public OptionalLong id(String text) throws IOException {
            return store.id(text);
        }

        @Override
        public long type(String text) {
            return store.type(text);
        }

        @Override
        public Optional<String> idName(long id) throws IOException {
            return store.idName(id);
        }

        @Override
        public Optional<String> typeName(long type) {
            return store.typeName(type);
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }
}
