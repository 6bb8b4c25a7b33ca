package sluice.experiments.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import sluice.servers.ProcessMemory;

/**
 * How a task tells the benchmark what happens, line by line: marks, whose times are taken where
 * they are read, and at the end its result.
 */
public record TaskOutput(PrintWriter lines) {
    /** The mark at which every query can be answered. */
    public static final String UPTIME = "uptime";

    /** The mark at which all buckets are built. */
    public static final String BUILT = "built";

    private static final String MARK = "mark ";
    private static final String RESULT = "result ";

    /** The name of the mark that {@code line} is, or nothing. */
    static String markIn(String line) {
        return line.startsWith(MARK) ? line.substring(MARK.length()) : "";
    }

    /** The result that {@code line} is, or an empty one. */
    static JsonNode resultIn(String line) throws IOException {
        return line.startsWith(RESULT)
                ? new ObjectMapper().readTree(line.substring(RESULT.length()))
                : JsonNodeFactory.instance.objectNode();
    }

    /** An empty result that knows the memory of this process so far. */
    static ObjectNode newResult() {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ProcessMemory.bytes(ProcessHandle.current().pid(), ProcessMemory.RESIDENT_MAX)
                .ifPresent(bytes -> result.put("resident_bytes_max", bytes));
        return result;
    }

    void mark(String name) {
        lines.println(MARK + name);
        lines.flush();
    }

    void result(ObjectNode result) {
        lines.println(RESULT + result);
        lines.flush();
    }
}
