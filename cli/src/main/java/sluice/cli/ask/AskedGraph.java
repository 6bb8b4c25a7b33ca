package sluice.cli.ask;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sluice.client.SluiceClient;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.SluiceException;
import sluice.store.NamedStore;

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

    /** A server, which knows numbers only. */
    record Server(SluiceClient client, GraphReader reader) implements AskedGraph {
        @Override
        public boolean complete() {
            return false;
        }

        @Override
        public OptionalLong id(String text) {
            return OptionalLong.of(number("id", text));
        }

        @Override
        public long type(String text) {
            return number("type", text);
        }

        private static long number(String what, String text) {
            try {
                return Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "no %s \"%s\": a server is asked by unsigned numbers; sluice query STORE shows the number of a name"
                                .formatted(what, text),
                        e);
            }
        }

        @Override
        public Optional<String> idName(long id) {
            return Optional.empty();
        }

        @Override
        public Optional<String> typeName(long type) {
            return Optional.empty();
        }

        @Override
        public @Nullable OnlineWrites online() {
            return null;
        }

        @Override
        public void refresh() {}

        @Override
        public void close() {
            client.close();
        }
    }
}
