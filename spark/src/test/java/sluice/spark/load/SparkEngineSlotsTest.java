package sluice.spark.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

/** A load is cut for the executors that it gets, also if they are still starting. */
class SparkEngineSlotsTest {
    private static SparkConf conf(String... settings) {
        SparkConf conf = new SparkConf(false);
        for (int index = 0; index < settings.length; index += 2) {
            conf.set(settings[index], settings[index + 1]);
        }
        return conf;
    }

    @Test
    void executorsThatAreAskedForCountBeforeTheyAreThere() {
        assertEquals(2, SparkEngine.slots(conf(), 2));
        assertEquals(
                64,
                SparkEngine.slots(
                        conf("spark.executor.instances", "16", "spark.executor.cores", "4"), 2));
        assertEquals(
                32,
                SparkEngine.slots(
                        conf(
                                "spark.executor.instances", "16",
                                "spark.executor.cores", "4",
                                "spark.task.cpus", "2"),
                        2));
        assertEquals(100, SparkEngine.slots(conf("spark.cores.max", "100"), 2));
        assertEquals(200, SparkEngine.slots(conf("spark.cores.max", "100"), 200));
    }

    @Test
    void dynamicAllocationCountsToItsLimit() {
        String[] settings = {
            "spark.dynamicAllocation.enabled", "true",
            "spark.dynamicAllocation.maxExecutors", "40",
            "spark.executor.instances", "1",
            "spark.executor.cores", "8"
        };
        assertEquals(320, SparkEngine.slots(conf(settings), 2));
        settings[3] = "2000000000";
        assertEquals(6_000, SparkEngine.slots(conf(settings), 2));
    }
}
