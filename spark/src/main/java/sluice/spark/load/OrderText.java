package sluice.spark.load;

import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.TaskOrder;

/** The part of the orders of a load that is the same for all its tasks. */
record OrderText(String store, String planName, int planChecksum) {
    byte[] bytesFor(Attempt attempt) {
        return new TaskOrder(store, planName, planChecksum, attempt.task(), attempt.number())
                .bytes();
    }
}
