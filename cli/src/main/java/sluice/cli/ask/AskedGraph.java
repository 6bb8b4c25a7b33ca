package sluice.cli.ask;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.cli.show.Findings;
import sluice.model.GraphReader;
import sluice.question.Declarations;
import sluice.question.FindQuestion;
import sluice.question.FoundNodes;
import sluice.question.NameLookup;
import sluice.question.NodeProperties;
import sluice.question.Questions;
import sluice.question.WalkQuestion;
import sluice.question.WalkTree;
import sluice.schema.Schema;
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

    /** The id with its name, as answers show it. */
    default Findings.Value idValue(long id) throws IOException {
        return new Findings.Value.Id(id, idName(id).orElse(""));
    }

    /** The type with its name, as answers show it. */
    default Findings.Value typeValue(long type) {
        return new Findings.Value.Type(type, typeName(type).orElse(""));
    }

    /** The nodes of which conditions are true. */
    FoundNodes find(FindQuestion question) throws IOException;

    /** The nodes that a walk ends at. */
    FoundNodes walk(WalkQuestion question) throws IOException;

    /** A walk with all nodes on its way. */
    WalkTree tree(WalkQuestion question) throws IOException;

    /** The properties of a node, at most {@code limit} values of each. */
    NodeProperties properties(long id, int limit) throws IOException;

    /** The fields of a type of the schema that a node has, links among them. */
    NodeProperties propertiesAs(String type, long id, int limit) throws IOException;

    /** The declarations of the store. */
    Schema schema() throws IOException;

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
            online = OnlineWrites.of(online.site());
        }

        @Override
        public GraphReader reader() {
            return store.reader();
        }

        private Questions questions() {
            StoreSchema now = store.schema();
            if (now != schema) {
                schema = now;
                declarations = new Declarations(now.schema(), now.numbers());
            }
            return new Questions(
                    store.reader(), declarations, NameLookup.of(store.names(), this::complete));
        }

        @Override
        public FoundNodes find(FindQuestion question) throws IOException {
            return questions().find(question);
        }

        @Override
        public FoundNodes walk(WalkQuestion question) throws IOException {
            return questions().walk(question);
        }

        @Override
        public WalkTree tree(WalkQuestion question) throws IOException {
            return questions().tree(question);
        }

        @Override
        public Schema schema() {
            return store.schema().schema();
        }

        @Override
        public NodeProperties properties(long id, int limit) throws IOException {
            return questions().node(id, limit);
        }

        @Override
        public NodeProperties propertiesAs(String type, long id, int limit) throws IOException {
            return questions().nodeAs(type, id, limit);
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
