package sluice.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.json.ObjectParser.Outcome;
import sluice.json.ReferenceReader.Rejection;

/** Random objects mean to the parser what they mean to a plain reader of trees. */
class ObjectParserRandomTest {
    private static final int OBJECTS = Integer.getInteger("objects", 60_000);
    private static final String REJECTED = "rejected";

    private static long seed() {
        long seed = Long.getLong("seed", 24);
        System.out.println("seed " + seed + "; replay with -Dseed=");
        return seed;
    }

    /** The facts of a text that is one object, sorted; or that it is none. */
    static List<String> parse(byte[] text) {
        int from = 0;
        while (from < text.length && ObjectEnds.isBlank(text[from])) {
            from++;
        }
        if (from == text.length || text[from] != '{') {
            return List.of(REJECTED);
        }
        ObjectReader reader = new ObjectReader();
        int end = reader.read(text, from, text.length, 0);
        for (int at = Math.max(0, end); at < text.length; at++) {
            if (!ObjectEnds.isBlank(text[at])) {
                return List.of(REJECTED);
            }
        }
        if (end < 0) {
            return List.of(REJECTED);
        }
        List<String> lines = FactLines.of(reader.facts());
        lines.sort(null);
        return lines;
    }

    static List<String> reference(byte[] text) {
        try {
            return ReferenceReader.read(text);
        } catch (Rejection _) {
            return List.of(REJECTED);
        }
    }

    @Test
    void objectsMeanWhatTheReferenceReads() {
        Random random = new Random(seed());
        int rejected = 0;
        for (int i = 0; i < OBJECTS; i++) {
            RandomJson json = new RandomJson(random, i % 3 == 0 ? 60 : 0);
            byte[] text = json.object();
            if (i % 2 == 0) {
                text = json.mutated(text);
            }
            List<String> expected = reference(text);
            rejected += expected.equals(List.of(REJECTED)) ? 1 : 0;
            assertEquals(expected, parse(text), new String(text, StandardCharsets.ISO_8859_1));
        }
        assertTrue(rejected > OBJECTS / 5 && rejected < OBJECTS * 4 / 5, rejected + " rejected");
    }

    /** Whatever stands between objects, and however the text comes, each object is one row. */
    @Test
    void textsOfManyObjectsAreTakenObjectByObject() {
        Random random = new Random(seed());
        String[] between = {",\n", "\n", "", " , ", ",\r\n  "};
        for (int round = 0; round < 300; round++) {
            RandomJson json = new RandomJson(random, 30);
            String separator = between[random.nextInt(between.length)];
            boolean array = random.nextBoolean();
            StringBuilder all = new StringBuilder(array ? "[" : "");
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                byte[] object = json.object();
                all.append(i == 0 ? "" : separator);
                int place = all.toString().getBytes(StandardCharsets.UTF_8).length;
                all.append(new String(object, StandardCharsets.UTF_8));
                expected.addAll(moved(object, place));
            }
            all.append(array ? "]\n" : "\n");
            byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
            List<String> found = inPieces(text, array, random);
            assertEquals(String.join("\n", expected), String.join("\n", found), all.toString());
        }
    }

    /** What the object gives at another place: its unnamed nodes have other names there. */
    private static List<String> moved(byte[] object, int place) {
        byte[] text = new byte[place + object.length];
        Arrays.fill(text, (byte) ' ');
        System.arraycopy(object, 0, text, place, object.length);
        return reference(text);
    }

    private static List<String> inPieces(byte[] text, boolean array, Random random) {
        ObjectParser parser = new ObjectParser(array, 1 << 20);
        List<String> found = new ArrayList<>();
        int from = 0;
        int to = 0;
        while (true) {
            to = Math.min(text.length, to + random.nextInt(1 + random.nextInt(200)));
            byte[] window = Arrays.copyOfRange(text, from, to + 8);
            parser.begin(window, 0, to - from, to == text.length, from);
            Outcome outcome = parser.next();
            while (outcome == Outcome.OBJECT || outcome == Outcome.REJECTED) {
                if (outcome == Outcome.OBJECT) {
                    List<String> lines = FactLines.of(parser.facts());
                    lines.sort(null);
                    found.addAll(lines);
                } else {
                    found.add(REJECTED);
                }
                outcome = parser.next();
            }
            from += parser.position();
            if (outcome == Outcome.END) {
                assertEquals(text.length, from);
                return found;
            }
        }
    }
}
