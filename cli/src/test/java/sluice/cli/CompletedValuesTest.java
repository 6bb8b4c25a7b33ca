package sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Each word that the completion offers as the value of an option is one that its verb takes. */
class CompletedValuesTest {
    private static final int OPTIONS_MIN = 40;
    private static final Pattern ROW = Pattern.compile("(?m)^ +('.*')\\) values='(.*)' ;;$");

    @Test
    void eachOfferedWordIsTaken() {
        CommandLine whole = Main.command();
        List<String> refused = new ArrayList<>();
        int options = 0;
        Matcher row = ROW.matcher(CommandRun.of("completion").output());
        while (row.find()) {
            String words = row.group(2);
            String first = row.group(1).split("'")[1].strip();
            if (!words.equals("FILE") && !words.equals("ANY")) {
                options++;
                for (String word : words.split(" ")) {
                    refused.addAll(refusals(whole, List.of(first.split(" ")), word));
                }
            }
        }
        assertEquals(List.of(), refused);
        assertTrue(options > OPTIONS_MIN, "options: " + options);
    }

    /** The words of the verb against {@code word} behind the last of {@code path}, its option. */
    private static List<String> refusals(CommandLine whole, List<String> path, String word) {
        List<String> line = new ArrayList<>(path);
        if (line.getFirst().equals("config") && line.size() > 2) {
            // Behind it is the verb whose options are explained.
            line.removeFirst();
        }
        String option = line.removeLast();
        line.add(option + "=" + word);
        try {
            whole.parseArgs(line.toArray(String[]::new));
        } catch (ParameterException wrong) {
            if (wrong.getArgSpec() instanceof OptionSpec spec
                    && List.of(spec.names()).contains(option)) {
                return List.of(line + ": " + wrong.getMessage());
            }
        }
        return List.of();
    }
}
