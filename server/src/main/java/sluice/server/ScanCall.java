package sluice.server;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import sluice.model.ErrorCode;
import sluice.model.GraphReader;
import sluice.model.GraphStore;
import sluice.model.Link;
import sluice.model.Node;
import sluice.model.names.Names;
import sluice.protocol.AnswerNames;
import sluice.protocol.Result.Failure;
import sluice.protocol.ScanAsk;
import sluice.protocol.ScanPart;
import sluice.protocol.ScanRow;
import sluice.protocol.SluiceMethods;

/**
 * One scan: a thread of its own walks over the store and waits whenever the client has not taken
 * what is there, so that a slow reader costs one message of memory. Ends early where the client has
 * gone or the server stops.
 */
final class ScanCall extends ServerCall.Listener<Incoming> implements ScanTurns.Scan {
    private static final int PART_BYTES = 128 << 10;

    /** Of a scan that has perhaps shown rows. */
    private static final Failure STOPPED =
            new Failure(ErrorCode.INTERRUPTED, RequestFailure.STOPPED.message(), true);

    /** So long a client may read nothing. */
    private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final Failure STALLED =
            new Failure(
                    ErrorCode.RESOURCE,
                    "nothing of the scan was read for 60 s; scan again, and read as it comes",
                    true);

    /** Ends the walk. */
    private static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Gone() {
            super("the client has gone, or the server stops", null, false, false);
        }
    }

    /** Ends a walk whose client holds a place of a scan and reads nothing. */
    private static final class Stalled extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stalled() {
            super("the client reads nothing", null, false, false);
        }
    }

    private final ServerCall<Incoming, ScanPart> call;
    private final GraphStore store;
    private final Names names;
    private final ServerStatus status;
    private final LongSupplier nanoClock;
    private final ScanTurns turns;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** The request, and whether it was refused; of the thread that brings the call's events. */
    private ScanAsk ask = ScanAsk.NUMBERS;

    private boolean isRefused;

    /** Guarded by {@link #lock}. */
    private boolean isGone;

    ScanCall(
            ServerCall<Incoming, ScanPart> call,
            BackingStore store,
            ServerStatus status,
            LongSupplier nanoClock,
            ScanTurns turns) {
        this.call = call;
        this.store = store.graph();
        this.names = store.names();
        this.status = status;
        this.nanoClock = nanoClock;
        this.turns = turns;
        call.request(2);
    }

    @Override
    public void onMessage(Incoming message) {
        try {
            ask = message.as(SluiceMethods.SCAN.getRequestMarshaller());
        } catch (Incoming.Refused e) {
            isRefused = true;
            UnaryCall.fail(call, e.failure());
        }
    }

    @Override
    public void onHalfClose() {
        if (isRefused) {
            return;
        }
        ScanAsk wanted = ask;
        Optional<Failure> refusal = turns.begin(this, wanted.part() != null);
        if (refusal.isPresent()) {
            UnaryCall.fail(call, refusal.get());
            return;
        }
        call.sendHeaders(new Metadata());
        Thread.ofPlatform().name("scan").daemon().start(() -> walk(wanted));
    }

    @Override
    public void onReady() {
        wake(false);
    }

    @Override
    public void onCancel() {
        turns.end(this);
        wake(true);
    }

    @Override
    public void stop() {
        wake(true);
    }

    private void wake(boolean gone) {
        lock.lock();
        try {
            isGone |= gone;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void walk(ScanAsk wanted) {
        try {
            Parts parts = new Parts(wanted.names());
            ScanAsk.Part part = wanted.part();
            boolean complete = part == null ? store.scan(parts) : status.scan(part, parts);
            parts.send(true, complete);
            call.close(Status.OK, new Metadata());
        } catch (Stalled e) {
            fail(STALLED);
        } catch (Gone e) {
            // Where it is the client that has gone, nobody hears it.
            fail(STOPPED);
        } catch (Throwable e) {
            fail(RequestFailure.of("Scan", e));
        }
    }

    private void fail(Failure failure) {
        turns.end(this);
        UnaryCall.fail(call, failure);
    }

    private void awaitRoom() {
        lock.lock();
        try {
            long endNanos = nanoClock.getAsLong() + STALLED_NANOS;
            while (!isGone && !call.isReady()) {
                if (nanoClock.getAsLong() - endNanos >= 0) {
                    throw new Stalled();
                }
                awaitChange();
            }
            if (isGone) {
                throw new Gone();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Who walks is interrupted by nobody: an interrupt would close the files of the store. */
    private void awaitChange() {
        try {
            var unused = changed.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a scan is interrupted", e);
        }
    }

    /** Collects rows into messages. */
    private final class Parts implements GraphReader.Visitor {
        private final boolean hasNames;
        private List<ScanRow> rows = new ArrayList<>();
        private AnswerNames.Gathering found = new AnswerNames.Gathering(names);
        private int bytes;

        Parts(boolean hasNames) {
            this.hasNames = hasNames;
        }

        @Override
        public void node(Node node) throws IOException {
            if (hasNames) {
                found.node(node);
            }
            add(new ScanRow.OfNode(node), node.data().length);
        }

        @Override
        public void link(Link link) throws IOException {
            if (hasNames) {
                found.link(link);
            }
            add(new ScanRow.OfLink(link), link.data().length);
        }

        private void add(ScanRow row, int dataBytes) {
            rows.add(row);
            bytes += 64 + dataBytes;
            if (bytes + found.sizeBytes() >= PART_BYTES) {
                send(false, false);
            }
        }

        void send(boolean last, boolean complete) {
            awaitRoom();
            if (last) {
                // A client that has seen the end may begin another scan at once.
                turns.end(ScanCall.this);
            }
            call.sendMessage(new ScanPart(rows, last, complete, hasNames ? found.names() : null));
            found = new AnswerNames.Gathering(names);
            rows = new ArrayList<>();
            bytes = 0;
        }
    }
}
