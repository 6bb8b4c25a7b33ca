package sluice.load.ranges;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.load.job.BuildOrder;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.plan.RangeKey;
import sluice.plan.run.RangeStore;
import sluice.plan.run.Switches;
import sluice.plan.run.TableRange;
import sluice.storage.Storage;
import sluice.store.Manifest;

/**
 * Plans the insertion of one load into a table of ranges, and carries that out: splits and moves
 * before the rows, then the rows in an order that keeps all servers at work, then the switches as
 * they were found.
 *
 * <p>A load that was killed goes on with the plan of its journal: what is done already is seen in
 * the table. One that fails gives the switches back, and takes them again when it goes on. Rows
 * arrive with any plan, or none.
 */
public final class PlannedInsertion {
    private static final Logger LOG = System.getLogger(PlannedInsertion.class.getName());

    /** For how long the cluster is taken, unless that is prolonged. */
    private static final long HELD_MILLIS = TimeUnit.MINUTES.toMillis(3);

    private static final long PROLONG_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Mode mode;
    private final PlanOptions options;
    private final String holder;
    private final LongSupplier clockMillis;
    private final Events events;

    /** Whether a load is planned. */
    public enum Mode {
        /** A plan that saves more than it takes is carried out. */
        AUTO,
        /** Nothing is planned. */
        OFF,
        /** A plan is made and shown, and not carried out. */
        SHOW,
        /** A plan is made and shown, and the load stops before any row is inserted. */
        STOP
    }

    /** Takes the words on a plan. */
    public interface Events {
        Events NONE =
                new Events() {
                    @Override
                    public void planned(RangePlan plan, boolean isCarriedOut) {}

                    @Override
                    public void inserted(PlanResult result) {}
                };

        /** A plan was made. */
        void planned(RangePlan plan, boolean isCarriedOut);

        /** The batch is inserted before a plan of it is begun, so none was made. */
        default void tooFewRows() {}

        /** All rows are in the table. */
        void inserted(PlanResult result);
    }

    /**
     * For one load.
     *
     * @param holder who the plan belongs to, the same whenever the load goes on; empty for one who
     *     plans nothing and gives nothing back
     * @param clockMillis the time of day
     */
    public PlannedInsertion(
            Mode mode,
            PlanOptions options,
            String holder,
            LongSupplier clockMillis,
            Events events) {
        this.mode = mode;
        this.options = options;
        this.holder = holder;
        this.clockMillis = clockMillis;
        this.events = events;
    }

    /** Nothing is planned; what an earlier try of the load has switched off is given back. */
    public static PlannedInsertion off(String holder, LongSupplier clockMillis) {
        return new PlannedInsertion(Mode.OFF, PlanOptions.USUAL, holder, clockMillis, Events.NONE);
    }

    /**
     * Prepares the table for what {@code manifest} has staged. The caller builds the buckets, says
     * {@link Running#inserted} once all are, and closes it in any case.
     *
     * @param store the table; empty where it is not cut into ranges
     * @param load the name of the load
     * @param isAllBuilt whether an earlier try has built all buckets
     * @param throwIfStopped throws where the load is to stop
     */
    public Running begin(
            Storage storage,
            Manifest manifest,
            Optional<RangeStore> store,
            String load,
            boolean isAllBuilt,
            Runnable throwIfStopped)
            throws IOException {
        if (store.isEmpty()) {
            return new Running(null, null, null, List.of());
        }
        RangeStore table = store.get();
        Optional<PlanJournal> found = PlanJournal.read(storage);
        Optional<PlanJournal> journal =
                found.filter(one -> mode == Mode.AUTO && !isAllBuilt && one.load().equals(load));
        if (journal.isEmpty() && found.isPresent() && !holder.isEmpty()) {
            giveBack(found.get(), table);
        }
        if (mode == Mode.OFF || isAllBuilt) {
            return new Running(null, null, null, List.of());
        }
        if (journal.isEmpty()
                && mode == Mode.AUTO
                && !RangePlan.mayBeWorth(storage, manifest, table)) {
            events.tooFewRows();
            return new Running(table, null, null, List.of());
        }
        if (journal.isEmpty()) {
            Optional<RangePlan> plan = RangePlan.of(storage, manifest, table, options);
            boolean isCarriedOut = mode == Mode.AUTO && plan.isPresent() && plan.get().isWorth();
            plan.ifPresent(made -> events.planned(made, isCarriedOut));
            if (mode == Mode.STOP) {
                throw new SluiceException(
                        ErrorCode.INTERRUPTED,
                        "stopped after the plan, before any row is inserted; repeat the command to"
                                + " insert the rows, by plan or without");
            }
            if (!isCarriedOut) {
                return new Running(
                        table, null, null, mode == Mode.SHOW ? table.places() : List.of());
            }
            journal = Optional.of(PlanJournal.begin(storage, load, plan.get().target()));
        }
        return carryOut(storage, manifest, table, journal.get(), throwIfStopped);
    }

