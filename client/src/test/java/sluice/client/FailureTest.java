package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.Patience;
import sluice.model.SluiceException;
import sluice.protocol.Failures;
import sluice.protocol.Operation;
import sluice.protocol.Request;
import sluice.protocol.Result.Failure;
import sluice.protocol.SluiceMethods;
import sluice.protocol.Verb;
import sluice.storage.CorruptFileException;

/** What a client is told when the store fails. */
class FailureTest {
    private final AtomicReference<Exception> next = new AtomicReference<>();
    private final HookedStore store =
            new HookedStore() {
                @Override
                void before(String call) throws IOException {
                    switch (next.get()) {
                        case null -> {}
                        case RuntimeException e -> throw e;
                        case IOException e -> throw e;
                        default -> throw new IllegalStateException();
                    }
                }
            };

    @Test
    void codeAndMessageOfAFailureArrive() {
        try (Served over = new Served(store)) {
            for (ErrorCode code : ErrorCode.values()) {
                next.set(new SluiceException(code, "what was found; what to do"));
                SluiceException read =
                        assertThrows(SluiceException.class, () -> over.client.node(1));
                SluiceException write =
                        assertThrows(
                                SluiceException.class,
                                () -> over.client.addLink(Served.link(1, 2, 3)));
                assertEquals(code, read.code());
                assertEquals("what was found; what to do", read.getMessage());
                assertEquals(code, write.code());
            }
            next.set(null);
            assertTrue(over.client.node(1).complete());
        }
    }

    @Test
    void damageAndDiskAreToldApart() {
        try (Served over = new Served(store)) {
            next.set(new CorruptFileException("segment-3", 17, "a wrong checksum", "verify"));
            SluiceException damaged =
                    assertThrows(SluiceException.class, () -> over.client.count(1, 7));
            assertEquals(ErrorCode.CORRUPTION, damaged.code());
            assertTrue(damaged.getMessage().contains("segment-3"), damaged.getMessage());
            next.set(new IOException("no space left"));
            SluiceException full =
                    assertThrows(
                            SluiceException.class,
                            () -> over.client.updateLink(Served.link(1, 2, 3)));
            assertEquals(ErrorCode.RESOURCE, full.code());
        }
    }

    @Test
    void aFaultOfTheServerShowsNothingOfItsInside() {
        try (Served over = new Served(store)) {
            next.set(new IllegalStateException("password=hunter2"));
            SluiceException e = assertThrows(SluiceException.class, () -> over.client.node(1));
            assertEquals(ErrorCode.INTERNAL, e.code());
            assertFalse(e.getMessage().contains("hunter2"), e.getMessage());
            assertFalse(e.getMessage().contains("IllegalState"), e.getMessage());
            assertFalse(e.getMessage().contains(".java"), e.getMessage());
        }
    }

    @Test
    void aUnaryCallHasAStatusWithDetails() {
        try (Served over = new Served(store)) {
            next.set(new SluiceException(ErrorCode.CORRUPTION, "segment-3 is damaged"));
            Request request = new Request(0, 0, Patience.NONE, new Operation.GetNode(1));
            StatusRuntimeException e =
                    assertThrows(
                            StatusRuntimeException.class,
                            () -> over.ask(SluiceMethods.unary(Verb.GET_NODE), request, 5_000));
            assertEquals(Status.Code.DATA_LOSS, e.getStatus().getCode());
            assertEquals("segment-3 is damaged", e.getStatus().getDescription());
            Failure failure = Failures.ofTrailers(e.getTrailers());
            assertNotNull(failure);
            assertEquals(ErrorCode.CORRUPTION, failure.code());
        }
    }

    @Test
    void aScanThatFailsSaysWhy() {
        try (Served over = new Served(store)) {
            next.set(new SluiceException(ErrorCode.STORE, "the store is gone"));
            SluiceException e =
                    assertThrows(SluiceException.class, () -> over.client.scan(new NoRows()));
            assertEquals(ErrorCode.STORE, e.code());
            assertEquals("the store is gone", e.getMessage());
        }
    }
}
