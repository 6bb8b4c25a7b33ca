package sluice.proof;

import java.io.IOException;
import java.util.function.Supplier;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.PropertyTypes;
import sluice.model.RowSink;
import sluice.model.Visibility;

/** Passes over the stored rows of a proof, part by part, by all threads. */
final class StoredScan {
    private static final int ROWS_PER_REPORT = 1 << 12;

    private final StoredRows stored;
    private final ProofJob job;
    private final NameNumbers numbers;

    /** Takes the rows of a part. Belongs to one thread. */
    abstract static class Taker {
        /** The hashes of the row that is shown. */
        final RowHasher hasher = new RowHasher();

        /** The fields of the row that is shown, by the numbers of names. */
        final RowFields fields = new RowFields();

        long nodes;
        long links;
        long properties;

        long rows() {
            return nodes + links + properties;
        }

        /**
         * Takes a row, whose hashes are there; one of {@code node} and {@code link} is not null.
         */
        abstract void take(Row row, StoredRows.RowNames names) throws IOException;

        /** The part was shown. */
        void finish() throws IOException {}
    }

    /** A node or a link. */
    sealed interface Row {
        record OfNode(Node node) implements Row {}

        record OfLink(Link link) implements Row {}

        default long version() {
            return switch (this) {
                case OfNode(Node node) -> node.version();
                case OfLink(Link link) -> link.version();
            };
        }

        default long time() {
            return switch (this) {
                case OfNode(Node node) -> node.time();
                case OfLink(Link link) -> link.time();
            };
        }
    }

    StoredScan(StoredRows stored, ProofJob job, NameNumbers numbers) {
        this.stored = stored;
        this.job = job;
        this.numbers = numbers;
    }

    /** Shows all rows to takers, one for each part. */
    void all(Supplier<Taker> takers) throws IOException {
        job.progress().begin(stored.parts());
        job.onThreads(
                stored.parts(),
                part -> {
                    job.throwIfStopped();
                    Taker taker = takers.get();
                    stored.scan(part, numbers, visitor(taker));
                    job.progress().addStoredRows(taker.rows() % ROWS_PER_REPORT);
                    taker.finish();
                    job.progress().partDone();
                });
    }

    private StoredRows.Visitor visitor(Taker taker) {
        return new StoredRows.Visitor() {
            @Override
            public void node(Node node, StoredRows.RowNames names) throws IOException {
                byte[] data = node.data();
                RowFields fields = taker.fields;
                fields.key(true, names.idNumber(node.id()), names.typeNumber(node.type()), 0);
                fields.state(0, node.version(), node.time());
                fields.data(data, 0, data.length);
                taker.hasher.take(fields);
                taker.nodes++;
                taker.take(new Row.OfNode(node), names);
                report(taker);
            }

            @Override
            public void link(Link link, StoredRows.RowNames names) throws IOException {
                byte[] data = link.data();
                long type = names.typeNumber(link.linkType());
                boolean slot = PropertyTypes.isProperty(link.linkType());
                long id2 = slot ? link.id2() : names.idNumber(link.id2());
                boolean visible = link.visibility() == Visibility.VISIBLE;
                RowFields fields = taker.fields;
                fields.key(false, names.idNumber(link.id1()), type, id2);
                fields.state(visible ? 0 : RowSink.HIDDEN, link.version(), link.time());
                fields.data(data, 0, data.length);
                taker.hasher.take(fields);
                if (slot) {
                    taker.properties++;
                } else {
                    taker.links++;
                }
                taker.take(new Row.OfLink(link), names);
                report(taker);
            }
        };
    }

    private void report(Taker taker) {
        if (taker.rows() % ROWS_PER_REPORT == 0) {
            job.progress().addStoredRows(ROWS_PER_REPORT);
            job.throwIfStopped();
        }
    }
}
