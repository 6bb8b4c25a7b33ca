package sluice.gremlin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.script.Bindings;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import org.apache.tinkerpop.gremlin.jsr223.GremlinLangScriptEngine;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.model.SluiceException;

/**
 * Follows docs/gremlin.md: runs its blocks of {@code sh}, and its blocks of {@code gremlin STORE
 * KEY=VALUE…}, whose lines {@code gremlin> …} are questions and whose other lines are answers.
 * {@code -Drewrite} writes down what is answered.
 */
class GremlinPageTest {
    private static final Path PAGE = Path.of("../docs/gremlin.md");
    private static final Pattern BLOCK =
            Pattern.compile("(?<=```)(sh|gremlin [^\n]*)\n(.*?)(?=```\n)", Pattern.DOTALL);
    private static final String PROMPT = "gremlin> ";
    private static final int QUESTIONS_MIN = 19;

    @TempDir private Path directory;

    private int count;

    @Test
    void everyQuestionIsAnsweredAsThePageShows() throws Exception {
        String text = Files.readString(PAGE);
        StringBuilder followed = new StringBuilder();
        int end = 0;
        for (MatchResult block : BLOCK.matcher(text).results().toList()) {
            followed.append(text, end, block.start()).append(block.group(1)).append('\n');
            if (block.group(1).equals("sh")) {
                shell(block.group(2));
                followed.append(block.group(2));
            } else {
                followed.append(asked(block.group(1).split(" "), block.group(2)));
            }
            end = block.end();
        }
        followed.append(text, end, text.length());
        if (Boolean.getBoolean("rewrite")) {
            Files.writeString(PAGE, followed);
        }
        assertEquals(
                Files.readString(PAGE), followed.toString(), "rewrite with -Drewrite, then read");
        assertTrue(count >= QUESTIONS_MIN, "questions: " + count);
    }

    private void shell(String script) throws IOException, InterruptedException {
        Process shell =
                new ProcessBuilder("sh", "-e", "-c", script)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor());
        assertEquals("", printed);
    }

    private String store(String name) throws IOException {
        Path store = directory.resolve(name);
        if (!Files.exists(store)) {
            boolean isGraph = name.equals("graph");
            TestStores.load(
                    store,
                    directory.resolve(isGraph ? "people.rdf" : name + ".csv"),
                    isGraph ? directory.resolve("people.schema") : null);
        }
        return store.toString();
    }

    private String asked(String[] words, String block) throws IOException {
        List<String> properties = new ArrayList<>(List.of("sluice.directory", store(words[1])));
        for (String each : Arrays.copyOfRange(words, 2, words.length)) {
            properties.addAll(List.of(each.split("=")));
        }
        StringBuilder printed = new StringBuilder();
        try (SluiceGraph graph = TestStores.open(properties.toArray(String[]::new))) {
            for (String line : block.lines().toList()) {
                if (line.startsWith(PROMPT)) {
                    printed.append(printed.isEmpty() ? "" : "\n").append(line).append('\n');
                    printed.append(answer(graph, line.substring(PROMPT.length())));
                    count++;
                }
            }
        }
        return printed.toString();
    }

    private static String answer(SluiceGraph graph, String question) {
        Bindings bindings = new SimpleBindings();
        bindings.put("g", graph.traversal());
        StringBuilder printed = new StringBuilder();
        try {
            Traversal<?, ?> traversal =
                    (Traversal<?, ?>) new GremlinLangScriptEngine().eval(question, bindings);
            traversal.forEachRemaining(each -> printed.append("==>").append(each).append('\n'));
        } catch (SluiceException e) {
            printed.append(e.getMessage()).append('\n');
        } catch (ScriptException e) {
            throw new IllegalArgumentException(question, e);
        }
        return printed.toString();
    }
}
