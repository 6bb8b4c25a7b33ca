package sluice.ingest.row;

import java.util.function.LongSupplier;

/** Decides about links whose ends no node row declares. One instance belongs to one thread. */
public interface LinkCheck {
    /**
     * Whether there is a node {@code id}. Asked for both ends of every link that is no deletion.
     */
    boolean isDeclared(long id);

    /**
     * Whether a link with an end that is not declared is rejected; if not, it is told and taken.
     */
    boolean rejects();

    /**
     * Tells of such a link that is taken.
     *
     * @param line counted from 1 within the bytes that the parser was given so far
     * @param column of the first end that is not declared, counted from 1
     * @param cause which ends are not declared
     */
    void tell(long line, int column, String cause);

    /** This check for a parser of single rows, whose lines others know. */
    default LinkCheck at(LongSupplier line) {
        LinkCheck outer = this;
        return new LinkCheck() {
            @Override
            public boolean isDeclared(long id) {
                return outer.isDeclared(id);
            }

            @Override
            public boolean rejects() {
                return outer.rejects();
            }

            @Override
            public void tell(long within, int column, String cause) {
                outer.tell(line.getAsLong(), column, cause);
            }
        };
    }
}
