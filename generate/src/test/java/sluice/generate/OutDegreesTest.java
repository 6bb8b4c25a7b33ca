package sluice.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

class OutDegreesTest {
    @TempDir private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("degrees.dat"), text);
    }

    private void assertWrong(String text, String message) throws IOException {
        Path file = file(text);
        SluiceException failure = assertThrows(SluiceException.class, () -> OutDegrees.read(file));
        assertEquals(ErrorCode.INPUT, failure.code());
        assertEquals(
                file
                        + message
                        + "; expected LinkBench's distribution file, its nlinks as lines of value"
                        + " and percentage",
                failure.getMessage());
    }

    @Test
    void quantileTakesTheSmallestDegreeThatReachesIt() throws IOException {
        OutDegrees degrees =
                OutDegrees.read(file("other\n0 50\n9 100\nnlinks\n0 25\n2 50\n7 100\nnext\n1 100"));
        assertEquals(0, degrees.degree(0.0001));
        assertEquals(0, degrees.degree(0.25));
        assertEquals(2, degrees.degree(0.2500001));
        assertEquals(2, degrees.degree(0.5));
        assertEquals(7, degrees.degree(0.500001));
        assertEquals(7, degrees.degree(1));
        assertEquals(7, degrees.largest());
        assertEquals(4, degrees.mean());
    }

    @Test
    void wrongFilesAreNamedWithTheirLine() throws IOException {
        assertWrong("nlinks\n0 25\n0 50\n7 100\n", ":3: value 0 does not rise above 0");
        assertWrong(
                "nlinks\n0 25\n1 25\n7 100\n", ":3: percentage 25 is not above 25.0 and up to 100");
        assertWrong("nlinks\n0 25\n1 101\n", ":3: percentage 101 is not above 25.0 and up to 100");
        assertWrong("nlinks\n0 25\n1 x\n", ":3: \"1 x\" are not two numbers");
        assertWrong("nlinks\n0 25\n1 99\nnext\n2 100", ":4: the last percentage is not 100");
        assertWrong("nlinks\n0 25\n1", ":3: value 1 has no percentage after it");
        assertWrong("nlink\n0 25\n1 100\n", ":3: no points in a section nlinks");
    }

    @Test
    void builtInCurveIsWhatItWas() {
        OutDegrees degrees = OutDegrees.builtIn();
        Digest digest = new Digest();
        for (int rank = 0; rank < 100_000; rank++) {
            digest.line(Long.toString(degrees.degree(1 - rank / 100_000.0)));
        }
        assertEquals(
                "09aa498c369f17bcc55d4405463b103d176dbe96c4bbc4b77d332e170a9e518e", digest.hex());
        assertEquals(961_963, degrees.largest());
        assertEquals(4.097, degrees.mean(), 0.004);
    }
}
