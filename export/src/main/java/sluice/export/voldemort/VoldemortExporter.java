package sluice.export.voldemort;

import java.io.IOException;
import sluice.dictionary.Dictionary;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.SluiceException;
import sluice.storage.Storage;
import sluice.store.Manifest;
import sluice.store.ScanProgress;
import sluice.store.StoreReader;
import sluice.voldemort.format.GraphTuples;
import sluice.voldemort.format.StoreBuilder;

/**
 * Writes what a reader answers from as read-only stores of Voldemort, for all nodes of a ring. One
 * thread reads and builds. The bytes depend on the rows and the layout alone.
 *
 * <p>Memory: the largest chunk. Disk: the rows once more while it runs.
 */
public final class VoldemortExporter {
    /** The store of nodes, and of link lists. */
    public static final String NODES = "nodes";

    public static final String LINKS = "links";

    /** How the names of directories begin that are empty again at the end. */
    public static final String SPILL = "spill-";

    private static final int ROWS_PER_REPORT = 1 << 12;

    private final StoreReader reader;
    private final ScanProgress progress;
    private long nodes;
    private long links;

    /** Directories below that of the export, by their names; each is made where it is missing. */
    public interface Directories {
        Storage directory(String name) throws IOException;
    }

    /** Counts of an export; {@code bytes} and {@code files} of all replicas. */
    public record Result(long nodes, long links, long bytes, int files, boolean complete) {}

    private VoldemortExporter(StoreReader reader, ScanProgress progress) {
        this.reader = reader;
        this.progress = progress;
    }

    /**
     * Writes into {@code target} a directory {@code STORE/node-N} for each node. Refuses a store
     * with names or properties, for which these stores have no place.
     */
    public static Result export(
            StoreReader reader,
            Dictionary dictionary,
            Directories target,
            StoreBuilder.Layout layout,
            ScanProgress progress)
            throws IOException {
        Manifest manifest = reader.manifest();
        String found = "";
        if (manifest.schema() != null) {
            found = "a schema with properties";
        } else if (manifest.idNames() || dictionary.typeCount() > 0) {
            found = "names for ids or types";
        }
        if (!found.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the store has %s, and read-only stores have keys of numbers; export it %s"
                            .formatted(
                                    found,
                                    manifest.schema() == null
                                            ? "without --ro2"
                                            : "as statements of RDF"));
        }
        return new VoldemortExporter(reader, progress).run(target, layout);
    }

    private Result run(Directories target, StoreBuilder.Layout layout) throws IOException {
        Manifest manifest = reader.manifest();
        Storage nodeSpill = target.directory(SPILL + NODES);
        Storage linkSpill = target.directory(SPILL + LINKS);
        try (StoreBuilder nodeStore = new StoreBuilder(layout, nodeSpill);
                StoreBuilder linkStore = new StoreBuilder(layout, linkSpill)) {
            GraphTuples tuples = new GraphTuples(nodeStore::put, linkStore::put);
            Rows rows = new Rows(tuples);
            for (int bucket = 0; bucket < manifest.buckets().size(); bucket++) {
                reader.scanBucket(bucket, rows);
                tuples.finish();
            }
            progress.addRows((nodes + links) % ROWS_PER_REPORT);
            StoreBuilder.Result ofNodes =
                    nodeStore.build(node -> target.directory(NODES + "/node-" + node));
            StoreBuilder.Result ofLinks =
                    linkStore.build(node -> target.directory(LINKS + "/node-" + node));
            return new Result(
                    nodes,
                    links,
                    ofNodes.bytes() + ofLinks.bytes(),
                    ofNodes.files() + ofLinks.files(),
                    manifest.complete());
        }
    }

    /** Counts what it hands on. */
    private final class Rows implements GraphReader.Visitor {
        private final GraphTuples tuples;

        Rows(GraphTuples tuples) {
            this.tuples = tuples;
        }

        @Override
        public void node(Node node) throws IOException {
            tuples.node(node);
            nodes++;
            report();
        }

        @Override
        public void link(Link link) throws IOException {
            tuples.link(link);
            links++;
            report();
        }

        private void report() {
            if ((nodes + links) % ROWS_PER_REPORT == 0) {
                progress.addRows(ROWS_PER_REPORT);
            }
        }
    }
}
