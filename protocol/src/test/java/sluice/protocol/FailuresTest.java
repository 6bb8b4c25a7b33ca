package sluice.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.protocol.Result.Failure;

class FailuresTest {
    @Test
    void everyCodeSurvivesAStatus() {
        for (ErrorCode code : ErrorCode.values()) {
            Failure failure = new Failure(code, "what to do", code == ErrorCode.STORE);

            StatusRuntimeException status = Failures.toStatus(failure);

            assertEquals(failure, Failures.ofStatus(status));
            assertEquals("what to do", status.getStatus().getDescription());
        }
    }

    @Test
    void numbersAreThoseOfTheContract() {
        for (ErrorCode code : ErrorCode.values()) {
            assertEquals(
                    sluice.v1.ErrorCode.valueOf(code.name()).getNumber(), Failures.number(code));
            assertEquals(code, Failures.code(Failures.number(code)));
        }
        assertEquals(ErrorCode.INTERNAL, Failures.code(99));
    }

    @Test
    void aStatusOfSomebodyElseIsNotOurs() {
        assertNull(Failures.ofStatus(Status.UNAVAILABLE.asRuntimeException()));
    }
}
