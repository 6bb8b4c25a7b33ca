package sluice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.json.ObjectParser.Outcome;

/** The ends of objects are where the parser sees them, for any text and any blocks. */
class ObjectEndsTest {
    private static final int TEXTS = Integer.getInteger("texts", 20_000);

    @Test
    void endsAreThoseOfTheParser() {
        long seed = Long.getLong("seed", 5);
        System.out.println("seed " + seed + "; replay with -Dseed=");
        Random random = new Random(seed);
        for (int i = 0; i < TEXTS; i++) {
            RandomJson json = new RandomJson(random, 30);
            StringBuilder all = new StringBuilder(random.nextBoolean() ? "[" : "");
            for (int object = 0; object < 4; object++) {
                all.append(new String(json.object(), StandardCharsets.UTF_8));
                all.append(random.nextInt(3) == 0 ? "," : random.nextInt(3) == 0 ? "" : "\n");
            }
            byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(4); change > 0; change--) {
                text = json.mutated(text);
            }
            assertEquals(
                    ofParser(text),
                    ofScan(text, random),
                    new String(text, StandardCharsets.ISO_8859_1));
        }
    }

    static List<Integer> ofParser(byte[] text) {
        ObjectParser parser = new ObjectParser(false, 1 << 20);
        parser.begin(text, 0, text.length, true, 0);
        List<Integer> ends = new ArrayList<>();
        for (Outcome outcome = parser.next(); outcome != Outcome.END; outcome = parser.next()) {
            // An array that is left open is no piece of its own.
            if (parser.objectStart() < text.length) {
                ends.add(parser.position());
            }
        }
        return ends;
    }

    private static List<Integer> ofScan(byte[] text, Random random) {
        List<Integer> found = new ArrayList<>();
        ObjectEnds ends = new ObjectEnds();
        ends.begin();
        int at = 0;
        while (at < text.length) {
            int to = Math.min(text.length, at + 1 + random.nextInt(40));
            // Bytes behind the block are others than will come.
            byte[] block = Arrays.copyOf(text, text.length + 1);
            Arrays.fill(block, to, block.length, (byte) '}');
            int end = ends.scan(block, at, to);
            at = end >= 0 ? end : to;
            if (end >= 0) {
                found.add(end);
                ends.begin();
            }
        }
        if (ends.hasBegun()) {
            found.add(text.length);
        }
        return found;
    }
}
