package sluice.proof;

import java.io.IOException;
import sluice.model.Link;
import sluice.model.Node;

/**
 * The rows that a proof compares with sources: those of a store or of a server. They are read up to
 * three times; rows that change in between may be told as differences.
 */
public interface StoredRows {
    /** Whether ids stand for names. */
    boolean idsAreNames();

    /** How many parts the rows have. Threads may read parts at the same time. */
    int parts();

    /**
     * Shows all rows of one part, hidden links too, each once; {@code numbers} gives the numbers of
     * names.
     */
    void scan(int part, NameNumbers numbers, Visitor visitor) throws IOException;

    /** Receives rows; {@code names} is of the row that is shown, until the call returns. */
    interface Visitor {
        void node(Node node, RowNames names) throws IOException;

        void link(Link link, RowNames names) throws IOException;
    }

    /** The names of the ids and types of a row. */
    interface RowNames {
        /** The number that stands for an id on both sides. */
        long idNumber(long id) throws IOException;

        /** The number that stands for a type on both sides. */
        long typeNumber(long type) throws IOException;

        /** An id as a user writes it. */
        String idText(long id) throws IOException;
    }
}
