package sluice.ingest.json;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import sluice.model.ErrorCode;
import sluice.model.SluiceException;

/** Tells from a file's name and its first bytes whether it is JSON, and of which shape. */
public final class JsonContent {
    private static final Pattern NAME =
            Pattern.compile("(?i).*\\.(json|jsonl|ndjson)(\\.(gz|gzip|zst|zstd))?");

    /** An object with members, or an array of objects, or an empty one. */
    private static final Pattern OBJECTS =
            Pattern.compile("[ \\t\\r\\n]*(\\[[ \\t\\r\\n]*(\\{|]|$)|\\{[ \\t\\r\\n]*[\"}])");

    private static final Pattern MUTATION =
            Pattern.compile(
                    "[ \\t\\r\\n]*\\{[ \\t\\r\\n]*\"(set|delete)\"[ \\t\\r\\n]*:[ \\t\\r\\n]*[\\[{]");

    private static final int LOOKED_AT_BYTES = 4096;

    private JsonContent() {}

    /** Whether the name of a file says that it is JSON. */
    public static boolean isNamed(String fileName) {
        return NAME.matcher(fileName).matches();
    }

    /** Whether the text begins as objects do, or as an array of them. */
    public static boolean isObjects(byte[] head) {
        return OBJECTS.matcher(begin(head)).lookingAt();
    }

    /** Whether the text is an array, so that a bracket must end it. */
    public static boolean isArray(byte[] head) {
        int at = 0;
        while (at < head.length && head[at] >= 0 && head[at] <= ' ') {
            at++;
        }
        return at < head.length && head[at] == '[';
    }

    /** Refuses what a client sends to change a graph, whose objects are members of one object. */
    public static void refuseMutation(String fileName, byte[] head) {
        if (MUTATION.matcher(begin(head)).lookingAt()) {
            throw new SluiceException(
                    ErrorCode.INPUT,
                    "%s: found a mutation, {\"set\": …} or {\"delete\": …}, expected objects or an array of them; take the array out of it, for example with: jq .set"
                            .formatted(fileName));
        }
    }

    private static String begin(byte[] head) {
        return new String(
                head, 0, Math.min(head.length, LOOKED_AT_BYTES), StandardCharsets.ISO_8859_1);
    }
}
