package sluice.cli.ring;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.readonly.Definition;
import sluice.readonly.Push;
import sluice.readonly.PushFate;
import sluice.readonly.Registry;
import sluice.readonly.Ring;
import sluice.readonly.RingView;
import sluice.report.Amounts;

/** {@code sluice ring push}: has the nodes of a ring fetch a version and serve it. */
@Command(
        name = "push",
        description = {
            "Have the nodes of RING fetch a version of its store and serve it: the newest, or N.",
            "",
            "Each node fetches the files of its partitions that it does not have, verifies every"
                    + " byte and says that it is ready. When all are, one record is changed, and all"
                    + " serve the version. Until then nothing changes for clients. A push that cannot"
                    + " be completed is given up, and nothing of it was served.",
            "",
            "The command waits for the end, and may be stopped: the push goes on."
        },
        footer = {
            "",
            "Examples:",
            "  sluice load graph today/ --new-version    makes the version",
            "  sluice ring push ring                     serves it by all nodes",
            "  sluice ring push ring 12 --no-wait",
            "",
            "Exit status: 0 served, or begun with --no-wait, 2 a wrong option, 4 no such ring or"
                    + " version, or the push was given up."
        })
final class RingPushCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 200;

    /** A push that ends sooner says nothing of nodes that it waits for. */
    private static final int QUIET_LOOKS = 25;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private RingArgument ring = new RingArgument();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "N",
            description =
                    "The number of the version (default: the newest, if it was not rolled back).")
    private @Nullable Integer number;

    @Option(
            names = "--smaller",
            description = "Serve it also if it is less than half as large as the one before.")
    private boolean smaller;

    @Option(names = "--no-wait", description = "Return when the push has begun.")
    private boolean noWait;

    @Override
    public Integer call() throws IOException {
        OptionalInt wanted = number == null ? OptionalInt.empty() : OptionalInt.of(number);
        try (Registry registry = ring.open()) {
            Ring records = new Ring(registry);
            RingView before = records.view();
            Push push = records.push(wanted, smaller);
            warnOfOtherBase(before, push.version(), records.base(push.version()));
            PrintWriter output = spec.commandLine().getOut();
            output.printf("pushing version %d, %s%n", push.version(), Amounts.bytes(push.bytes()));
            output.flush();
            if (!noWait) {
                await(records, push, output);
            }
        }
        return 0;
    }

    /** As after a push of a version that the store has not published. */
    private void warnOfOtherBase(RingView before, int version, OptionalInt base) {
        int served = before.decision().value().current();
        if (served > 0 && base.isPresent() && base.getAsInt() != served) {
            String source = before.definition().map(Definition::source).orElse("STORE");
            spec.commandLine()
                    .getErr()
                    .printf(
                            "sluice: version %d was loaded on top of version %d, and the ring serves"
                                    + " version %d: rows that only version %d has are not in it; for a"
                                    + " version with both: sluice publish %s %d, and load again%n",
                            version, base.getAsInt(), served, served, source, served);
        }
    }

    private void await(Ring records, Push push, PrintWriter output) throws IOException {
        int version = push.version();
        String told = "";
        long looks = 0;
        boolean wasCommitted = false;
        while (true) {
            RingView view = records.view();
            PushFate fate = PushFate.of(view, push, wasCommitted);
            wasCommitted = fate.state() == Push.State.COMMITTED;
            String reason = fate.reason();
            switch (fate.state()) {
                case DONE -> {
                    output.printf(
                            "%s serves version %d%s%n",
                            ring.name(), version, reason.isEmpty() ? "" : "; " + reason);
                    return;
                }
                case ABORTED ->
                        throw new SluiceException(
                                ErrorCode.STORE,
                                "the push of version %d was given up, and nothing of it is served: %s"
                                        .formatted(version, reason));
                case NEW, FETCHING, COMMITTED -> {
                    String waits = RingPicture.waitsFor(view, version);
                    boolean isSlow = ++looks > QUIET_LOOKS;
                    if (isSlow && !waits.isEmpty() && !waits.equals(told)) {
                        output.println("it waits for " + waits);
                        output.flush();
                        told = waits;
                    }
                    if (fate.state() == Push.State.NEW
                            && view.live().isEmpty()
                            && looks * LOOK_MILLIS > view.definition().orElseThrow().pushMillis()) {
                        throw new SluiceException(
                                ErrorCode.STORE,
                                "no node of the ring runs, and the push of version %d waits for one; start nodes, and see: sluice ring status %s"
                                        .formatted(version, ring.name()));
                    }
                    if (!waited()) {
                        throw new SluiceException(
                                ErrorCode.INTERRUPTED,
                                "the push goes on; see: sluice ring status " + ring.name());
                    }
                }
            }
        }
    }

    private static boolean waited() {
        try {
            return !new CountDownLatch(1).await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
