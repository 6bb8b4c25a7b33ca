package sluice.readonly.route;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import sluice.model.GraphReader;
import sluice.model.Link;
import sluice.model.Node;

/**
 * Shows the rows of a scan once, though several replicas of a partition may show them, each from
 * its beginning: replicas of a version have the same rows in the same order. Belongs to one thread.
 */
final class ResumedVisitor implements GraphReader.Visitor {
    private final GraphReader.Visitor visitor;
    private long shown;

    /** How many were shown before the rows of the partition. */
    private long shownBefore;

    private long passed;
    private @Nullable IOException ownIo;
    private @Nullable RuntimeException own;

    ResumedVisitor(GraphReader.Visitor visitor) {
        this.visitor = visitor;
    }

    /** Says that rows of the next partition come. */
    void beginPartition() {
        shownBefore = shown;
        passed = shown;
    }

    /** Says that a replica begins to show the rows of the partition. */
    void begin() {
        passed = shownBefore;
    }

    /** Whether a row was shown. */
    boolean hasRows() {
        return shown > 0;
    }

    /** Whether the next row is new. */
    private boolean isNext() {
        return passed++ >= shown;
    }

    private interface Row {
        void show() throws IOException;
    }

    private void show(Row row) throws IOException {
        if (!isNext()) {
            return;
        }
        shown++;
        try {
            row.show();
        } catch (IOException e) {
            ownIo = e;
            throw e;
        } catch (RuntimeException e) {
            own = e;
            throw e;
        }
    }

    @Override
    public void node(Node node) throws IOException {
        show(() -> visitor.node(node));
    }

    @Override
    public void link(Link link) throws IOException {
        show(() -> visitor.link(link));
    }

    /** Throws the failure of the visitor, if it has failed: another replica cannot help. */
    void throwOwn() throws IOException {
        if (ownIo != null) {
            throw ownIo;
        }
        if (own != null) {
            throw own;
        }
    }
}
