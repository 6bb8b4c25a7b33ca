package sluice.load.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sluice.storage.MemoryStorage;
import sluice.storage.Storage;

class CheckpointRequestTest {
    private static final Optional<String> DONE = Optional.empty();

    private final Storage storage = MemoryStorage.create();

    @Test
    void aRequestIsAnsweredOnceByItsNumber() throws IOException {
        CheckpointRequest.ask(storage, "a");
        assertEquals(Optional.of("a"), CheckpointRequest.asked(storage));
        assertEquals(Optional.empty(), CheckpointRequest.answered(storage, "a"));
        CheckpointRequest.answer(storage, "a", Optional.of("two\nlines"));
        assertEquals(Optional.empty(), CheckpointRequest.asked(storage));
        assertEquals(
                Optional.of(Optional.of("two lines")), CheckpointRequest.answered(storage, "a"));
    }

    /** The process that asked was killed, and another one asks while the copy is made. */
    @Test
    void aRequestThatIsMadeWhileAnEarlierOneIsAnsweredIsNotLost() throws IOException {
        CheckpointRequest.ask(storage, "killed");
        assertEquals(Optional.of("killed"), CheckpointRequest.asked(storage));
        CheckpointRequest.ask(storage, "next");
        CheckpointRequest.answer(storage, "killed", DONE);
        assertEquals(Optional.empty(), CheckpointRequest.answered(storage, "next"));
        assertEquals(Optional.of("next"), CheckpointRequest.asked(storage));
        CheckpointRequest.answer(storage, "next", DONE);
        assertEquals(Optional.of(DONE), CheckpointRequest.answered(storage, "next"));
    }

    /** Else a second copy would take the place of the first one, which is being read. */
    @Test
    void anAnsweredRequestIsNotMadeAgain() throws IOException {
        CheckpointRequest.ask(storage, "a");
        CheckpointRequest.answer(storage, "a", DONE);
        assertEquals(Optional.of(DONE), CheckpointRequest.answered(storage, "a"));
        assertEquals(Optional.empty(), CheckpointRequest.asked(storage));
    }
}
