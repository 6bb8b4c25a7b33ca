package sluice.ingest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sluice.ingest.mapping.YamlText;
import sluice.ingest.row.RecordedRows;

/**
 * One relation made at random: its files, a mapping where it needs one, and how they must be read.
 * The same seed makes the same source.
 */
final class RandomSource {
    enum Style {
        TYPED,
        OWN,
        MAPPED,
        LISTED,
        EDGES,
        PAIR
    }

    /**
     * A file.
     *
     * @param text its letters, before they became bytes of any encoding
     * @param bytes as they lie on the disk
     * @param marked whether a mark stands before the text
     * @param header whether its first row names columns
     */
    record Part(String name, String text, byte[] bytes, boolean marked, boolean header) {}

    final Style style;
    final List<Part> parts = new ArrayList<>();

    /** Whether the parts are one argument with commas. */
    final boolean set;

    /** Whether nothing in it is wrong or odd. */
    final boolean clean;

    final boolean link;
    final List<SlowRows.Slot> slots = new ArrayList<>();

    /** The type of its rows where no column has it; null for the name of the file. */
    final @Nullable String type;

    /** How its text is cut; whether a header is there, each part says. */
    final SlowReader.Rules rules;

    /** Whether the mapping says what a comment is. */
    final boolean commentTold;

    final boolean shortRows;
    final @Nullable String encoding;

    /** What the mapping says that ids are: numbers, names, or "" for nothing. */
    final String ids;

    private final Random random;
    private final List<String> headerFields = new ArrayList<>();
    private final List<String> defaults = new ArrayList<>();
    private final List<String> entry = new ArrayList<>();
    private final boolean group;

