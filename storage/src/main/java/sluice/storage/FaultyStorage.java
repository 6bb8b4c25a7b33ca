package sluice.storage;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Storage} over another one that numbers every operation, writes it down, and makes chosen
 * ones fail.
 *
 * <p>{@link #script} tells what happened, one line an operation, so that a failing run explains
 * itself: {@code 12 write run-3.tmp 0..4096}, {@code 13 sync run-3.tmp: EIO}. Without plans it only
 * records. Safe for any number of threads; which thread an n-th operation belongs to is then a
 * matter of chance. After a cut the storage below is what the crash found; end all threads first.
 */
public final class FaultyStorage implements Storage {
    private static final int SCRIPT_LINES_MAX = 10_000;

    private final Storage below;
    private final List<Rule> rules;

    /** Guards all that follows, and the counts of the rules. */
    private final Object guard = new Object();

    private final Deque<Step> steps = new ArrayDeque<>();
    private long operationCount;
    private long hitCount;
    private boolean cut;

    private FaultyStorage(Storage below, List<Rule> rules) {
        this.below = below;
        this.rules = rules;
    }

    /**
     * The storage {@code below} with all {@code plans}; where two strike at once, the first does.
     */
    public static FaultyStorage over(Storage below, FaultPlan... plans) {
        List<Rule> rules = new ArrayList<>();
        for (FaultPlan plan : plans) {
            rules.add(new Rule(plan));
        }
        return new FaultyStorage(below, List.copyOf(rules));
    }

    /** How many operations were begun, that which was cut included. */
    public long operationCount() {
        synchronized (guard) {
            return operationCount;
        }
    }

    /** How many operations a fault struck: 0 means that the run was untouched. */
    public long hitCount() {
        synchronized (guard) {
            return hitCount;
        }
    }

    /** True when the power was cut. */
    public boolean isCut() {
        synchronized (guard) {
            return cut;
        }
    }

    /** The last operations, one line each, oldest first; at most 10,000. */
    public List<String> script() {
        synchronized (guard) {
            return steps.stream().map(Step::toString).toList();
        }
    }

    @Override
    public Sink create(String name) throws IOException {
        begin(DiskCall.CREATE, name, null, 0);
        return new FaultySink(below.create(name));
    }

    @Override
    public Source open(String name) throws IOException {
        begin(DiskCall.OPEN, name, null, 0);
        return new FaultySource(below.open(name));
    }

    @Override
    public MemorySegment map(String name, long lengthBytes, Arena arena) throws IOException {
        Step step = begin(DiskCall.MAP, name, null, 0);
        MemorySegment mapped = below.map(name, lengthBytes, arena);
        step.bytes(0, lengthBytes);
        return mapped;
    }

    @Override
    public void rename(String from, String to) throws IOException {
        begin(DiskCall.RENAME, from, to, 0);
        below.rename(from, to);
    }

    @Override
    public void link(String from, String to) throws IOException {
        begin(DiskCall.LINK, from, to, 0);
        below.link(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        begin(DiskCall.DELETE, name, null, 0);
        below.delete(name);
    }

    @Override
    public void syncDirectory() throws IOException {
        Step step = begin(DiskCall.SYNC_DIRECTORY, "", null, 0);
        if (step.fault == Fault.SYNC_FAILURE) {
            throw StorageErrors.failure(
                    location(), "sync the directory", StorageErrors.INPUT_OUTPUT);
        }
        if (step.fault != Fault.SYNC_SKIPPED) {
            below.syncDirectory();
        }
    }

    @Override
    public List<String> list() throws IOException {
        begin(DiskCall.LIST, "", null, 0);
        return below.list();
    }

    @Override
    public long usableBytes() throws IOException {
        begin(DiskCall.USABLE, "", null, 0);
        return below.usableBytes();
    }

    @Override
    public Optional<Closeable> lock(String name) throws IOException {
        begin(DiskCall.LOCK, name, null, 0);
        return below.lock(name).map(lock -> new FaultyLock(name, lock));
    }

    @Override
    public String location() {
        return below.location();
    }

    /**
     * Numbers and records the operation and throws what the plans want. Returns the step, whose
     * fault the caller heeds where it is one that does not throw here.
     */
    private Step begin(DiskCall operation, String name, @Nullable String other, int remainingBytes)
            throws IOException {
        Step step = number(operation, name, other, remainingBytes);
        if (step.hook != null) {
            step.hook.run();
        }
        if (step.fault == Fault.CUT) {
            throw new PowerCut(step.number);
        }
        if (step.fault == Fault.EIO || step.fault == Fault.ENOSPC) {
            String reason =
                    step.fault == Fault.EIO ? StorageErrors.INPUT_OUTPUT : StorageErrors.DISK_FULL;
            String path = name.isEmpty() ? location() : location() + "/" + name;
            throw StorageErrors.failure(path, operation.word(), reason);
        }
        return step;
    }

    private Step number(
            DiskCall operation, String name, @Nullable String other, int remainingBytes) {
        synchronized (guard) {
            if (cut) {
                throw new PowerCut(operationCount);
            }
            operationCount++;
            Step step = new Step(operationCount, operation, name, other);
            for (Rule rule : rules) {
                if (rule.strikes(step, remainingBytes) && step.fault == null) {
                    step.fault = rule.plan.fault();
                    step.hook = step.fault == Fault.SLOW ? rule.plan.hook() : null;
                    hitCount++;
                }
            }
            cut = step.fault == Fault.CUT;
            if (steps.size() == SCRIPT_LINES_MAX) {
                steps.removeFirst();
            }
            steps.addLast(step);
            return step;
        }
    }

    /** A plan and how many operations it has counted. */
    private static final class Rule {
        private final FaultPlan plan;
        private final PathMatcher names;
        private long counted;

        Rule(FaultPlan plan) {
            this.plan = plan;
            this.names = FileSystems.getDefault().getPathMatcher("glob:" + plan.glob());
        }

        boolean strikes(Step step, int remainingBytes) {
            boolean isShort = plan.fault() == Fault.SHORT_READ || plan.fault() == Fault.SHORT_WRITE;
            boolean counts =
                    plan.fault().canHit(step.operation)
                            && plan.operations().contains(step.operation)
                            && (matches(step.name) || (step.other != null && matches(step.other)))
                            && (!isShort || remainingBytes > 1);
            if (!counts) {
                return false;
            }
            counted++;
            return plan.forEver() ? counted >= plan.first() : counted == plan.first();
        }

        private boolean matches(String name) {
            return names.matches(Path.of(name));
        }
    }

    /** One operation of the script. */
    private final class Step {
        private final long number;
        private final DiskCall operation;
        private final String name;
        private final @Nullable String other;
        private @Nullable Fault fault;
        private @Nullable Runnable hook;
        private String range = "";

        Step(long number, DiskCall operation, String name, @Nullable String other) {
            this.number = number;
            this.operation = operation;
            this.name = name;
            this.other = other;
        }

        void bytes(long from, long to) {
            synchronized (guard) {
                range = " " + from + ".." + to;
            }
        }

        /** The limit that a short count sets on {@code bytes}, else the limit that they have. */
        int limit(ByteBuffer bytes) {
            boolean isShort = fault == Fault.SHORT_READ || fault == Fault.SHORT_WRITE;
            return isShort ? bytes.position() + Math.max(1, bytes.remaining() / 3) : bytes.limit();
        }

        @Override
        public String toString() {
            return number
                    + " "
                    + operation.word()
                    + (name.isEmpty() ? "" : " " + name)
                    + (other == null ? "" : " " + other)
                    + range
                    + (fault == null ? "" : ": " + fault);
        }
    }

    private final class FaultyLock implements Closeable {
        private final String name;
        private final Closeable lock;
        private boolean closed;

        FaultyLock(String name, Closeable lock) {
            this.name = name;
            this.lock = lock;
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                closeBelow(name, lock);
            }
        }
    }

    /**
     * Closes even when the plan says that closing fails: the system gives the handle back as well.
     */
    private void closeBelow(String name, Closeable handle) throws IOException {
        try (handle) {
            begin(DiskCall.CLOSE, name, null, 0);
        }
    }

    private final class FaultySink implements LossySink {
        private final Sink sink;
        private long positionBytes;
        private boolean closed;

        FaultySink(Sink sink) {
            this.sink = sink;
        }

        @Override
        public String name() {
            return sink.name();
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            Step step = begin(DiskCall.WRITE, name(), null, bytes.remaining());
            int limit = bytes.limit();
            bytes.limit(step.limit(bytes));
            try {
                int countBytes = sink.write(bytes);
                step.bytes(positionBytes, positionBytes + countBytes);
                positionBytes += countBytes;
                return countBytes;
            } finally {
                bytes.limit(limit);
            }
        }

        @Override
        public void sync() throws IOException {
            Step step = begin(DiskCall.SYNC, name(), null, 0);
            if (step.fault == Fault.SYNC_FAILURE) {
                dropUnsynced();
                String path = location() + "/" + name();
                throw StorageErrors.failure(path, "sync", StorageErrors.INPUT_OUTPUT);
            }
            if (step.fault != Fault.SYNC_SKIPPED) {
                sink.sync();
            }
        }

        @Override
        public void dropUnsynced() {
            if (sink instanceof LossySink lossy) {
                lossy.dropUnsynced();
            }
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                closeBelow(name(), sink);
            }
        }
    }

    private final class FaultySource implements Source {
        private final Source source;
        private boolean closed;

        FaultySource(Source source) {
            this.source = source;
        }

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public int read(ByteBuffer bytes, long offset) throws IOException {
            Step step = begin(DiskCall.READ, name(), null, bytes.remaining());
            int limit = bytes.limit();
            bytes.limit(step.limit(bytes));
            try {
                int countBytes = source.read(bytes, offset);
                step.bytes(offset, offset + Math.max(0, countBytes));
                return countBytes;
            } finally {
                bytes.limit(limit);
            }
        }

        @Override
        public long lengthBytes() throws IOException {
            begin(DiskCall.LENGTH, name(), null, 0);
            return source.lengthBytes();
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                closed = true;
                closeBelow(name(), source);
            }
        }
    }
}
