package sluice.experiments.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class DemoTest {
    private static final DemoOptions SMALL =
            new DemoOptions(20_000, 2, 2, TimeUnit.MILLISECONDS.toNanos(20));

    @TempDir private Path directory;

    @Test
    void everythingIsSeenAndProved() throws IOException {
        Demo demo = new Demo(SMALL, directory);
        assertEquals(DemoView.Step.GENERATE, demo.view().step());
        demo.run();
        DemoView view = demo.view();
        assertEquals(DemoView.Step.DONE, view.step());
        assertEquals(5, view.proofs().size());
        assertTrue(view.proofs().stream().allMatch(DemoView.Proof::holds), view::toString);
        assertEquals(view.buckets().size(), view.builtAt(view.builtNanos()));
        assertEquals(0, view.builtAt(view.uptimeNanos() / 2));
        assertTrue(view.uptimeNanos() < view.builtNanos() && view.builtNanos() <= view.nowNanos());
        assertTrue(view.segments().count() > 0, view::toString);
        assertTrue(view.buckets().stream().anyMatch(bucket -> bucket.queries() > 0));
        assertEquals(Files.size(demo.input()), view.fileBytes());
        assertFalse(Files.exists(directory.resolve("links.copy")));
    }

    @Test
    void aStoppedDemoSaysSo() {
        Demo demo = new Demo(SMALL, directory);
        demo.stop();
        SluiceException failure = assertThrows(SluiceException.class, demo::run);
        assertEquals(ErrorCode.INTERRUPTED, failure.code());
    }

    @Test
    void aDirectoryWithADemoIsLeftAlone() throws IOException {
        Path input = Files.writeString(directory.resolve("links.tsv"), "mine");
        SluiceException failure =
                assertThrows(SluiceException.class, () -> new Demo(SMALL, directory).run());
        assertEquals(ErrorCode.CONFIG, failure.code());
        assertEquals("mine", Files.readString(input));
    }

    @Test
    void sizesThatDoNotFitAreRefused() {
        assertThrows(SluiceException.class, () -> DemoOptions.of(9_999));
        assertThrows(SluiceException.class, () -> DemoOptions.of(20_000_001));
    }
}