    /**
     * Splits and moves for what is staged, without inserting it, and gives the switches back: the
     * table is ready for a load. Does nothing, and says so by empty, where that is not worth it.
     */
    public Optional<PlanResult> prepareOnly(
            Storage storage, Manifest manifest, RangeStore table, String load) throws IOException {
        Optional<PlanJournal> before = PlanJournal.read(storage);
        if (before.isPresent()) {
            giveBack(before.get(), table);
        }
        Optional<RangePlan> plan = RangePlan.of(storage, manifest, table, options);
        boolean isWorth = plan.isPresent() && plan.get().isWorth();
        plan.ifPresent(made -> events.planned(made, isWorth));
        if (!isWorth) {
            return Optional.empty();
        }
        PlanJournal journal = PlanJournal.begin(storage, load, plan.get().target());
        try (Running running = carryOut(storage, manifest, table, journal, () -> {})) {
            return Optional.of(running.result());
        }
    }

    /** Gives back the switches of a plan that is not gone on with. */
    private void giveBack(PlanJournal journal, RangeStore table) throws IOException {
        if (!journal.isOff()) {
            return;
        }
        try {
            table.restore(holder, clockMillis.getAsLong());
        } catch (SluiceException e) {
            // It gives them back as the first one found them.
            LOG.log(Level.WARNING, "the switches are another plan's: " + e.getMessage());
            return;
        }
        journal.restored();
    }

    private Running carryOut(
            Storage storage,
            Manifest manifest,
            RangeStore table,
            PlanJournal journal,
            Runnable throwIfStopped)
            throws IOException {
        Pause pause = new Pause(table, journal);
        try {
            PlanDriver driver =
                    new PlanDriver(
                            table,
                            journal,
                            (servers, ranges) ->
                                    RangePlan.of(storage, manifest, table, servers, ranges, options)
                                            .map(RangePlan::target),
                            pause,
                            clockMillis,
                            throwIfStopped);
            driver.prepare();
            return new Running(table, driver, pause, table.places());
        } catch (Throwable failure) {
            pause.giveBack(failure);
            throw failure;
        }
    }

    /** The cluster is this plan's: switched off, and prolonged from time to time. */
    private final class Pause implements PlanDriver.Pausing {
        private final RangeStore table;
        private final PlanJournal journal;
        private final ScheduledExecutorService prolonging =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("plan-lease").daemon().factory());
        private boolean isPaused;

        Pause(RangeStore table, PlanJournal journal) {
            this.table = table;
            this.journal = journal;
        }

        @Override
        public synchronized Optional<Switches> pause() throws IOException {
            Optional<Switches> found = take();
            isPaused = found.isPresent();
            if (!isPaused) {
                LOG.log(
                        Level.WARNING,
                        "balancer and normalizer of %s stay on: this user has no right to switch them"
                                .formatted(table.location()));
                return found;
            }
            var unused =
                    prolonging.scheduleWithFixedDelay(
                            this::prolong, PROLONG_MILLIS, PROLONG_MILLIS, TimeUnit.MILLISECONDS);
            return found;
        }

