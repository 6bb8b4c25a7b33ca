package sluice.readonly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.DirectoryStorage;
import sluice.storage.FileEntry;
import sluice.storage.Storage;
import sluice.storage.StorageFiles;
import sluice.store.Manifest;
import sluice.store.ManifestFile;
import sluice.store.VersionFiles;
import sluice.store.VersionMark;

/**
 * A ring for its operator: each act is one change of its records, which the nodes then follow.
 * Thread-safe.
 */
public final class Ring {
    private static final int ATTEMPTS_MAX = 20;
    private static final double SKEW_MAX = 1.25;
    private static final String CANCELLED = "it was cancelled";

    private final RingRecords records;
    private final String location;

    /** The ring whose records are in {@code registry}. */
    public Ring(Registry registry) {
        this.records = new RingRecords(registry);
        this.location = registry.location();
    }

    /** The records now; throws if there is no ring. */
    public RingView view() throws IOException {
        RingView view;
        try {
            view = records.view();
        } catch (NoSuchFileException _) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is not there: if a ring has its records there, make the folder visible; else make a ring with: sluice ring create %s STORE"
                            .formatted(location, location));
        }
        if (view.definition().isEmpty() || view.topologies().isEmpty()) {
            throw missing(location);
        }
        return view;
    }

    /** The failure of who finds no ring at {@code location}. */
    public static SluiceException missing(String location) {
        return new SluiceException(
                ErrorCode.STORE,
                "%s is not a ring; make one with: sluice ring create %s STORE"
                        .formatted(location, location));
    }

    /** As below, for a ring whose folders were never those of another. */
    public void create(Definition definition, Topology topology) throws IOException {
        create(definition, topology, 0);
    }

    /**
     * Makes a ring; throws if there is one. Its decisions are counted from {@code epoch} on, which
     * must be above those of an earlier ring of the same nodes whose records are lost: nodes go
     * back to no earlier decision. Seconds since 1970 are.
     */
    public void create(Definition definition, Topology topology, long epoch) throws IOException {
        RingView before = records.view();
        boolean isMade = before.definition().isEmpty() || before.topologies().isEmpty();
        int served = before.decision().value().current();
        if (isMade && served > 0) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has lost records of a ring that serves version %d: put them back from a copy, or make a ring elsewhere"
                            .formatted(location, served));
        }
        if (isMade) {
            // A creation that was killed has left these: the definition comes last.
            records.clear(before);
            isMade =
                    records.add(topology)
                            && (epoch == 0 || records.decide(0, Decision.startingAt(epoch)))
                            && records.define(definition);
        }
        if (!isMade) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s is a ring already; see: sluice ring status %s"
                            .formatted(location, location));
        }
    }

    /** A change of the decision; empty if nothing is to be done. */
    private interface Change {
        Optional<Decision> of(RingView view);
    }

    private Decision decide(Change change) throws IOException {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            RingView view = view();
            Optional<Decision> next = change.of(view);
            if (next.isEmpty() || records.decide(view.decision().revision(), next.get())) {
                return next.orElse(view.decision().value());
            }
        }
        throw new IOException(
                "%s: the decision was changed %d times by others; try again"
                        .formatted(location, ATTEMPTS_MAX));
    }

    /**
     * Begins the push of the sealed version {@code number} of the source, or of its newest one. A
     * version that nodes keep is served again by {@link #rollback}.
     *
     * @param isSmallerAllowed whether it may be less than half as large as what is served
     */
    public Push push(OptionalInt number, boolean isSmallerAllowed) throws IOException {
        RingView view = view();
        Storage source = source(view);
        int version = number.isPresent() ? number.getAsInt() : newest(source);
        Push push = describe(view, source, version, isSmallerAllowed);
        @Nullable Held<Push> before = view.pushes().get(version);
        if (before != null && before.value().state() != Push.State.ABORTED) {
            throw pushedAlready(view, before.value());
        }
        decide(
                now ->
                        now.decision().value().aborted().containsKey(version)
                                ? Optional.of(now.decision().value().allowing(version))
                                : Optional.empty());
        if (!records.mark(before == null ? 0 : before.revision(), push)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "version %d is pushed by another command; see: sluice ring status %s"
                            .formatted(version, location));
        }
        return push;
    }

    /**
     * Gives up the push of {@code number}, or the first one that has not ended, and returns its
     * version. The version that is served stays: of this and the commit of a leader one alone is
     * made.
     */
    public int cancel(OptionalInt number) throws IOException {
        int version = number.isPresent() ? number.getAsInt() : firstOpen(view());
        decide(
                view -> {
                    refuseEnded(view, version);
                    return Optional.of(view.decision().value().refusing(version, CANCELLED));
                });
        @Nullable Held<Push> held = view().pushes().get(version);
        if (held != null && held.value().isOpen()) {
            Push push = held.value();
            // A leader does the same, but none runs where no node does.
            boolean unused =
                    records.mark(
                            held.revision(),
                            push.in(Push.State.ABORTED, push.deadlineMillis(), CANCELLED));
        }
        return version;
    }

    private int firstOpen(RingView view) {
        return view.pushes().values().stream()
                .map(Held::value)
                .filter(push -> push.isOpen() && !isServed(view, push.version()))
                .mapToInt(Push::version)
                .findFirst()
                .orElseThrow(
                        () ->
                                new SluiceException(
                                        ErrorCode.STORE,
                                        "no push has begun that has not ended; see: sluice ring status "
                                                + location));
    }

    private void refuseEnded(RingView view, int version) {
        @Nullable Held<Push> held = view.pushes().get(version);
        if (isServed(view, version)) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "version %d was pushed, and nodes serve or keep it; to serve another one: sluice ring rollback %s"
                            .formatted(version, location));
        }
        if (held == null || !held.value().isOpen()) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "no push of version %d %s; see: sluice ring status %s"
                            .formatted(
                                    version,
                                    held == null ? "has begun" : "goes on: it has ended",
                                    location));
        }
    }

    private static boolean isServed(RingView view, int version) {
        return view.decision().value().kept().contains(version);
    }

    private SluiceException pushedAlready(RingView view, Push push) {
        Decision now = view.decision().value();
        int version = push.version();
        boolean isBehind =
                push.state() == Push.State.DONE
                        && now.kept().contains(version)
                        && version != now.current();
        return new SluiceException(
                ErrorCode.STORE,
                isBehind
                        ? "version %d was pushed already, and nodes keep it; serve it again with: sluice ring rollback %s %d"
                                .formatted(version, location, version)
                        : "version %d was pushed already and is %s; see: sluice ring status %s"
                                .formatted(version, words(push.state()), location));
    }

    /** A state as messages name it. */
    public static String words(Push.State state) {
        return switch (state) {
            case NEW -> "waiting";
            case FETCHING -> "fetching";
            case COMMITTED -> "committed";
            case DONE -> "done";
            case ABORTED -> "given up";
        };
    }

    private int newest(Storage source) throws IOException {
        int newest = source.list().stream().mapToInt(VersionFiles::number).max().orElse(0);
        if (newest == 0) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has no versions; a store gets its first with: sluice publish %s"
                            .formatted(source.location(), source.location()));
        }
        Optional<Manifest> published = ManifestFile.read(source);
        boolean rolledBack =
                published
                        .filter(served -> served.loadNumber() < newest)
                        .filter(served -> newest <= served.newestServed())
                        .isPresent();
        if (rolledBack) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s: version %d, its newest, was rolled back; to push it all the same: sluice ring push %s %d"
                            .formatted(source.location(), newest, location, newest));
        }
        return newest;
    }

    /**
     * The version that the sealed version {@code number} of the source was loaded on top of; empty
     * where it was made from its source alone.
     */
    public OptionalInt base(int number) throws IOException {
        @Nullable VersionMark mark = ManifestFile.decode(bytes(source(view()), number)).mark();
        return mark == null || mark.base() <= VersionMark.NOTHING
                ? OptionalInt.empty()
                : OptionalInt.of(mark.base());
    }

    private static Storage source(RingView view) throws IOException {
        return DirectoryStorage.open(Path.of(view.definition().orElseThrow().source()));
    }

    private static byte[] bytes(Storage source, int version) throws IOException {
        try (Storage.Source file = source.open(VersionFiles.version(version))) {
            ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(file.lengthBytes()));
            StorageFiles.readFully(file, content, 0);
            return content.array();
        } catch (NoSuchFileException _) {
            throw new SluiceException(
                    ErrorCode.STORE,
                    "%s has no version %d; see: sluice versions %s"
                            .formatted(source.location(), version, source.location()));
        }
    }

    private Push describe(RingView view, Storage source, int version, boolean isSmallerAllowed)
            throws IOException {
        byte[] bytes = bytes(source, version);
        Manifest manifest = ManifestFile.decode(bytes);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length);
        long names = manifest.dictionaries().stream().mapToLong(FileEntry::lengthBytes).sum();
        @Nullable FileEntry schema = manifest.schema();
        @Nullable Held<Push> again = view.pushes().get(version);
        return new Push(
                Push.FORMAT,
                version,
                again == null ? 1 : again.value().attempt() + 1,
                Push.State.NEW,
                (int) checksum.getValue(),
                names + (schema == null ? 0 : schema.lengthBytes()),
                cuts(view, manifest).cuts(),
                0,
                isSmallerAllowed,
                "");
    }

    /** The borders of the version before, unless its partitions would be too unequal now. */
    private static Partitions cuts(RingView view, Manifest manifest) {
        int count = view.lastTopology().partitions();
        Partitions fresh = Partitions.of(manifest, count);
        @Nullable Held<Push> current = view.pushes().get(view.decision().value().current());
        if (current == null) {
            return fresh;
        }
        Partitions inherited = Partitions.of(manifest, Partitions.of(current.value().cuts()));
        return inherited.largestBytes() <= SKEW_MAX * fresh.largestBytes() ? inherited : fresh;
    }

    /**
     * Serves a version again that nodes keep: {@code number}, or the one before. After a rollback
     * it must be named, or the second of two would serve again what the first one took back.
     */
    public Decision rollback(OptionalInt number, long nowMillis) throws IOException {
        return decide(
                view -> {
                    Decision now = view.decision().value();
                    int wanted = number.isPresent() ? number.getAsInt() : now.previous();
                    if (wanted == now.current() && wanted != 0) {
                        return Optional.empty();
                    }
                    if (number.isEmpty() && wanted > now.current()) {
                        throw new SluiceException(
                                ErrorCode.STORE,
                                "%s serves version %d since a rollback from version %d; to serve another one that nodes keep, name it: sluice ring rollback %s N"
                                        .formatted(location, now.current(), wanted, location));
                    }
                    if (!now.kept().contains(wanted)) {
                        throw new SluiceException(
                                ErrorCode.STORE,
                                wanted == 0
                                        ? "no version was served before; see: sluice ring status "
                                                + location
                                        : "version %d is not kept by the nodes, which have %s"
                                                .formatted(wanted, now.kept()));
                    }
                    refuseUnready(view, wanted);
                    return Optional.of(now.rolledBack(wanted, nowMillis));
                });
    }

    private void refuseUnready(RingView view, int version) {
        Topology topology = view.topology().orElseThrow();
        for (int partition = 0; partition < topology.partitions(); partition++) {
            boolean isThere =
                    topology.preference(partition).stream()
                            .anyMatch(
                                    node ->
                                            view.live().contains(node)
                                                    && view.report(node)
                                                            .isReady(version, topology.number()));
            if (!isThere) {
                throw new SluiceException(
                        ErrorCode.STORE,
                        "no running node has partition %d of version %d ready; see: sluice ring status %s"
                                .formatted(partition, version, location));
            }
        }
    }

    /** The next topology, which takes effect once its nodes have their partitions. */
    private interface Reshape {
        Topology of(Topology last);
    }

    private Topology reshape(Reshape reshape) throws IOException {
        for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
            RingView view = view();
            Topology next = reshape.of(view.lastTopology());
            if (records.add(next)) {
                return next;
            }
        }
        throw new IOException("%s: its nodes are changed by others; try again".formatted(location));
    }

    /** Adds a node, which then fetches its share. */
    public Topology addNode(Member member) throws IOException {
        return reshape(last -> last.with(member));
    }

    /** Removes a node, whose partitions go to the others first. */
    public Topology removeNode(String name) throws IOException {
        return reshape(last -> last.without(name));
    }

    /** Sends no reads to {@code node} and waits for it in no push, until it is switched on. */
    public Decision disable(String node, String reason) throws IOException {
        refuseUnknown(node);
        return decide(view -> Optional.of(view.decision().value().switched(node, reason)));
    }

    /** Takes {@link #disable} back. */
    public Decision enable(String node) throws IOException {
        refuseUnknown(node);
        return decide(view -> Optional.of(view.decision().value().switched(node, "")));
    }

    private void refuseUnknown(String node) throws IOException {
        RingView view = view();
        if (view.topologies().values().stream().noneMatch(topology -> topology.has(node))) {
            throw new SluiceException(
                    ErrorCode.CONFIG,
                    "the ring has no node %s; see: sluice ring status %s"
                            .formatted(node, location));
        }
    }

    /** How many partitions each node is the first of. */
    public static Map<String, Integer> mastered(Topology topology) {
        Map<String, Integer> counts = new HashMap<>();
        topology.owners().forEach(owner -> counts.merge(owner, 1, Integer::sum));
        return counts;
    }

    /** The nodes of all topologies that count, each once, in their order. */
    public static List<Member> members(RingView view) {
        List<Member> members = new ArrayList<>();
        for (Topology topology : view.wanted()) {
            for (Member member : topology.members()) {
                if (members.stream().noneMatch(each -> each.name().equals(member.name()))) {
                    members.add(member);
                }
            }
        }
        return members;
    }
}
