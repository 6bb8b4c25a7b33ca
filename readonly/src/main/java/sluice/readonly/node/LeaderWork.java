package sluice.readonly.node;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.readonly.Decision;
import sluice.readonly.Push;
import sluice.readonly.Registry;
import sluice.readonly.RingRecords;
import sluice.readonly.RingView;
import sluice.readonly.decide.PushDecisions;
import sluice.readonly.decide.PushDecisions.Action;

/** The work of the leader, which any node does while no other one does. Belongs to one thread. */
final class LeaderWork implements Closeable {
    private static final Logger LOG = System.getLogger(LeaderWork.class.getName());
    private static final int STEPS_MAX = 8;

    private final Registry registry;
    private final RingRecords records;
    private volatile Registry.@Nullable Lead lead;
    private PushDecisions.LeaderState state = PushDecisions.LeaderState.NEW;

    LeaderWork(Registry registry, RingRecords records) {
        this.registry = registry;
        this.records = records;
    }

    /** Takes the steps that are due, if this node leads. */
    void act(long nowMillis) throws IOException {
        if (lead != null && !lead.isHeld()) {
            lead.close();
            lead = null;
        }
        if (lead == null) {
            lead = registry.lead().orElse(null);
            state = PushDecisions.LeaderState.NEW;
        }
        for (int i = 0; i < STEPS_MAX && lead != null; i++) {
            RingView view = records.view();
            PushDecisions.Step step = PushDecisions.step(state, view, nowMillis);
            state = step.state();
            Optional<Action> action = step.action();
            if (action.isEmpty()) {
                return;
            }
            carryOut(action.get());
        }
    }

    /** Whether this node leads, as it knows. Any thread may ask. */
    boolean isLeading() {
        Registry.Lead held = lead;
        return held != null && held.isHeld();
    }

    private void carryOut(Action action) throws IOException {
        switch (action) {
            case Action.Decide(long revision, Decision next) -> {
                if (records.decide(revision, next)) {
                    LOG.log(
                            Level.INFO,
                            "decided current=%d epoch=%d topology=%d disabled=%s"
                                    .formatted(
                                            next.current(),
                                            next.epoch(),
                                            next.topology(),
                                            next.disabled()));
                }
            }
            case Action.Mark(long revision, Push next) -> {
                if (records.mark(revision, next)) {
                    LOG.log(
                            Level.INFO,
                            "push version=%d state=%s %s"
                                    .formatted(next.version(), next.state(), next.reason()));
                }
            }
            case Action.Forget(int version) -> records.forget(version);
        }
    }

    @Override
    public void close() throws IOException {
        if (lead != null) {
            lead.close();
        }
    }
}
