package sluice.cluster.load.task;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;
import sluice.cluster.load.place.StorePlace;

/**
 * Runs tasks somewhere: on threads of this process, or on other machines. It decides nothing; which
 * attempts are made is the driver's choice.
 */
public interface Engine {
    /** How many attempts it can run at once. */
    int slots();

    /** Whether a slow attempt is worth a copy: on another machine it may be faster. */
    boolean hasOtherMachines();

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
        /** Has an attempt made, now or as soon as a slot is free. */
        void submit(Task task, int attempt);
    }
}
