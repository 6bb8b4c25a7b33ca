package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.IdRange;
import sluice.protocol.Outlook;
import sluice.protocol.Pin;
import sluice.protocol.SluiceMethods;
import sluice.server.ServerStatus;
import sluice.server.SluiceServer;
import sluice.server.StatusReport;

/** The calls about what is built when, over a real network. */
class BuildCallsTest {
    /** Knows one id, and remembers what it was told. */
    private static final class Builds implements ServerStatus {
        final List<IdRange> pinned = new ArrayList<>();

        @Override
        public Outlook outlook(long id) {
            return id == -1 ? new Outlook(true, false, 2, 30, 4_000_000) : Outlook.NOT_PLANNED;
        }

        @Override
        public List<IdRange> pin(IdRange range, boolean isPinned) {
            if (isPinned) {
                pinned.add(range);
            } else {
                pinned.remove(range);
            }
            return pinned;
        }

        @Override
        public StatusReport report() {
            return StatusReport.COMPLETE;
        }
    }

    @Test
    void anOutlookAndPinnedRangesArriveAsTheyWereGiven() {
        try (SluiceServer server =
                        SluiceServer.start(Served.ANY_PORT, new HookedStore(), new Builds());
                SluiceClient client = client(server)) {
            assertEquals(new Outlook(true, false, 2, 30, 4_000_000), client.outlook(-1));
            assertEquals(Outlook.NOT_PLANNED, client.outlook(5));
            IdRange first = new IdRange(1, 9);
            IdRange last = new IdRange(20, -1);
            assertEquals(List.of(first), client.pin(first));
            assertEquals(List.of(first, last), client.pin(last));
            assertEquals(List.of(last), client.unpin(first));
        }
    }

    @Test
    void aServerThatBuildsNothingSaysSo() {
        try (Served over = new Served(new HookedStore())) {
            assertEquals(Outlook.NOT_PLANNED, over.client.outlook(5));
            SluiceException refusal =
                    assertThrows(SluiceException.class, () -> over.client.pin(new IdRange(1, 2)));
            assertEquals(ErrorCode.CONFIG, refusal.code());
        }
    }

    @Test
    void aRangeThatRunsBackwardsIsRefused() {
        try (Served over = new Served(new HookedStore())) {
            Pin backwards = new Pin(2, 1, false);
            var refusal =
                    assertThrows(
                            io.grpc.StatusRuntimeException.class,
                            () -> over.ask(SluiceMethods.PIN, backwards, 5000));
            assertTrue(String.valueOf(refusal.getMessage()).contains("runs backwards"));
        }
    }

    @Test
    void aServerOfNoRingSaysSo() {
        try (SluiceServer server =
                        SluiceServer.start(Served.ANY_PORT, new HookedStore(), new Builds());
                SluiceClient client =
                        SluiceClient.open(ClientOptions.of("127.0.0.1", server.port()))) {
            SluiceException failure = assertThrows(SluiceException.class, client::ring);
            assertEquals(ErrorCode.CONFIG, failure.code());
        }
    }

    @Test
    void aServerThatIsNotThereEndsTheCallByItsDeadline() {
        SluiceServer gone = SluiceServer.start(Served.ANY_PORT, new HookedStore(), new Builds());
        int port = gone.port();
        gone.close();
        ClientOptions options = ClientOptions.of("127.0.0.1", port).within(Duration.ofMillis(200));
        try (SluiceClient client = SluiceClient.open(options)) {
            SluiceException failure = assertThrows(SluiceException.class, () -> client.outlook(1));
            assertEquals(ErrorCode.DEADLINE, failure.code());
            String message = String.valueOf(failure.getMessage());
            assertFalse(message.contains("\n") || message.contains("wait_for_ready"), message);
            assertTrue(message.contains("connection refused"), message);
        }
    }

    private static SluiceClient client(SluiceServer server) {
        return SluiceClient.open(ClientOptions.of("127.0.0.1", server.port()));
    }
}
