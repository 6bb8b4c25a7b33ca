package sluice.question;

/**
 * Receives the cost of a question while it is answered, and may end the question by an exception.
 * Belongs to the thread that answers.
 */
public interface Watch {
    /** Lets every question go on. */
    Watch NONE =
            new Watch() {
                @Override
                public void looked(long rows) {}

                @Override
                public void holds(long bytes) {}
            };

    /** The question has looked at {@code rows} more rows, 1 at least; often called. */
    void looked(long rows);

    /** The question keeps {@code bytes} more in memory; less than 0: it keeps less. */
    void holds(long bytes);
}
