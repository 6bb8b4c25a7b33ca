package sluice.question;

/**
 * The declarations of a store that may be loaded while it is asked. Thread-safe and quick: it is
 * asked by each question.
 */
public interface Declaring {
    /** A store that declares nothing and has all of its rows. */
    Declaring NOTHING =
            new Declaring() {
                @Override
                public Declarations declarations() {
                    return Declarations.NONE;
                }

                @Override
                public boolean complete() {
                    return true;
                }
            };

    /** The declarations now. */
    Declarations declarations();

    /** Whether no load can bring names or rows now. */
    boolean complete();
}
