package sluice.cluster.load.task;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import sluice.cluster.load.place.StorePlace;

/**
 * Runs tasks somewhere: on threads of this process, or on other machines. It decides nothing; which
 * attempts are made is the driver's choice, unless {@link #repeatsAttempts}.
 */
public interface Engine {
    /** How many attempts it can run at once. */
    int slots();

    /**
     * Whether attempts are made by other processes, which may outlive this one for a while: until
     * the load is complete all of them must work by the same memory.
     */
    boolean hasOtherProcesses();

    /**
     * Whether it repeats failed attempts and copies slow ones itself. Then it gets all tasks of a
     * phase at once, one attempt of each; else the driver decides about each attempt.
     */
    boolean repeatsAttempts();

    /**
     * Begins to take attempts of the tasks of a plan.
     *
     * @param outcomes receives the end of each attempt, also of one whose process was lost; called
     *     by any thread; must return soon
     */
    Session begin(
            StorePlace place, String planName, int planChecksum, Consumer<TaskOutcome> outcomes)
            throws IOException;

    /** The attempts of one load. Closing makes those that run end soon, and waits for them. */
    interface Session extends Closeable {
        /** Has attempts made, all of one kind, now or as soon as slots are free. */
        void submit(List<Attempt> attempts);
    }
}
