package sluice.storage.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract on the simulated object store, and its odd answers. */
class ObjectStoreTwinTest extends PublishedFilesContract {
    private final ObjectStoreTwin twin = ObjectStoreTwin.create();

    @Override
    protected PublishedFiles emptyFiles() {
        return twin;
    }

    @Override
    protected int races() {
        return 10_000;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CUT")
    void aSmallFileIsPublishedPastAnyOneFault(ObjectStoreTwin.Fault fault) throws IOException {
        for (int at = 1; at <= 12; at++) {
            String name = "plan-" + at;
            twin.failAt(twin.requestCount() + at, fault);
            WholeFiles.publishIfAbsent(twin, name, bytes("mine"));
            assertEquals("mine", read(name));
            assertThrows(
                    FileAlreadyExistsException.class,
                    () -> WholeFiles.publishIfAbsent(twin, name, bytes("other")));
            twin.forgetFaults();
        }
    }

    @Test
    void aLateUploadKeepsItsCondition() throws IOException {
        twin.failAt(1, ObjectStoreTwin.Fault.LATE);
        assertThrows(
                IOException.class, () -> publish("plan", PublishedFiles.Mode.IF_ABSENT, "late"));
        publish("plan", PublishedFiles.Mode.IF_ABSENT, "first");
        for (int i = 0; i < 2 * ObjectStoreTwin.LATE_REQUESTS; i++) {
            assertEquals(1, twin.list("plan").size());
        }
        assertEquals("first", read("plan"));
    }

    @Test
    void aStoreThatIgnoresConditionsIsFound() throws IOException {
        String fault =
                PublishProbe.findFault(ObjectStoreTwin.thatIgnoresConditions(), "test")
                        .orElseThrow();

        assertEquals(
                "twin://bucket cannot be loaded into: of two writers of one name both were told"
                        + " that they had published it if absent; read stores there, and load into"
                        + " another place",
                fault);
    }

    @Test
    void nothingIsDoneAfterACut() throws IOException {
        twin.failAt(1, ObjectStoreTwin.Fault.CUT);

        assertThrows(
                IOException.class, () -> WholeFiles.publishIfAbsent(twin, "plan", bytes("mine")));
        twin.forgetFaults();
        assertEquals(List.of(), twin.list(""));
    }
}
