package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import sluice.cli.console.FailureReport;
import sluice.cli.console.StopSignal;
import sluice.cli.console.Terminal;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;
import sluice.storage.CorruptFileException;

class MainTest {
    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void helpNamesTheVerbs() {
        assertEquals(0, run("--help"));
        assertTrue(output.toString().contains("completion"), output::toString);
        assertEquals("", errors.toString());
    }

    @Test
    void aWrongVerbIsAnsweredWithTheRightOne() {
        assertEquals(2, run("compltion"));
        assertTrue(errors.toString().contains("completion"), errors::toString);
        assertTrue(errors.toString().contains("try: sluice --help"), errors::toString);
    }

    @Test
    void lettersInTheWrongOrderAreUnderstood() {
        assertEquals(2, run("laod", "store"));
        assertTrue(errors.toString().contains("did you mean load\n"), errors::toString);
        assertEquals(2, run("load", "store", "file", "--on-eror", "divert"));
        assertTrue(errors.toString().contains("did you mean --on-error\n"), errors::toString);
        assertEquals(2, run("query", "store", "coutn", "1", "1"));
        assertTrue(errors.toString().contains("did you mean count\n"), errors::toString);
    }

    @Test
    void noVerbIsAMistake() {
        assertEquals(2, run());
        assertTrue(errors.toString().startsWith("sluice: name a verb"), errors::toString);
    }

    @Test
    void completionPrintsAScript() {
        assertEquals(0, run("completion"));
        assertTrue(
                output.toString().contains("complete -o default -F _sluice sluice"),
                output::toString);
    }

    @Test
    void whatAUserCanActOnIsOneLine() {
        assertEquals(4, report(new SluiceException(ErrorCode.STORE, "no store at x")));
        assertEquals("sluice: no store at x\n", errors.toString());
    }

    @Test
    void failuresOfTheDiskHaveTheirOwnStatus() {
        assertEquals(6, report(new UncheckedIOException(new NoSuchFileException("people.csv"))));
        assertEquals("sluice: people.csv: no such file or directory\n", errors.toString());
        assertEquals(5, report(new CorruptFileException("run-1", 4096, "bad block", "verify")));
    }

    @Test
    void whoMayOpenNoMoreFilesIsToldHowToAllowMore() {
        assertEquals(6, report(new FileSystemException("run-7", null, "Too many open files")));
        assertTrue(errors.toString().startsWith("sluice: run-7: Too many open files; "));
        assertTrue(errors.toString().contains("ulimit -n"), errors::toString);
    }

    @Test
    void theLimitOnOpenFilesIsFoundUnderWhatWasToldOfIt() {
        IOException reason = new IOException("epoll_create1() failed: Too many open files");
        assertEquals(6, report(new IllegalStateException("no event loop", reason)));
        assertTrue(errors.toString().startsWith("sluice: Too many open files: no event loop; "));
        assertTrue(errors.toString().contains("ulimit -n"), errors::toString);
        IllegalStateException beside = new IllegalStateException("no event loop");
        beside.addSuppressed(reason);
        assertEquals(6, report(beside));
    }

    @Test
    void aClassThatIsMissingIsAFaultWhereFilesCanBeOpened() throws IOException {
        assertEquals(70, report(new NoClassDefFoundError("sluice/ingest/ReadAhead")));
        Files.delete(keptStackTrace());
    }

    @Test
    void whoMayHaveNoMoreThreadsIsToldHowToAllowMore() {
        assertEquals(6, report(new OutOfMemoryError("unable to create native thread: limits")));
        assertTrue(errors.toString().contains("ulimit -u"), errors::toString);
        assertTrue(errors.toString().contains("pids.max"), errors::toString);
        assertFalse(errors.toString().contains("--memory"), errors::toString);
    }

    @Test
    void nothingEscapesWhileAFailureIsTold() {
        Error untold =
                new InternalError("three of two") {
                    @Override
                    public void printStackTrace(PrintWriter to) {
                        throw new NoClassDefFoundError("Could not initialize class Providers");
                    }
                };
        assertEquals(70, report(untold));
        assertTrue(errors.toString().contains("three of two"), errors::toString);
    }

    @Test
    void aFaultOfOursLeavesItsStackTraceInAFile() throws IOException {
        assertEquals(70, report(new IllegalStateException("three of two")));
        assertFalse(errors.toString().contains("\tat "), errors::toString);
        Path file = keptStackTrace();
        assertTrue(Files.readString(file).contains("\tat sluice.cli.MainTest"));
        Files.delete(file);
    }

    private Path keptStackTrace() {
        for (String word : errors.toString().split("[ ;]", -1)) {
            if (word.endsWith(".txt")) {
                return Path.of(word);
            }
        }
        throw new AssertionError("no file named in: " + errors);
    }

    private int run(String... arguments) {
        PrintWriter toErrors = new PrintWriter(errors, true);
        return Main.run(
                Terminal.none(),
                new StopSignal(toErrors),
                new PrintWriter(output, true),
                toErrors,
                arguments);
    }

    private int report(Throwable failure) {
        return new FailureReport(() -> false, _ -> "")
                .report(failure, new PrintWriter(errors, true));
    }
}
