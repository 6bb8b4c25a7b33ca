package sluice.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random objects in Dgraph's JSON, most of them right, and texts that are a byte off. */
final class RandomJson {
    private static final List<String> NAMES =
            List.of(
                    "name",
                    "name@en",
                    "name@de-AT",
                    "age",
                    "friend",
                    "nick",
                    "loc",
                    "a:b@en",
                    "a@1",
                    "http://example.org/p",
                    "f\\u0072iend",
                    "n\\u00e4me",
                    "näme",
                    "uid",
                    "namespace",
                    "type",
                    "coordinates",
                    "a b",
                    "",
                    "x{",
                    "dgraph.type",
                    "~x");
    private static final List<String> TEXTS =
            List.of(
                    "",
                    "Ann",
                    "2010",
                    "2010-01-02T03:04:05Z",
                    "2010-01-02T03:04:05.678+02:00",
                    "[1, 2]",
                    "uid(v)",
                    "a\\\"b",
                    "\\u00e4\\n",
                    "\\ud83d\\ude00",
                    "\\ud83d",
                    "\\ude00x",
                    "\\x",
                    "ä😀",
                    "\\u12",
                    "}",
                    "{",
                    "0",
                    "0x1F",
                    "_:a",
                    "tab\\tt",
                    "2010-13-02T03:04:05Z",
                    "\\/");
    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "-0",
                    "1",
                    "-1",
                    "41",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775808",
                    "-9223372036854775809",
                    "1.5",
                    "-0.0",
                    "1e5",
                    "1E-7",
                    "1e999",
                    "123456789012345.6789",
                    "0.1",
                    "01",
                    "1.",
                    ".5",
                    "-",
                    "+1",
                    "1e",
                    "12345678901234567890",
                    "18446744073709551615",
                    "0.30000000000000004",
                    "5e-324",
                    "100000000000000000000.0");
    private static final List<String> UIDS =
            List.of(
                    "\"_:a\"",
                    "\"_:b\"",
                    "\"_:\"",
                    "\"_:@a\"",
                    "\"_:a b\"",
                    "\"_:é\"",
                    "\"_:-\"",
                    "\"\"",
                    "\"0\"",
                    "0",
                    "null",
                    "\"0x1f\"",
                    "\"31\"",
                    "31",
                    "\"031\"",
                    "\"0b1\"",
                    "\"alice\"",
                    "\"uid(v)\"",
                    "1.0",
                    "-1",
                    "true",
                    "18446744073709551615",
                    "18446744073709551616",
                    "\"0xffffffffffffffff\"",
                    "\"0x10000000000000000\"",
                    "\"\\u005f:c\"",
                    "\"0x\"",
                    "{}");
    private static final List<String> GEOMETRIES =
            List.of(
                    "{\"type\":\"Point\",\"coordinates\":[1.5, -2]}",
                    "{ \"coordinates\" : [[[0,0],[1,0],[1,1],[0,0]]] , \"type\" : \"Polygon\" }",
                    "{\"type\":\"Point\",\"coordinates\":[1]}",
                    "{\"type\":\"Thing\",\"coordinates\":[1,2]}",
                    "{\"type\":\"Point\",\"coordinates\":[1,2],\"x\":1}",
                    "{\"type\":\"Point\",\"type\":\"Point\"}",
                    "{\"type\":\"Point\"}");

    private final RandomGenerator random;

    /** How many of 1000 choices are of those that are wrong or odd. */
    private final int odd;

    RandomJson(RandomGenerator random, int odd) {
        this.random = random;
        this.odd = odd;
    }

    byte[] object() {
        StringBuilder json = new StringBuilder();
        object(json, 0, "");
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** One byte dropped, doubled or replaced, perhaps more. */
    byte[] mutated(byte[] text) {
        byte[] mutated = text.clone();
        int changes = 1 + (random.nextInt(4) == 0 ? 1 : 0);
        for (int change = 0; change < changes && mutated.length > 0; change++) {
            int at = random.nextInt(mutated.length);
            byte[] before = mutated;
            switch (random.nextInt(3)) {
                case 0 -> {
                    mutated = Arrays.copyOf(before, before.length - 1);
                    System.arraycopy(before, at + 1, mutated, at, before.length - 1 - at);
                }
                case 1 -> {
                    mutated = Arrays.copyOf(before, before.length + 1);
                    System.arraycopy(before, at, mutated, at + 1, before.length - at);
                }
                default -> {
                    String bytes = "{}[]\",:\\ \n0a-\u0001";
                    mutated[at] =
                            random.nextInt(8) == 0
                                    ? (byte) random.nextInt(256)
                                    : (byte) bytes.charAt(random.nextInt(bytes.length()));
                }
            }
        }
        return mutated;
    }

    private boolean isOdd() {
        return random.nextInt(1000) < odd;
    }

    private String any(List<String> list, int usual) {
        return list.get(random.nextInt(isOdd() ? list.size() : usual));
    }

    private void blanks(StringBuilder json) {
        if (random.nextInt(6) == 0) {
            json.append(" \n\t\r".charAt(random.nextInt(4)));
        }
    }

    private void object(StringBuilder json, int depth, String linkName) {
        json.append('{');
        int count = random.nextInt(5);
        boolean first = true;
        for (int i = 0; i < count; i++) {
            String name = any(NAMES, 6);
            member(json, first, name);
            first = false;
            boolean list = false;
            boolean nodes = false;
            if (name.equals("uid")) {
                json.append(UIDS.get(random.nextInt(UIDS.size())));
            } else if (name.equals("friend") || random.nextInt(10) == 0) {
                nodes = true;
                nodes(json, depth, name);
            } else if (name.equals("nick") || random.nextInt(10) == 0) {
                list = true;
                list(json, depth, name.contains("@"));
            } else {
                scalar(json, name.contains("@") && !isOdd());
            }
            if (random.nextInt(3) == 0 && (!nodes || isOdd())) {
                facet(json, name, list != isOdd());
            }
        }
        if (random.nextInt(2) == 0) {
            member(json, first, "uid");
            first = false;
            json.append(any(UIDS, 2));
        }
        if (!linkName.isEmpty() && random.nextInt(3) == 0 && !first) {
            facet(json, linkName, false);
        }
        blanks(json);
        json.append('}');
    }

    private void member(StringBuilder json, boolean first, String name) {
        json.append(first ? "" : ",");
        blanks(json);
        json.append('"').append(name).append('"');
        blanks(json);
        json.append(':');
        blanks(json);
    }

    private void facet(StringBuilder json, String name, boolean list) {
        member(json, false, name + "|" + (isOdd() ? "a b" : "k" + random.nextInt(2)));
        if (!list) {
            scalar(json, false);
            return;
        }
        json.append('{');
        for (int i = 0; i < random.nextInt(3); i++) {
            json.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(isOdd() ? "01" : "" + random.nextInt(4));
            json.append("\":");
            scalar(json, false);
        }
        json.append('}');
    }

    private void nodes(StringBuilder json, int depth, String name) {
        if (random.nextInt(3) > 0) {
            node(json, depth, name);
            return;
        }
        json.append('[');
        int count = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "" : ",");
            node(json, depth, name);
        }
        json.append(']');
    }

    private void node(StringBuilder json, int depth, String name) {
        if (random.nextInt(4) == 0) {
            json.append(any(GEOMETRIES, 2));
        } else if (depth < 3) {
            object(json, depth + 1, name);
        } else {
            json.append("{}");
        }
    }

    private void list(StringBuilder json, int depth, boolean texts) {
        json.append('[');
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            json.append(i == 0 ? "" : ",");
            if (isOdd()) {
                json.append(random.nextBoolean() ? "null" : "[]");
            } else if (isOdd()) {
                node(json, depth, "nick");
            } else {
                scalar(json, texts);
            }
        }
        json.append(']');
    }

    private void scalar(StringBuilder json, boolean text) {
        int kind = text ? 0 : random.nextInt(5);
        switch (kind) {
            case 0, 1 -> json.append('"').append(any(TEXTS, 10)).append('"');
            case 2, 3 -> json.append(any(NUMBERS, 6));
            default ->
                    json.append(
                            List.of("true", "false", "null", "nul")
                                    .get(random.nextInt(isOdd() ? 4 : 2)));
        }
    }
}
