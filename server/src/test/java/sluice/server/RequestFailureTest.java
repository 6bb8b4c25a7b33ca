package sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.protocol.Result.Failure;

class RequestFailureTest {

    @Test
    void aMistakeAndAReadWithoutACompleteAnswerHaveDoneNothing() {
        for (ErrorCode code : ErrorCode.values()) {
            Failure failure = RequestFailure.of("GetNode", new SluiceException(code, "why"));
            assertEquals(code, failure.code());
            boolean mayBeBegun = code != ErrorCode.INCOMPLETE && code != ErrorCode.CONFIG;
            assertEquals(mayBeBegun, failure.begun(), code.name());
        }
    }
}
