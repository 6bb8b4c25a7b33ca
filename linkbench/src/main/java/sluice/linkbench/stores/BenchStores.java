package sluice.linkbench.stores;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.linkbench.workload.Configuration;
import sluice.model.ErrorCode;
import sluice.model.GraphStore;
import sluice.model.MemoryGraph;
import sluice.model.SluiceException;

/**
 * The stores that LinkBench can be run on, by name. This is the one place where a store is added: a
 * line in the table, and a class that is a {@link BenchStore}.
 */
public final class BenchStores {
    private static final Map<String, Opener> OPENERS = new LinkedHashMap<>();

    static {
        OPENERS.put(
                "memory",
                (where, _, firstId) ->
                        new Shared("memory", new MemoryGraph(firstId), true).nowhere(where));
        OPENERS.put("sluice", SluiceStore::open);
        OPENERS.put("grpc", GrpcStore::open);
        OPENERS.put("mariadb", MariaDbStore::open);
        OPENERS.put(
                "none", (where, _, _) -> new Shared("none", new NoStore(), false).nowhere(where));
    }

    private BenchStores() {}

    /** Opens an empty store whose nodes are numbered from {@code firstId} on. */
    @FunctionalInterface
    interface Opener {
        /**
         * @param where what stands behind the colon of {@code name:where}, such as a directory or
         *     an address; empty where there is none
         */
        BenchStore open(String where, Configuration settings, long firstId) throws IOException;
    }

    /** The names of all stores. */
    public static List<String> names() {
        return List.copyOf(OPENERS.keySet());
    }

    /** Opens the store that is given as {@code name} or {@code name:where}. */
    public static BenchStore open(String store, Configuration settings, long firstId)
            throws IOException {
        int colon = store.indexOf(':');
        String name = colon < 0 ? store : store.substring(0, colon);
        Opener opener = OPENERS.get(name);
        if (opener == null) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "no store \"%s\"; there are %s".formatted(name, String.join(", ", names())));
        }
        return opener.open(colon < 0 ? "" : store.substring(colon + 1), settings, firstId);
    }

    /** A graph in this process, of which each thread uses the same. */
    private record Shared(String name, GraphStore graph, boolean keeps) implements BenchStore {
        /** This, where nothing is said of where it is. */
        Shared nowhere(String where) {
            if (!where.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.CONFIG,
                        "the store %s is in this process and takes nothing behind its name, found \"%s\""
                                .formatted(name, where));
            }
            return this;
        }

        @Override
        public GraphStore connect() {
            return graph;
        }

        @Override
        public void close() throws IOException {
            graph.close();
        }
    }

    /** Refuses where MariaDB is to be started and is not installed: before work, not after it. */
    public static void checkMariaDb() {
        MariaDbStore.installed();
    }
}