        private Optional<Switches> take() throws IOException {
            long now = clockMillis.getAsLong();
            return table.pause(holder, now, now + HELD_MILLIS);
        }

        private synchronized void prolong() {
            if (!isPaused) {
                return;
            }
            try {
                Optional<Switches> unused = take();
            } catch (IOException | RuntimeException e) {
                LOG.log(Level.WARNING, "the plan may be taken for dead: " + e.getMessage());
            }
        }

        @Override
        public synchronized void restore() throws IOException {
            isPaused = false;
            prolonging.shutdownNow();
            table.restore(holder, clockMillis.getAsLong());
        }

        /** After a failure: what cannot be given back now stays in the journal. */
        synchronized void giveBack(@Nullable Throwable failure) {
            prolonging.shutdownNow();
            if (!isPaused) {
                return;
            }
            try {
                restore();
                journal.restored();
            } catch (IOException | RuntimeException e) {
                if (failure != null) {
                    failure.addSuppressed(e);
                }
                LOG.log(Level.WARNING, "%s (%s)".formatted(journal.howToRestore(), e.getMessage()));
            }
        }
    }

    /**
     * An insertion that has begun. Closing it without {@link #inserted} gives the switches back.
     */
    public final class Running implements AutoCloseable {
        private final @Nullable RangeStore table;
        private final @Nullable PlanDriver driver;
        private final @Nullable Pause pause;
        private final List<TableRange> ranges;
        private final InsertedRows rows;
        private final long beginMillis = clockMillis.getAsLong();
        private final long filesCutBefore;
        private int drifted;
        private long filesCut;

        private Running(
                @Nullable RangeStore table,
                @Nullable PlanDriver driver,
                @Nullable Pause pause,
                List<TableRange> ranges) {
            this.table = table;
            this.filesCutBefore = table == null ? 0 : table.filesCut();
            this.driver = driver;
            this.pause = pause;
            this.ranges = ranges;
            this.rows = new InsertedRows(ranges);
        }

        /** In which order buckets are built: {@code usual}, unless a plan has another. */
        public BuildOrder order(BuildOrder usual) {
            return driver == null || usual != BuildOrder.DEMAND_FIRST
                    ? usual
                    : new ServerOrder(ranges);
        }

        /** Counts the rows of one bucket. */
        public InsertedRows.Meter meter() {
            return rows.meter();
        }

        /** All rows are in the table. */
        public void inserted() throws IOException {
            if (table != null) {
                filesCut = table.filesCut() - filesCutBefore;
            }
            if (table != null && driver != null) {
                // Looked at before the balancer may move any.
                drifted = drifted(driver.patiently(table::places));
                driver.end();
            }
            if (!ranges.isEmpty()) {
                events.inserted(result());
            }
        }

        /** How many ranges are not as they were when the insertion began. */
        private int drifted(List<TableRange> now) {
            Map<RangeKey, String> before = new HashMap<>();
            ranges.forEach(range -> before.put(range.first(), range.server()));
            int changed = 0;
            for (TableRange range : now) {
                changed += range.server().equals(before.remove(range.first())) ? 0 : 1;
            }
            return changed + before.size();
        }

        private PlanResult result() {
            long millis = clockMillis.getAsLong() - beginMillis;
            Map<String, Integer> speeds = table == null ? Map.of() : table.speeds();
            return driver == null
                    ? new PlanResult(
                            0,
                            0,
                            0,
                            0,
                            false,
                            false,
                            0,
                            filesCut,
                            0,
                            0,
                            millis,
                            rows.byServer(),
                            speeds)
                    : new PlanResult(
                            driver.plans(),
                            driver.splits(),
                            driver.refusals(),
                            driver.moves(),
                            driver.isAsPlanned(),
                            driver.isPaused(),
                            drifted,
                            filesCut,
                            driver.splitMillis(),
                            driver.moveMillis(),
                            millis,
                            rows.byServer(),
                            speeds);
        }

        @Override
        public void close() {
            if (pause != null) {
                pause.giveBack(null);
            }
        }
    }
}
