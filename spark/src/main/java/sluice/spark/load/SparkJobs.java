package sluice.spark.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import sluice.cluster.load.task.Attempt;
import sluice.cluster.load.task.Engine;
import sluice.cluster.load.task.TaskOutcome;

/**
 * The jobs of one load, one after the other. Each runs on a thread of its own, as Spark blocks the
 * caller; what it reports comes on a thread of Spark's scheduler. Belongs to the driver's thread.
 */
final class SparkJobs implements Engine.Session {
    private static final int END_SECONDS = 60;

    /** Loads of this process, so that each has a group of jobs of its own. */
    private static final AtomicInteger LOADS = new AtomicInteger();

    private final SparkContext spark;
    private final OrderText orders;
    private final int tries;
    private final Consumer<TaskOutcome> outcomes;
    private final String group = "sluice-load-" + LOADS.incrementAndGet();
    private final AttemptWatch watch;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isClosed;

    SparkJobs(
            SparkContext spark,
            OrderText orders,
            int tries,
            Consumer<TaskOutcome> outcomes,
            Consumer<String> notes) {
        this.spark = spark;
        this.orders = orders;
        this.tries = tries;
        this.outcomes = outcomes;
        this.watch = new AttemptWatch(group, notes);
        spark.addSparkListener(watch);
    }

    @Override
    public void submit(List<Attempt> attempts) {
        JobReports reports = new JobReports(attempts, outcomes);
        Thread thread = new Thread(() -> run(attempts, reports), group);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void run(List<Attempt> attempts, JobReports reports) {
        try {
            String phase = attempts.getFirst().task().kind().name().toLowerCase(Locale.ROOT);
            String title = "sluice %s: %s".formatted(orders.store(), phase);
            spark.setJobGroup(group, title, true);
            watch.begin(attempts);
            ClassTag<byte[]> bytes = ClassTag$.MODULE$.apply(byte[].class);
            List<Object> all =
                    IntStream.range(0, attempts.size()).<Object>mapToObj(i -> i).toList();
            Seq<Object> partitions = sequence(all);
            spark.runJob(
                    rdd(spark, orders, attempts),
                    new OrderFunction(tries),
                    partitions,
                    reports,
                    bytes);
        } catch (Throwable e) {
            if (!isClosed) {
                reports.jobFailed(e);
            }
        }
    }

    /** The orders, one in each partition, with the hosts that are nearest to the source. */
    static RDD<byte[]> rdd(SparkContext spark, OrderText orders, List<Attempt> attempts) {
        List<Tuple2<byte[], Seq<String>>> each = new ArrayList<>();
        for (Attempt attempt : attempts) {
            each.add(new Tuple2<>(orders.bytesFor(attempt), sequence(attempt.hosts())));
        }
        return spark.makeRDD(sequence(each), ClassTag$.MODULE$.apply(byte[].class));
    }

    private static <T> Seq<T> sequence(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }

    /**
     * Attempts that still run are asked to end, and waited for, {@value #END_SECONDS} seconds at
     * most: the files that a late one leaves are those that any attempt leaves.
     */
    @Override
    public void close() {
        isClosed = true;
        try {
            if (!spark.isStopped() && threads.stream().anyMatch(Thread::isAlive)) {
                // Also one that was submitted and has not begun.
                spark.cancelJobGroupAndFutureJobs(group);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            if (!spark.isStopped()) {
                watch.awaitEnds(END_SECONDS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            spark.removeSparkListener(watch);
        }
    }
}
