package sluice.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.ErrorCode;
import sluice.model.Link;
import sluice.model.SluiceException;
import sluice.model.Visibility;

/**
 * examples/python does what it says, with packages as pip finds them. Skipped where there is no
 * python3 with venv, or pip cannot fetch.
 */
class PythonExampleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path EXAMPLE = ROOT.resolve("examples").resolve("python");
    private static final long MINUTES_MAX = 5;

    @TempDir Path directory;

    private record Run(int status, String output) {}

    @Test
    void writesALinkAndReadsItsList() throws IOException, InterruptedException {
        String python = prepare();
        HookedStore store =
                new HookedStore() {
                    @Override
                    void before(String call) {
                        if (call.equals("linkList") && graph.count(13, 7).value() > 0) {
                            throw new SluiceException(ErrorCode.CORRUPTION, "segment-3 is damaged");
                        }
                    }
                };
        store.graph.addLink(Served.link(1, 20, 5));
        byte[] noText = {'a', (byte) 0xFF};
        store.graph.addLink(new Link(1, 7, 21, Visibility.VISIBLE, 1, 4, noText));
        try (Served over = new Served(store)) {
            String address = "127.0.0.1:" + over.server.port();
            Run first =
                    run(python, EXAMPLE.resolve("links.py"), address, "1", "7", "30", "für dich");
            assertEquals(0, first.status(), first.output());
            List<String> lines = first.output().lines().toList();
            assertEquals("added a link", lines.get(0));
            assertEquals("3 links, complete", lines.get(1));
            assertTrue(lines.get(2).matches("30\t[0-9]{13}\tfür dich"), first.output());
            assertTrue(lines.get(3).startsWith("20\t5\t"), first.output());
            assertEquals("21\t4\ta\uFFFD", lines.get(4), "bytes that are no text");
            Run again = run(python, EXAMPLE.resolve("links.py"), address, "1", "7", "30");
            assertTrue(again.output().startsWith("replaced a link"), again.output());
            Run largest =
                    run(
                            python,
                            EXAMPLE.resolve("links.py"),
                            address,
                            "18446744073709551615",
                            "7",
                            "30");
            assertEquals(0, largest.status(), largest.output());
            Run failed = run(python, EXAMPLE.resolve("links.py"), address, "13", "7", "30");
            assertNotEquals(0, failed.status());
            assertTrue(
                    failed.output().contains("CORRUPTION: segment-3 is damaged"), failed.output());
            Run large =
                    run(
                            python,
                            EXAMPLE.resolve("links.py"),
                            address,
                            "18446744073709551616",
                            "7",
                            "30");
            assertEquals(2, large.status(), large.output());
            assertTrue(large.output().startsWith("usage: links.py"), large.output());
            Run unknown = run(python, EXAMPLE.resolve("links.py"), address, "you", "7", "\u0663");
            assertEquals(1, unknown.status(), unknown.output());
            assertTrue(
                    unknown.output().contains("no id \"you\" and no id \"\u0663\""),
                    unknown.output());
            Run none = run(python, EXAMPLE.resolve("links.py"));
            assertEquals(2, none.status());
            assertTrue(none.output().startsWith("usage: links.py"), none.output());
        }
    }

    /** The python of an environment with all that the example needs. */
    private String prepare() throws IOException, InterruptedException {
        Path environment = directory.resolve("venv");
        Run made = run("python3", "-m", "venv", environment.toString());
        assumeTrue(made.status() == 0, () -> "no python3 with venv: " + made.output());
        String python = environment.resolve("bin").resolve("python").toString();
        Run fetched =
                run(
                        python,
                        "-m",
                        "pip",
                        "install",
                        "-q",
                        "--only-binary=:all:",
                        "--no-compile",
                        "hatchling==1.33.0",
                        "grpcio-tools==1.85.1",
                        "googleapis-common-protos");
        assumeTrue(fetched.status() == 0, () -> "pip cannot fetch: " + fetched.output());
        Run built =
                run(
                        python,
                        "-m",
                        "pip",
                        "install",
                        "-q",
                        "--no-build-isolation",
                        "--no-index",
                        ROOT.resolve("python"));
        assertEquals(0, built.status(), built.output());
        return python;
    }

    private Run run(Object... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        for (Object word : command) {
            words.add(word.toString());
        }
        Path output = Files.createTempFile(directory, "run", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("PYTHONPATH", directory.toString());
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        try {
            Process process = builder.start();
            if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
                return new Run(-1, "took more than " + MINUTES_MAX + " minutes");
            }
            return new Run(process.exitValue(), Files.readString(output));
        } catch (IOException e) {
            return new Run(-1, String.valueOf(e.getMessage()));
        }
    }
}