    RandomSource(long seed) {
        random = new Random(seed);
        random.nextInt();
        style = Style.values()[random.nextInt(Style.values().length)];
        clean = oneIn(4);
        link = style == Style.EDGES || style == Style.PAIR || !oneIn(3);
        group = style != Style.EDGES && style != Style.PAIR && oneIn(3);
        boolean mapped = style == Style.MAPPED || style == Style.LISTED;
        shortRows = oneIn(6);
        ids = !group && oneIn(6) ? oneIn(2) ? "numbers" : "names" : "";
        encoding = oneIn(8) ? pick("latin1", "windows-1252", "utf-16") : null;
        commentTold = oneIn(5);
        rules = rules();
        type = makeColumns();
        if (headerFields.size() == 1 && !delimiterTold()) {
            // One name shows no delimiter.
            String only = rules.blanks() ? "whitespace" : YamlText.quoted("" + rules.delimiter());
            defaults.add("delimiter: " + only);
        }
        if (!ids.isEmpty()) {
            defaults.add("ids: " + ids);
        }
        if (shortRows) {
            (mapped ? entry : defaults).add("short-rows: null");
        }
        if (encoding != null) {
            defaults.add("encoding: " + encoding);
        }
        set = oneIn(4);
        new RandomSourceText(this, random, headerFields).makeParts();
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private String pick(String... all) {
        return all[random.nextInt(all.length)];
    }

    private SlowReader.Rules rules() {
        String delimiter =
                oneIn(8) ? " " : oneIn(8) ? pick("~", "^", "!") : pick(",", ",", "|", ";", "\t");
        boolean blanks = delimiter.equals(" ");
        boolean tabs = delimiter.equals("\t") && style == Style.EDGES;
        if (oneIn(3) || tabs || style == Style.LISTED || "~^!".contains(delimiter)) {
            defaults.add("delimiter: " + (blanks ? "whitespace" : YamlText.quoted(delimiter)));
        }
        int quote = blanks || delimiter.equals("\t") ? -1 : '"';
        if (style == Style.EDGES) {
            quote = oneIn(3) ? '"' : -1;
        } else if (oneIn(4)) {
            quote = oneIn(3) ? -1 : pick("\"", "'").charAt(0);
            defaults.add("quote: " + (quote < 0 ? "none" : YamlText.quoted("" + (char) quote)));
        }
        int escape = quote >= 0 && oneIn(6) ? '\\' : -1;
        if (escape >= 0) {
            defaults.add("escape: '\\'");
        }
        int comment = -1;
        if (commentTold) {
            comment = oneIn(4) ? -1 : pick("#", "%", "/").charAt(0);
            defaults.add("comment: " + (comment < 0 ? "none" : "\"" + (char) comment + "\""));
        }
        boolean trim = oneIn(5);
        if (trim) {
            defaults.add("trim: true");
        }
        String missing = oneIn(4) ? pick("\\N", "NULL", "", "-") : null;
        if (missing != null) {
            defaults.add("\"null\": " + YamlText.quoted(missing));
        }
        int skip = oneIn(8) ? random.nextInt(1, 4) : 0;
        if (skip > 0) {
            defaults.add("skip: " + skip);
        }
        return new SlowReader.Rules(
                delimiter.charAt(0), blanks, quote, escape, comment, trim, missing, skip, false);
    }

    /** Makes columns and what names them; returns the type of rows where no column has it. */
    private @Nullable String makeColumns() {
        return switch (style) {
            case TYPED -> makeTyped();
            case OWN -> makeOwn();
            case MAPPED -> makeMapped(true);
            case LISTED -> makeMapped(false);
            case EDGES -> {
                slots.add(SlowRows.Slot.of("id1"));
                slots.add(SlowRows.Slot.of("id2"));
                yield "0";
            }
            case PAIR -> {
                List<String> ends =
                        Arrays.asList(pick("from,to", "Source,Target", "user_1,user_2").split(","));
                add("id1", ends.get(0));
                add("id2", ends.get(1));
                addProperties(false);
                yield "0";
            }
        };
    }

    private void add(String job, String header) {
        slots.add(SlowRows.Slot.of(job));
        headerFields.add(header);
    }

    private void addId(String job, String header) {
        add(job, header + (group ? "(G)" : ""));
        group(job);
    }

    private void group(String job) {
        if (group) {
            slots.set(slots.size() - 1, new SlowRows.Slot(job, "", "", "G", true));
        }
    }

    private @Nullable String makeTyped() {
        if (link) {
            addId("id1", ":START_ID");
            addId("id2", ":END_ID");
        } else {
            addId("id1", pick("", "pid") + ":ID");
        }
        boolean hasType = oneIn(3);
        if (hasType) {
            add("type", link ? ":TYPE" : ":LABEL");
        }
        addProperties(true);
        if (oneIn(4)) {
            add("ignore", pick(":IGNORE", "x:IGNORE"));
        }
        shuffle();
        return hasType ? "" : !link && group ? "'G'" : null;
    }

    /** Properties of a header; in a typed one names of Sluice's own columns are properties too. */
    private void addProperties(boolean typed) {
        List<String> names = new ArrayList<>(List.of("p", rules.quote() < 0 ? "q" : "q two", "r"));
        if (typed) {
            names.addAll(List.of("time", "version", "delete", "type", "data"));
        }
        for (int count = random.nextInt(4); count > 0; count--) {
            String name = names.remove(random.nextInt(names.size()));
            String kind = pick("string", "string", "number", "boolean", "strings");
            String of =
                    switch (kind) {
                        case "string" -> typed && oneIn(2) ? ":string" : "";
                        case "number" -> pick(":int", ":float", ":long");
                        case "boolean" -> ":boolean";
                        default -> ":string[]";
                    };
            slots.add(new SlowRows.Slot("property", name, kind, null, false));
            headerFields.add(name + of);
        }
    }

    private String makeOwn() {
        if (link) {
            addId("id1", "id1");
            addId("id2", "id2");
        } else {
            addId("id1", "id");
        }
        boolean hasType = oneIn(2);
        if (hasType) {
            add("type", link ? "link_type" : "type");
        }
        if (oneIn(2)) {
            addTime("raw", "time");
        }
        for (String job : List.of("version", "visibility", "delete")) {
            if (oneIn(4) && (link || !job.equals("visibility"))) {
                add(job, job);
            }
        }
        if (oneIn(2)) {
            add("data", "data");
        } else if (link) {
            addProperties(false);
        }
        shuffle();
        return hasType ? "" : "0";
    }

    private void addTime(String format, String header) {
        slots.add(new SlowRows.Slot("time", "", format, null, false));
        headerFields.add(header);
    }

    /** Columns that a mapping names; with a header of their own names or without any. */
    private String makeMapped(boolean header) {
        List<String> jobs = new ArrayList<>(List.of("id1"));
        if (link) {
            jobs.add("id2");
        }
        boolean hasType = oneIn(3);
        for (String job : List.of("type", "time", "version", "visibility", "delete")) {
            boolean wanted = job.equals("type") ? hasType : oneIn(3);
            if (wanted && (link || !job.equals("visibility"))) {
                jobs.add(job);
            }
        }
        boolean hasData = oneIn(3);
        String number = String.valueOf(random.nextInt(9));
        entry.add((link ? "link: " : "node: ") + (hasType ? "{column: C-type}" : number));
        for (String job : jobs) {
            String column = "C-" + job;
            switch (job) {
                case "id1", "id2" -> {
                    addNamed(job, column);
                    group(job);
                    String key = link ? job : "id";
                    entry.add(key + ": {column: " + column + (group ? ", group: G}" : "}"));
                }
                case "time" -> {
                    String format = pick("raw", "seconds", "milliseconds");
                    addTime(format, column);
                    entry.add("time: {column: " + column + ", format: " + format + "}");
                }
                case "type" -> addNamed(job, column);
                default -> {
                    addNamed(job, column);
                    entry.add(job + ": " + column);
                }
            }
        }
        for (int count = random.nextInt(3); count > 0; count--) {
            String name =
                    header && rules.quote() >= 0 && oneIn(3)
                            ? pick("o\"dd", "a, b", "l\ni", "é") + count
                            : "N" + count;
            String kept = hasData ? "ignore" : "property";
            slots.add(new SlowRows.Slot(kept, latin(name), "string", null, false));
            headerFields.add(name);
        }
        if (hasData) {
            addNamed("data", "C-data");
            entry.add("data: C-data");
        }
        shuffle();
        if (!header) {
            entry.add(
                    "columns: ["
                            + headerFields.stream()
                                    .map(YamlText::quoted)
                                    .collect(Collectors.joining(", "))
                            + "]");
            entry.add("header: false");
        } else if (oneIn(4)) {
            entry.add("header: true");
        }
        return hasType ? "" : number;
    }

    private void addNamed(String job, String column) {
        add(job, column);
    }

    /** Text as the letters that stand for its bytes. */
    static String latin(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private void shuffle() {
        if (oneIn(2)) {
            Random order = new Random(random.nextLong());
            for (int index = slots.size() - 1; index > 0; index--) {
                int other = order.nextInt(index + 1);
                Collections.swap(slots, index, other);
                Collections.swap(headerFields, index, other);
            }
        }
    }

    boolean delimiterTold() {
        return defaults.stream().anyMatch(line -> line.startsWith("delimiter"));
    }

    /** Whether each part must have the header itself. */
    boolean everyPartHasHeader() {
        return entry.contains("header: true");
    }

    boolean hasHeader() {
        return style != Style.LISTED && style != Style.EDGES;
    }

    /** The mapping, or null where none is needed. */
    @Nullable String mapping() {
        if (defaults.isEmpty() && entry.isEmpty()) {
            return null;
        }
        StringBuilder yaml = new StringBuilder();
        if (!defaults.isEmpty()) {
            yaml.append("defaults: {").append(String.join(", ", defaults)).append("}\n");
        }
        if (!entry.isEmpty()) {
            yaml.append("relations:\n  - files: \"*\"\n");
            entry.forEach(line -> yaml.append("    ").append(line).append('\n'));
        }
        return yaml.toString();
    }

    /** What is told to the program, and its files, for people. */
    String shown() {
        Map<String, String> files = new LinkedHashMap<>();
        for (Part part : parts) {
            byte[] letters = part.text().getBytes(StandardCharsets.ISO_8859_1);
            files.put(part.name(), RecordedRows.shown(letters));
        }
        return "%s %s%n%s%n%s".formatted(style, rules, mapping(), files);
    }
}
